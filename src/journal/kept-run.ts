import type { JsonObject } from './canonical-json.ts';

/**
 * A run of a saved workflow, as it is kept. `facts` are whatever its writer wants back; a step is kept beside it as
 * soon as it has ended.
 */
export interface KeptRun {
  readonly id: string;
  readonly owner: string;
  readonly session: string;
  /** Name of the workflow. */
  readonly workflow: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** `running` until whoever runs it says how it ended. */
  readonly state: string;
  readonly facts: JsonObject;
}

export interface KeptStep {
  readonly run: string;
  /** From 1; each is kept once. */
  readonly number: number;
  readonly facts: JsonObject;
}

/** A run as it is read. `isAbandoned`: it counts as running, and the process that ran it is gone. */
export interface FoundRun extends KeptRun {
  readonly isAbandoned: boolean;
}

/** Which runs to read, the newest first; all that is given must fit. */
export interface RunFilter {
  readonly owner?: string;
  /** How its id begins. */
  readonly idStart?: string;
  readonly limit?: number;
}
