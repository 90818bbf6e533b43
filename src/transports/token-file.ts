import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#kernel/errors.ts';

const SHORTEST_TOKEN = 16;

/** Where the token of a data folder stands. */
export function tokenPath(dataDir: string): string {
  return join(dataDir, 'token');
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token of a data folder, made at the first call: 256 random bits in a file that only its owner reads.
 * A file that others could read is closed to them.
 *
 * @throws environment when the folder or the file cannot be written or read.
 */
export function tokenOf(dataDir: string): string {
  const path = tokenPath(dataDir);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(path, `${newToken()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!isExisting(error)) throw unusable(path, error);
  }
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    const token = readFileSync(path, 'utf8').trim();
    if (token.length >= SHORTEST_TOKEN) return token;
  } catch (error) {
    throw unusable(path, error);
  }
  throw fail('environment', `The token in ${path} is empty or too short.`, {
    remedy: 'Run `portolan token rotate` to make a new one.',
  });
}

/**
 * Replaces the token of a data folder. A running server refuses the old one from its next request on, and
 * sessions that the old one opened are out of reach.
 */
export function rotateToken(dataDir: string): string {
  const path = tokenPath(dataDir);
  const token = newToken();
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}.new`;
    writeFileSync(fresh, `${token}\n`, { mode: 0o600 });
    renameSync(fresh, path);
  } catch (error) {
    throw unusable(path, error);
  }
  return token;
}

/** @throws invalid_arguments when a token given by hand is too short to withstand guessing. */
export function requireStrongToken(token: string): string {
  if (token.length >= SHORTEST_TOKEN && /^[A-Za-z0-9._~+/=-]+$/.test(token)) return token;
  throw fail(
    'invalid_arguments',
    `A token has at least ${SHORTEST_TOKEN} characters, all letters, digits or . _ ~ + / = -`,
    { remedy: 'Leave --token out to use the one in the data folder, or give a long random one.' },
  );
}

/** Says whether two tokens are the same, in a time that does not tell how much of them is. */
export function sameToken(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

/** The name of a token's holder: cannot be turned back into the token, and differs when the token does. */
export function ownerOf(token: string): string {
  return `token:${sha256(token).toString('hex').slice(0, 32)}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function unusable(path: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return fail(
    'environment',
    `The token file ${path} cannot be used: ${reason}`,
    { remedy: 'Make the folder writable, or choose another with --data-dir.' },
    cause,
  );
}
