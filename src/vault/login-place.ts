import { type LoginLook, lookForLogin } from '#actions/secret-input.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { PageClosed } from '#browser/page-closed.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { bindingVerdict } from './binding.ts';
import type { Credential } from './credential.ts';
import { fail } from './errors.ts';

/** A frame, and what its document shows of signing in. */
export interface LoginPlace {
  readonly page: Page;
  readonly frame: Frame;
  readonly look: LoginLook;
}

/** What all frames of a tab show of signing in, the main frame first. Frames that do not answer are left out. */
export async function lookEverywhere(page: Page, deadline: Deadline): Promise<readonly LoginPlace[]> {
  const frames = page.frames().filter((frame) => frame === page.mainFrame || frame.hasWorld);
  const looks = await Promise.all(
    frames.map(async (frame) => {
      try {
        return { page, frame, look: await lookForLogin(frame, deadline) };
      } catch (error) {
        if (error instanceof PageClosed) throw error;
        if (frame === page.mainFrame) throw error;
        return undefined;
      }
    }),
  );
  return looks.filter((place) => place !== undefined);
}

/**
 * The place to sign in at: where a password is asked for, else a code, else a name. A place that the credential
 * may be used at comes before one that only looks like it.
 */
export function placeToSignIn(places: readonly LoginPlace[], credential: Credential): LoginPlace | undefined {
  const asking = places.filter(({ look }) => weightOf(look) > 0);
  const weighed = asking.map((place) => ({
    place,
    weight: weightOf(place.look) + (bindingVerdict(credential, place.look.origin).ok ? 10 : 0),
  }));
  weighed.sort((one, other) => other.weight - one.weight);
  return weighed[0]?.place;
}

function weightOf({ password, codes, username }: LoginLook): number {
  if (password !== undefined) return 3;
  if (codes.length > 0) return 2;
  return username === undefined ? 0 : 1;
}

/**
 * Checks that a place is the credential's: the document's origin, each frame around it, each address that its
 * form can be sent to.
 *
 * @param isTopOnly - whether frames are refused whatever their origin.
 * @returns the origins that were found to be its own, and no others.
 * @throws origin_mismatch, origin_unverified, naming what is not.
 */
export function requireOwnPlace(
  { frame, look }: LoginPlace,
  credential: Credential,
  isTopOnly: boolean,
): readonly string[] {
  if (isTopOnly && frame.parent !== null)
    throw refusal('origin_unverified', 'The password field is in a frame.', look.origin);
  if (frame.origin !== look.origin)
    throw refusal('origin_unverified', 'The document has no origin of its own.', look.origin);
  requireOwn(credential, look.origin, 'This page is not its site');
  for (const ancestor of [...look.ancestors, ...originsAround(frame)])
    requireOwn(credential, ancestor, 'The sign-in form is in a frame of another site');
  const destinations = look.destinations.map((address) => {
    requireOwn(credential, address, `The form is sent elsewhere, to ${showAddress(address, 80)}`);
    return new URL(address).origin;
  });
  return [...new Set([look.origin, ...look.ancestors, ...destinations])];
}

function originsAround(frame: Frame): readonly string[] {
  const origins: string[] = [];
  for (let at = frame.parent; at !== null; at = at.parent) origins.push(at.origin);
  return origins;
}

function requireOwn(credential: Credential, address: string, what: string): void {
  const verdict = bindingVerdict(credential, address);
  if (!verdict.ok) throw refusal(verdict.code, `${what}: ${verdict.reason}`, address);
}

function refusal(code: 'origin_mismatch' | 'origin_unverified', sentence: string, address: string): Error {
  const origin = URL.canParse(address) ? new URL(address).origin : 'null';
  return fail(code, `${sentence} Nothing was typed.`, { origin, dispatch: 'not_sent' });
}
