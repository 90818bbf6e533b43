import type { OperationResult } from '#sessions/plan.ts';
import type { Step } from './step.ts';

/** `interrupted`: the process that ran it was ended before it could say how the run went. */
export type RunState = 'running' | 'succeeded' | 'failed' | 'interrupted';

/** An element that was considered, as it is kept. */
export interface KeptCandidate {
  readonly element: string;
  readonly score: number;
  readonly why: string;
}

/** One attempt at a step. */
export interface Attempt {
  readonly candidates: readonly KeptCandidate[];
  /** The element that was chosen, in words. */
  readonly choice?: string;
  /** How it was found: in the page's structure, or by the part of the page around its title. */
  readonly way?: 'structure' | 'range';
  readonly action?: string;
  /** The operation as it was given to the engine: what is done, on which ref of the page as it was read. */
  readonly command?: string;
  readonly outcome?: Pick<NonNullable<OperationResult['outcome']>, 'dispatch' | 'effect' | 'notes'>;
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly dispatch: string;
    /** The gate at which it waits for a person's word. */
    readonly gate?: string;
  };
}

/** A step as it went. */
export interface StepRecord {
  readonly number: number;
  readonly sentence: string;
  readonly step: Step;
  readonly attempts: readonly Attempt[];
  /** What the page showed when it was looked at again, and whether that is what was meant. */
  readonly verification: { readonly ok: boolean; readonly said: string };
  readonly durationMs: number;
  /** SHA-256 of the picture that was taken after it. */
  readonly picture?: string;
}

/** A run of a workflow, step by step. */
export interface WorkflowRun {
  readonly id: string;
  readonly workflow: string;
  readonly session: string;
  readonly startedAt: string;
  readonly state: RunState;
  /** The first step that was to be run, from 1. */
  readonly from: number;
  /** The run that this one goes on with. */
  readonly resumes?: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly steps: readonly StepRecord[];
  /** The gate at which it stopped, where a person can still let it go on. */
  readonly gate?: string;
  /** Why it ended as it did, in a sentence. */
  readonly said: string;
}
