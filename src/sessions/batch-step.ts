import type { Operation } from './operation.ts';

/** What may still run after a step has led to another page: nothing acts on a page that nobody has seen. */
export const STEP_KINDS = ['reads', 'navigates', 'acts'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export interface BatchStep {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its own schema checks
  readonly operation: Operation<any, any>;
  readonly input: object;
  readonly kind: StepKind;
  /** Refs it uses, as the caller gave them. */
  readonly refs: readonly string[];
}
