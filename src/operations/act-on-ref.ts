import { z } from 'zod';
import type { ActionOptions, ActionTarget } from '#actions/action-target.ts';
import type { Outcome } from '#actions/outcome.ts';
import type { Preparation } from '#actions/preparation.ts';
import { compact } from '#kernel/compact.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { OperationContext } from '#sessions/operation.ts';
import type { OperationResult, Plan } from '#sessions/plan.ts';
import type { Session } from '#sessions/session.ts';
import { type ResolvedRef, resolveRef } from '#snapshot/resolve-ref.ts';
import type { SeenRegister } from '#snapshot/seen-register.ts';
import { requestOf } from '#snapshot/take-snapshot.ts';
import { afterAction } from './after-action.ts';

/** Most time an action may take. */
export const ACTION_TIMEOUT_MS = 50_000;

/** Any text: whether it is a ref is for the resolver to say, under its own code. */
export const refInput = z.string().max(1_000);

/** A plan about one element. */
export interface RefPlan extends Plan {
  readonly target: string;
  readonly resolved: ResolvedRef;
}

/**
 * Finds what a ref stands for among the tabs of the session. Touches nothing.
 *
 * @throws stale_ref, detached_ref, invalid_ref.
 */
export async function resolve({ session }: OperationContext, ref: string): Promise<ResolvedRef> {
  return resolveRef({ tabs: await session.context(), seen: await session.seen() }, ref);
}

/** Address of the document that holds the element; of its tab where that document has none of its own. */
export function addressOf({ frame, page }: Pick<ResolvedRef, 'frame' | 'page'>): string {
  return /^https?:/.test(frame.url) ? frame.url : page.url;
}

/** The plan of an action on an element, with what it is foreseen to do. */
export function planOn<Foreseen extends Pick<Plan, 'effects'>>(
  resolved: ResolvedRef,
  ref: string,
  foreseen: Foreseen,
): Foreseen & RefPlan {
  return { ...foreseen, url: addressOf(resolved), target: inWords(resolved), ref, resolved };
}

/** The element in the words it was shown in. */
export function inWords({ text, shown }: ResolvedRef): string {
  if (!shown) return text;
  const name = shown.name === '' ? '' : ` ${quotePageText(shown.name)}`;
  return `${shown.role}${name} ${text}`;
}

/**
 * Runs an action on a resolved ref in its own tab, which becomes current, and says so when it was not.
 */
export async function actOn(
  { session, deadline, looks, recorded, next }: OperationContext,
  { resolved, target }: RefPlan,
  verb: string,
  act: (target: ActionTarget, options: ActionOptions) => Promise<Outcome>,
): Promise<OperationResult> {
  const context = await session.context();
  const { page } = resolved;
  const isSwitch = context.current !== page;
  if (isSwitch) {
    context.makeCurrent(page);
    await page.bringToFront();
  }
  const { settle, actionTimeoutMs } = session.settings;
  const generation = page.generation;
  const seenVersion = seenVersionOf(session, resolved);
  const walk =
    looks === true ? requestOf({ budgetCharacters: session.settings.budgetCharacters }) : undefined;
  const acted = await act(
    resolved,
    compact({ context, deadline, settle, actionTimeoutMs, seenVersion, walk, recorded, next }),
  );
  const outcome = noteWhatItBecame(await session.seen(), resolved, generation, acted);
  const done = `${outcome.dispatch === 'not_sent' ? 'Left as it was' : verb}: ${target}.`;
  const said = isSwitch ? `${done} Now on tab ${page.id}.` : done;
  return await afterAction({ session, deadline }, page, said, outcome);
}

/** The request of an action as the action itself will make it. */
export function preparing<Request extends Preparation['request']>(
  { session }: Pick<OperationContext, 'session'>,
  resolved: ResolvedRef,
  request: Request,
): Preparation['request'] {
  const { settle } = session.settings;
  return compact({ ...request, seenVersion: seenVersionOf(session, resolved), settle });
}

/** The version at which the element's document was last shown. */
function seenVersionOf(session: Session, { page, frame }: ResolvedRef): number | undefined {
  return session.views.of(page)?.documents.find(({ documentId }) => documentId === frame.documentId)
    ?.domVersion;
}

/** A change that our own action made is no reason to refuse the ref later; what it is now is told. */
function noteWhatItBecame(
  seen: SeenRegister,
  { text, shown }: ResolvedRef,
  generation: number,
  outcome: Outcome,
): Outcome {
  const { became } = outcome;
  if (!became) return outcome;
  seen.noteOne(text, generation, became);
  if (!shown || became.name === '' || (shown.name === became.name && shown.role === became.role))
    return outcome;
  const was = `${shown.role} ${quotePageText(shown.name)}`;
  const now =
    shown.role === became.role ? quotePageText(became.name) : `${became.role} ${quotePageText(became.name)}`;
  return { ...outcome, notes: [...outcome.notes, `${was} is now ${now}.`] };
}
