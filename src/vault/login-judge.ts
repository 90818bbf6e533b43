import type { LoginLook, SecretKind } from '#actions/secret-input.ts';
import type { LoginOutcome } from './login-outcome.ts';
import type { LoginPlace } from './login-place.ts';

/** What was there when values were sent. */
export interface Sent {
  /** Names the document of the form. */
  readonly document: string;
  /** Address of the tab then, without its fragment. */
  readonly address: string;
  readonly kinds: ReadonlySet<SecretKind>;
  /** What messages said already. */
  readonly saidBefore: LoginLook['says'];
}

/** What is there now. */
export interface Seen {
  readonly places: readonly LoginPlace[];
  readonly address: string;
  /** HTTP status of the tab's last document. */
  readonly status: number | undefined;
  readonly isLimited: boolean;
  readonly isAlertedWrong: boolean;
}

/** `next`: more is asked for. `wait`: nothing decides yet; `leaning` is what it comes to if nothing more does. */
export type Judgement =
  | {
      readonly kind: 'end';
      readonly outcome: LoginOutcome;
      readonly detail: string;
      readonly isSure: boolean;
    }
  | { readonly kind: 'next' }
  | { readonly kind: 'wait'; readonly leaning?: { readonly outcome: LoginOutcome; readonly detail: string } };

/** Judges what followed from sending. Success is told by what is seen, never by what is not. */
export function judgeLogin(sent: Sent, seen: Seen): Judgement {
  const { places, status } = seen;
  const main = places[0]?.look;
  if (seen.isLimited) return end('rate_limited', 'The site answered that it was asked too often (HTTP 429).');
  if (main === undefined) return { kind: 'wait' };
  const says = (what: LoginLook['says'][number]) =>
    places.some(({ look }) => look.says.includes(what) && !isStale(sent, look, what));
  const password = places.find(({ look }) => look.password !== undefined)?.look;
  const codes = places.find(({ look }) => look.codes.length > 0)?.look;
  const username = places.find(({ look }) => look.username !== undefined)?.look;
  const isSignedIn = places.some(({ look }) => look.isSignedIn);
  if (says('limited') && !isSignedIn)
    return end('rate_limited', 'The site says that it was tried too often.');
  if (seen.isAlertedWrong && !isSignedIn)
    return end('rejected', 'The site says in a dialog that what was given is wrong.');
  if (says('wrong') && (password ?? codes ?? username) !== undefined && !isSignedIn)
    return end('rejected', 'The site says that what was given is wrong.');
  if (isAsked(password, sent, 'password') || isAsked(codes, sent, 'code')) return { kind: 'next' };
  if (places.some(({ look }) => look.captcha === 'open') && !isSignedIn)
    return end('challenge', 'The site wants a test for people to be answered.', false);
  if (password !== undefined || codes !== undefined) return askedAgain(sent, password ?? codes, status);
  return formIsGone(sent, seen, main, isSignedIn, says);
}

/** A field that is asked for and was not given: one step further. */
function isAsked(look: LoginLook | undefined, { kinds, document }: Sent, kind: SecretKind): boolean {
  return (
    look !== undefined &&
    (!kinds.has(kind) || (kind === 'code' && look.document !== document && !kinds.has('code')))
  );
}

function askedAgain(sent: Sent, look: LoginLook | undefined, status: number | undefined): Judgement {
  const isRefusal = status === 401 || status === 403;
  if (look !== undefined && look.document !== sent.document && isRefusal)
    return end('rejected', `The site answered with its sign-in form again (HTTP ${status}).`);
  if (look?.says.includes('wrong') === true)
    return {
      kind: 'wait',
      leaning: { outcome: 'rejected', detail: 'The site still says that what was given is wrong.' },
    };
  return { kind: 'wait' };
}

function formIsGone(
  sent: Sent,
  { address, status }: Seen,
  main: LoginLook,
  isSignedIn: boolean,
  says: (what: LoginLook['says'][number]) => boolean,
): Judgement {
  const isOther = main.document !== sent.document;
  if (isSignedIn && (isOther || !sent.kinds.has('username') || sent.kinds.has('password')))
    return end('verified', 'The sign-in form is gone and there is a way to sign out.');
  if (!sent.kinds.has('password') && !sent.kinds.has('code')) return { kind: 'wait' };
  if (says('second-factor'))
    return end(
      'challenge',
      'The site wants something more from a person, such as an approval on a phone.',
      false,
    );
  if (status !== undefined && status >= 400 && isOther)
    return says('wrong') || status === 401 || status === 403
      ? end('rejected', `The site refused what was given (HTTP ${status}).`)
      : end('inconclusive', `The site failed (HTTP ${status}).`);
  if (isOther) return end('verified', 'The sign-in form is gone and another page is there.', false);
  if (withoutFragment(address) !== sent.address)
    return end('verified', 'The sign-in form is gone and the site is at another address.', false);
  return { kind: 'wait' };
}

/** A message that stood there before the values were sent says nothing of them. */
function isStale(sent: Sent, look: LoginLook, what: LoginLook['says'][number]): boolean {
  return look.document === sent.document && sent.saidBefore.includes(what);
}

function end(outcome: LoginOutcome, detail: string, isSure = true): Judgement {
  return { kind: 'end', outcome, detail, isSure };
}

export function withoutFragment(address: string): string {
  return address.split('#')[0] ?? address;
}
