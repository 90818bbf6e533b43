import type { Outcome } from '#actions/outcome.ts';
import type { SecretKind } from '#actions/secret-input.ts';

/**
 * How a login ended. Each is a result and none an error.
 *
 * `challenge` is what a person has to do; `inconclusive` says nothing of the credential.
 */
export const LOGIN_OUTCOMES = ['verified', 'rejected', 'challenge', 'rate_limited', 'inconclusive'] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

export interface LoginEnd {
  readonly outcome: LoginOutcome;
  /** One sentence on what was seen. Holds no secret and no text of the page. */
  readonly detail: string;
  /** Kinds of what was typed, in order. */
  readonly typed: readonly SecretKind[];
  /** Origin of the document that it was typed into. */
  readonly origin: string;
  /** What the last thing sent has set going. */
  readonly sent?: Outcome;
}
