import type { Outcome } from '#actions/outcome.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { MemberName } from '#messages/members.ts';
import type { Operation } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';
import type { MemberInput } from './member-inputs.ts';
import type { RefNames } from './ref-names.ts';

/** A tab of the session. */
export type Tab = NonNullable<OperationResult['page']>;

/** What a member runs with. The tab it is for is the session's current one by then. */
export interface MemberContext {
  readonly session: Session;
  readonly refs: RefNames;
  readonly deadline: Deadline;
  readonly page: Tab;
  /** Most pixels of a picture, each way; the same for the whole session. */
  readonly pictureSize: { readonly width: number; readonly height: number };
  /** Files that the application has staged, by the ids it gave them. */
  readonly documents: ReadonlyMap<string, string>;
  /** Runs an operation through the session's gate, as the step of this call that it is. */
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own input, which its own schema checks
  run(operation: Operation<any, any>, input: object): Promise<OperationResult>;
  /**
   * The engine's ref for a name that a call gave.
   *
   * @throws a refusal in the fixed words when there is none, or it is of another tab.
   */
  ref(name: string): string;
}

/** What a member answers when it did what was asked. */
export interface MemberAnswer {
  /** Sentences of ours. */
  readonly text?: string;
  /** What came of it, told after the text. */
  readonly outcome?: Outcome | undefined;
  /** Text of the page, with the engine's refs. */
  readonly tree?: string;
  readonly image?: { readonly data: string; readonly mimeType: 'image/png' };
  /** A tab that the call itself opened. */
  readonly openedTab?: string;
  /** Where a navigation led, for callers that want it apart. */
  readonly navigated?: { readonly url: string; readonly status?: number; readonly title?: string };
}

/** One member: whether it acts, and what does it. */
export interface Member<Name extends MemberName = MemberName> {
  readonly name: Name;
  /** Somebody is asked before it, where somebody is there to be asked. */
  readonly acts: boolean;
  /** It needs its tab in front; what only reads text leaves the active tab as it is. */
  readonly wantsFront: boolean;
  run(context: MemberContext, input: MemberInput<Name>): Promise<MemberAnswer>;
}

/** Declares a member with its input's type taken from its schema. */
export function member<Name extends MemberName>(
  name: Name,
  how: { readonly acts: boolean; readonly wantsFront?: boolean },
  run: Member<Name>['run'],
): Member<Name> {
  return { name, acts: how.acts, wantsFront: how.wantsFront ?? how.acts, run };
}

/** A refusal in words that the contract fixes. */
export class Refused extends Error {
  /** @param text - the whole of what the model reads. */
  constructor(text: string, options?: ErrorOptions) {
    super(text, options);
  }
}
