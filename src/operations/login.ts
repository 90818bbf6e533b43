import { z } from 'zod';
import type { ActionOptions } from '#actions/action-target.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { compact } from '#kernel/compact.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import { originTarget } from '#policy/origin-target.ts';
import { type OperationContext, operation } from '#sessions/operation.ts';
import type { OperationResult } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';
import type { Credential } from '#vault/credential.ts';
import { credentialUsed, type FieldKind } from '#vault/credential-use.ts';
import { logIn, type NamedSecret } from '#vault/login-flow.ts';
import type { LoginEnd } from '#vault/login-outcome.ts';
import { lookEverywhere, placeToSignIn, requireOwnPlace } from '#vault/login-place.ts';
import { addressOf } from './act-on-ref.ts';

/** Most time a login may take; the call's own limit may be less. */
const LOGIN_TIMEOUT_MS = 120_000;

/**
 * Signs in with a credential that the caller knows by its id only. What it comes to is a result; an error says
 * that nothing could be tried.
 */
export const login = operation({
  name: 'login',
  summary: 'Signs in on the current page with a credential of an attached vault, by its id.',
  input: z.strictObject({ credentialId: z.string().min(1).max(200) }),
  turn: 'in-turn',
  timeoutMs: () => LOGIN_TIMEOUT_MS,
  gives: ({ credentialId }) => ({ plain: { credentialId } }),
  async plan({ session, deadline }, { credentialId }) {
    if (session.vaults.names.length === 0)
      throw fail('not_enabled', 'This session has no vault, so there is no credential to sign in with.', {
        dispatch: 'not_sent',
        remedy: 'Ask whoever runs this server to attach a vault (--vault) and add the credential.',
      });
    const credential = await session.vaults.find(credentialId);
    const page = await session.currentPage();
    const isTopOnly = session.profile.name === 'sites';
    const place = placeToSignIn(await lookEverywhere(page, deadline), credential);
    if (place !== undefined)
      await requireOwn(session, credential, () => requireOwnPlace(place, credential, isTopOnly));
    const [destination] = place?.look.destinations ?? [];
    return {
      effects: ['credential'] as const,
      url: place === undefined ? page.url : addressOf(place),
      target: `credential ${JSON.stringify(credential.id)} in tab ${page.id}`,
      ...(destination === undefined ? {} : { destination }),
      page,
      credential,
      isTopOnly,
    };
  },
  async run(context, { page, credential, isTopOnly }) {
    const { session } = context;
    const seconds = session.cooldowns.secondsLeft(credential);
    if (seconds > 0) return coolingDown(credential, seconds, page);
    return await beginUse(context, page, credential, isTopOnly);
  },
});

async function beginUse(
  context: OperationContext,
  page: Page,
  credential: Credential,
  isTopOnly: boolean,
): Promise<OperationResult> {
  const { session, deadline } = context;
  const { settle, actionTimeoutMs } = session.settings;
  const tabs = await session.context();
  const options = compact<ActionOptions>({
    context: tabs,
    deadline,
    settle,
    actionTimeoutMs,
    seenVersion: undefined,
    secrets: undefined,
  });
  try {
    const end = await logIn(credential, {
      page,
      options,
      steps: session.journal.codeSteps,
      isTopOnly,
      willFill: (frame: Frame, secrets: readonly NamedSecret[]) =>
        willFill(session, page, frame, secrets, credential),
      hasSent: () => session.secrets.seal.sent(),
    });
    session.cooldowns.note(credential, end.outcome);
    await record(context, credential, end.origin, end.outcome, end.typed);
    await session.secrets.seal.holds(session.openContext);
    return await resultOf(session, page, credential, end);
  } catch (error) {
    session.secrets.seal.sent();
    await record(
      context,
      credential,
      page.mainFrame.origin,
      isPortolanError(error) ? error.code : 'failed',
      [],
    );
    throw error;
  }
}

function willFill(
  session: Session,
  page: Page,
  frame: Frame,
  secrets: readonly NamedSecret[],
  credential: Credential,
): void {
  const origins = credential.origins.map(originTarget).flatMap((at) => hostAndPort(at) ?? []);
  session.beginFill(
    page,
    frame,
    secrets.filter((secret) => isTelling(secret, credential)),
    [...credential.hosts, ...origins],
  );
  const host = hostAndPort(originTarget(frame.origin));
  if (host !== undefined) session.noteCredentialUse(host);
}

function hostAndPort(target: ReturnType<typeof originTarget>): string | undefined {
  return target === undefined || target === 'blank' ? undefined : `${target.host}:${target.port}`;
}

/** A name that is a common word, or that the caller knows from the id, would only make holes in ordinary text. */
function isTelling({ name, value }: NamedSecret, { id, username }: Credential): boolean {
  if (value !== username || !name.endsWith(' username')) return true;
  return (value.length >= 8 || value.includes('@')) && !id.toLowerCase().includes(value.toLowerCase());
}

async function requireOwn<T>(session: Session, credential: Credential, check: () => T): Promise<T> {
  try {
    return check();
  } catch (error) {
    if (isPortolanError(error))
      await record({ session }, credential, String(error.facts['origin'] ?? 'null'), error.code, []);
    throw error;
  }
}

const FIELDS = { username: 'username', password: 'password', code: 'one-time-code' } as const;

/** Writes each use: who, what, where, which kinds of fields, by which approval, with what outcome. */
async function record(
  { session, operationId, approval }: Pick<OperationContext, 'session' | 'operationId' | 'approval'>,
  credential: Credential,
  origin: string,
  outcome: string,
  typed: LoginEnd['typed'],
): Promise<void> {
  const kinds: readonly FieldKind[] = typed.length === 0 ? ['password'] : typed.map((kind) => FIELDS[kind]);
  for (const field of kinds) {
    const use = { session: session.id, caller: session.owner, credential, origin, field, outcome };
    await session.journal.credentialUsed(
      credentialUsed(compact({ ...use, operationId, approvalId: approval })),
    );
  }
}

function coolingDown(credential: Credential, seconds: number, page: Page): OperationResult {
  return {
    said: 'Login: rate_limited',
    page,
    lines: [
      `Not tried: credential ${JSON.stringify(credential.id)} was refused or limited before, so it rests for ${seconds} s more. A new password in the vault ends that.`,
    ],
    outcome: nothingSent(),
  };
}

function nothingSent(): NonNullable<OperationResult['outcome']> {
  return { dispatch: 'not_sent', effect: 'none', domChanges: 0, requests: 0, stillOpen: [], notes: [] };
}

const NEXT: Readonly<Record<LoginEnd['outcome'], string>> = {
  verified: '',
  rejected: ' This is a result: the credential is no good here. Do not try again; tell the user.',
  challenge:
    ' It proves nothing of the credential. A person has to do it; take a snapshot and try again after that.',
  rate_limited: ' Stop here: trying again makes it worse.',
  inconclusive:
    ' It proves nothing of the credential: take a snapshot, then try again if the sign-in form is still there.',
};

async function resultOf(
  session: Session,
  page: Page,
  credential: Credential,
  { outcome, detail, sent }: LoginEnd,
): Promise<OperationResult> {
  const context = await session.context();
  const opened = sent?.tabs?.map((id) => context.page(id)).find((tab) => tab?.state === 'open');
  if (opened) context.makeCurrent(opened);
  const sealed = session.secrets.seal.isOn
    ? ' The page is sealed: what could read the secret back is refused until another page is there (browser_navigate reload does it).'
    : '';
  return {
    said: `Login: ${outcome}`,
    page: opened ?? page,
    lines: [`${detail} Credential ${JSON.stringify(credential.id)}.${NEXT[outcome]}${sealed}`],
    ...(sent === undefined ? {} : { outcome: sent }),
  };
}
