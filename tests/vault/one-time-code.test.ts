import { expect, test } from 'vitest';
import type { TotpAlgorithm, TotpSetting } from '#vault/credential.ts';
import { oneTimeCode } from '#vault/one-time-code.ts';
import { parseTotp } from '#vault/parse-totp.ts';
import { Secret } from '#vault/secret.ts';
import { proves } from '../spec/proves.ts';
import { openLab } from './support/lab.ts';

/** The secrets of RFC 6238, appendix B, in base32: "1234567890" over 20, 32 and 64 bytes. */
const SECRETS: Readonly<Record<TotpAlgorithm, string>> = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
};

const VECTORS: readonly (readonly [number, TotpAlgorithm, string])[] = [
  [59, 'SHA1', '94287082'],
  [59, 'SHA256', '46119246'],
  [59, 'SHA512', '90693936'],
  [1111111109, 'SHA1', '07081804'],
  [1111111109, 'SHA256', '68084774'],
  [1111111109, 'SHA512', '25091201'],
  [1111111111, 'SHA1', '14050471'],
  [1111111111, 'SHA256', '67062674'],
  [1111111111, 'SHA512', '99943326'],
  [1234567890, 'SHA1', '89005924'],
  [1234567890, 'SHA256', '91819424'],
  [1234567890, 'SHA512', '93441116'],
  [2000000000, 'SHA1', '69279037'],
  [2000000000, 'SHA256', '90698825'],
  [2000000000, 'SHA512', '38618901'],
  [20000000000, 'SHA1', '65353130'],
  [20000000000, 'SHA256', '77737706'],
  [20000000000, 'SHA512', '47863826'],
];

/** A clock that stands still but for whoever sleeps. */
function clockAt(seconds: number) {
  let nowMs = seconds * 1000;
  const slept: number[] = [];
  return {
    slept,
    clock: { now: () => new Date(nowMs) },
    sleep: async (ms: number) => {
      slept.push(ms);
      nowMs += ms;
    },
  };
}

const item = (totp: TotpSetting, id = 'a') => ({ owner: 'local', vault: 'default', id, totp });
const usual = parseTotp(SECRETS.SHA1);

proves('V9', 'codes are those of RFC 6238 for its three algorithms', async () => {
  for (const [seconds, algorithm, expected] of VECTORS) {
    const steps = { claimCodeStep: async () => true };
    const totp = { secret: new Secret(SECRETS[algorithm]), algorithm, digits: 8, periodSeconds: 30 };
    const { clock, sleep, slept } = clockAt(seconds - (seconds % 30));
    expect((await oneTimeCode(item(totp), { steps, clock, sleep })).reveal()).toBe(expected);
    expect(slept).toEqual([]);
  }
});

proves('V9', 'with less than five seconds left the next step is waited for', async () => {
  const steps = { claimCodeStep: async () => true };
  const early = clockAt(30 + 25);
  const late = clockAt(30 + 25.001);
  const first = await oneTimeCode(item(usual), { steps, ...early });
  const second = await oneTimeCode(item(usual), { steps, ...late });
  expect([early.slept, late.slept]).toEqual([[], [4999]]);
  expect(second.reveal()).not.toBe(first.reveal());
});

proves(
  'V9',
  'a step gives its code once for an item, also after a restart and in another process',
  async () => {
    const { journal, folder } = await openLab();
    const again = await openLab(folder);
    const first = clockAt(3000);
    const code = await oneTimeCode(item(usual), { steps: journal.vault, ...first });
    const second = clockAt(3001);
    const next = await oneTimeCode(item(usual), { steps: again.journal.vault, ...second });
    expect(next.reveal()).not.toBe(code.reveal());
    expect([first.slept, second.slept]).toEqual([[], [29_000]]);
    const other = clockAt(3001);
    await oneTimeCode(item(usual, 'b'), { steps: journal.vault, ...other });
    expect(other.slept).toEqual([]);
    // A clock that was set back finds the later steps taken, and waits past them.
    const back = clockAt(2970);
    await oneTimeCode(item(usual), { steps: journal.vault, ...back });
    expect(back.clock.now().getTime()).toBe(3_060_000);
  },
);

proves('V9', 'a code prints as no code', async () => {
  const steps = { claimCodeStep: async () => true };
  const code = await oneTimeCode(item(usual), { steps, ...clockAt(59 - 29) });
  expect(code.reveal()).toMatch(/^\d{6}$/);
  for (const text of [`${code}`, JSON.stringify({ code }), String(code)])
    expect(text).not.toContain(code.reveal());
});

test('an address or a plain secret is read; what is neither is refused without being told', () => {
  const read = (text: string) => {
    const { secret, ...rest } = parseTotp(text);
    return { ...rest, secret: secret.reveal() };
  };
  expect(read('gezd gnbv gy3t qojq====')).toEqual({
    secret: 'GEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: 6,
    periodSeconds: 30,
  });
  expect(
    read(
      'otpauth://totp/Telepass:mario?secret=GEZDGNBVGY3TQOJQ&issuer=Telepass&algorithm=SHA256&digits=8&period=60',
    ),
  ).toEqual({ secret: 'GEZDGNBVGY3TQOJQ', algorithm: 'SHA256', digits: 8, periodSeconds: 60 });
  for (const [text, message] of [
    ['not base 32 at all!', /is not base32/],
    ['GEZDGNBV', /too short/],
    ['otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=1', /not for codes by time/],
    ['otpauth://totp/a', /is not base32/],
    ['otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5', /names an algorithm/],
    ['otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&digits=4', /digits/],
    ['otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ&period=0', /period/],
  ] as const) {
    expect(() => parseTotp(text), text).toThrow(message);
    expect(() => parseTotp(text)).not.toThrow(text);
  }
});
