import { type Clock, systemClock } from '#kernel/clock.ts';
import type { Credential } from './credential.ts';
import type { LoginOutcome } from './login-outcome.ts';

const FIRST_SECONDS = 900;
const GROWTH = 3;
const LONGEST_SECONDS = 43_200;
/** One failure may be a slip of the site's. */
const FAILURES_FREE = 1;

type Item = Pick<Credential, 'owner' | 'hosts' | 'origins' | 'fingerprint'>;

/**
 * Keeps a credential that was refused, or that a site limits, from being tried on and on, which would lock its
 * account. It goes by owner, binding and password: with a new password it begins anew.
 */
export class LoginCooldowns {
  readonly #clock: Clock;
  readonly #failures = new Map<string, { readonly count: number; readonly untilMs: number }>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Whole seconds until the credential may be tried again; 0 when it may be now. */
  secondsLeft(credential: Item): number {
    const untilMs = this.#failures.get(keyOf(credential))?.untilMs ?? 0;
    return Math.max(0, Math.ceil((untilMs - this.#clock.now().getTime()) / 1_000));
  }

  /** Takes note of how a login ended. What proves nothing of the credential changes nothing. */
  note(credential: Item, outcome: LoginOutcome): void {
    const key = keyOf(credential);
    if (outcome === 'verified') this.#failures.delete(key);
    if (outcome !== 'rejected' && outcome !== 'rate_limited') return;
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    const power = count - FAILURES_FREE - 1;
    const seconds = power < 0 ? 0 : Math.min(LONGEST_SECONDS, FIRST_SECONDS * GROWTH ** power);
    this.#failures.set(key, { count, untilMs: this.#clock.now().getTime() + seconds * 1_000 });
  }
}

function keyOf({ owner, hosts, origins, fingerprint }: Item): string {
  return JSON.stringify([owner, [...hosts].sort(), [...origins].sort(), fingerprint]);
}
