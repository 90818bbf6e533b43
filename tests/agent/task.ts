/** What the agent is asked to do, in the words a person would use: labels and values, no knowledge of a page's code. */
export interface AgentTask {
  readonly startUrl: string;
  /** Labels of the sign-in fields and what goes into them, in order. */
  readonly signIn: Readonly<Record<string, string>>;
  readonly steps: readonly TaskStep[];
}

export type TaskStep =
  /** Go where the control or link of this name leads. */
  | { readonly kind: 'open'; readonly name: string }
  /** Find the record of this number in the list, and open it when it can be opened. */
  | { readonly kind: 'find'; readonly key: string }
  /** Read what stands at this label. */
  | { readonly kind: 'read'; readonly field: string }
  /** Fill the form from a record and send it; `proof` is a text that only a success shows. */
  | {
      readonly kind: 'fill';
      readonly values: Readonly<Record<string, string>>;
      readonly submit: string;
      readonly proof: string;
    }
  | { readonly kind: 'download'; readonly name: string };

/** How one call ended, as far as its reply says. */
export type CallEnd = 'done' | 'silent' | 'failed';

export interface LoggedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly end: CallEnd;
  readonly code: string | undefined;
  /** What the call was for. */
  readonly why: string;
  /** The step of the task, from 0; the sign-in before it is -1. */
  readonly step: number;
  readonly reply: string;
}

export interface AgentReport {
  readonly isDone: boolean;
  /** What was read, proved or downloaded, by the step's label. */
  readonly answers: Readonly<Record<string, string>>;
  /** One sentence for the person who asked. */
  readonly says: string;
  readonly log: readonly LoggedCall[];
}

/** The agent cannot go on and says so. */
export class Stuck extends Error {}
