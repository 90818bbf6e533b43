import type { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import type { ObserveMode } from '#operations/observe.ts';
import type { StepKind } from '#sessions/batch-step.ts';
import type { Operation } from '#sessions/operation.ts';

/** What a tool asks of the engine: one operation and its input, checked by the operation itself. */
export interface Ask {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its own schema checks
  readonly operation: Operation<any, any>;
  readonly input: object;
}

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One tool of the face: its words, its schema, and the operation it stands for. */
export interface PortalTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly annotations: ToolAnnotations;
  /** Whether its reply shows the page as it is afterwards. */
  readonly showsPage: boolean;
  readonly kind: StepKind;
  /** Reads checked arguments. */
  ask(args: object): Ask & { readonly observe: ObserveMode | undefined };
}

interface Declared<Args extends object> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType<Args>;
  /** `navigates`: leads to another page and acts on none. */
  readonly effect: StepKind;
  /**
   * Shows the page afterwards although it only reads, since what it waited for is worth seeing; or does not
   * although it acts, since nothing that it changes is on the page.
   */
  readonly shows?: boolean;
  ask(args: Args): Ask;
}

/** Declares a tool with its arguments' type taken from its schema. */
export function tool<Args extends object>(declared: Declared<Args>): PortalTool {
  const acts = declared.effect !== 'reads';
  return {
    name: declared.name,
    title: declared.title,
    description: declared.description,
    inputSchema: declared.schema,
    annotations: { readOnlyHint: !acts, destructiveHint: acts, idempotentHint: !acts, openWorldHint: true },
    kind: declared.effect,
    showsPage: declared.shows ?? acts,
    ask(args) {
      const checked = args as Args & { readonly observe?: ObserveMode };
      const { operation, input } = declared.ask(checked);
      return { operation, input: compact(input), observe: checked.observe };
    },
  };
}
