import { Secret as OtpSecret, TOTP } from 'otpauth';
import type { VaultStore } from '#journal/store/vault-store.ts';
import { type Clock, systemClock } from '#kernel/clock.ts';
import { sleep as kernelSleep } from '#kernel/deadline.ts';
import type { Credential, TotpSetting } from './credential.ts';
import { Secret } from './secret.ts';

/** A code with less than this left may be too old when the site looks at it. */
const LEAST_LEFT_MS = 5_000;

export interface CodeOptions {
  /** Where it is kept which steps were used, so that other processes and later runs know. */
  readonly steps: Pick<VaultStore, 'claimCodeStep'>;
  readonly clock?: Clock;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal;
}

export type CodeItem = Pick<Credential, 'owner' | 'vault' | 'id'> & { readonly totp: TotpSetting };

/**
 * The one-time code of an item, for one fill. Each step of 30 s gives its code once: whoever asks again, or
 * when less than 5 s are left, waits for the next step. Ask once for a fill, even over six boxes.
 *
 * @returns digits, to be typed and neither shown nor kept.
 * @throws cancelled when the signal is aborted while it waits.
 * @see RFC 6238
 */
export async function oneTimeCode(item: CodeItem, options: CodeOptions): Promise<Secret> {
  const { steps, clock = systemClock, sleep = kernelSleep, signal } = options;
  const { owner, vault, id, totp } = item;
  const periodMs = totp.periodSeconds * 1000;
  const leastLeftMs = Math.min(LEAST_LEFT_MS, periodMs / 2);
  for (;;) {
    const nowMs = clock.now().getTime();
    const step = Math.floor(nowMs / periodMs);
    const leftMs = (step + 1) * periodMs - nowMs;
    if (leftMs >= leastLeftMs && (await steps.claimCodeStep({ owner, vault, id, step }))) {
      return codeAt(totp, step * periodMs);
    }
    await sleep(leftMs, signal);
  }
}

function codeAt({ secret, algorithm, digits, periodSeconds }: TotpSetting, timestamp: number): Secret {
  const key = OtpSecret.fromBase32(secret.reveal());
  const code = new TOTP({ secret: key, algorithm, digits, period: periodSeconds }).generate({ timestamp });
  return new Secret(code);
}
