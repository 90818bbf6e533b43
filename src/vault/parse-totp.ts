import { fail } from '#kernel/errors.ts';
import { TOTP_ALGORITHMS, type TotpAlgorithm, type TotpSetting } from './credential.ts';
import { Secret } from './secret.ts';

const BASE32 = /^[A-Z2-7]+$/;
/** RFC 4226 asks for 128 bits; services hand out 80. */
const LEAST_CHARACTERS = 16;
const DIGITS = { least: 6, most: 8 };
const PERIOD = { least: 5, most: 300 };

/**
 * Reads what a site gives for one-time codes: an `otpauth://totp/…` address, or the base32 secret alone, in
 * groups or not, which then means SHA-1, six digits, 30 seconds.
 *
 * @throws invalid_arguments saying what is wrong with it, never what it is.
 */
export function parseTotp(text: string): TotpSetting {
  const given = text.trim();
  if (!/^otpauth:/i.test(given)) return setting(given, 'SHA1', 6, 30);
  if (!URL.canParse(given)) throw refuse('is not a valid otpauth:// address');
  const url = new URL(given);
  if (url.host.toLowerCase() !== 'totp') throw refuse('is not for codes by time (otpauth://totp/…)');
  const algorithm = (url.searchParams.get('algorithm') ?? 'SHA1').toUpperCase().replace('-', '');
  const known = TOTP_ALGORITHMS.find((name) => name === algorithm);
  if (known === undefined) throw refuse(`names an algorithm that is none of ${TOTP_ALGORITHMS.join(', ')}`);
  return setting(
    url.searchParams.get('secret') ?? '',
    known,
    Number(url.searchParams.get('digits') ?? 6),
    Number(url.searchParams.get('period') ?? 30),
  );
}

function setting(
  secret: string,
  algorithm: TotpAlgorithm,
  digits: number,
  periodSeconds: number,
): TotpSetting {
  const plain = secret.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  if (!BASE32.test(plain)) throw refuse('is not base32: letters A to Z and digits 2 to 7');
  if (plain.length < LEAST_CHARACTERS) throw refuse('is too short');
  if (!isWithin(digits, DIGITS)) throw refuse(`asks for digits other than ${DIGITS.least} to ${DIGITS.most}`);
  if (!isWithin(periodSeconds, PERIOD)) throw refuse('has a period that no site uses');
  return { secret: new Secret(plain), algorithm, digits, periodSeconds };
}

function isWithin(value: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function refuse(why: string): Error {
  return fail('invalid_arguments', `What was given for one-time codes ${why}.`, {
    remedy: 'Give the otpauth:// address behind the QR code, or the setup key that stands beside it.',
  });
}
