import { dropPreparation } from '#actions/preparation.ts';
import type { Gate } from '#journal/approvals.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { cutText } from '#kernel/untrusted-text.ts';
import { fail } from '#policy/errors.ts';
import type { Judgement } from '#policy/judge.ts';
import { type Bound, type BoundCall, boundOf } from './bound.ts';
import type { Session } from './session.ts';
import { originOf } from './session-journal.ts';

/** A call that a person has to be asked about. */
export interface AskedCall extends BoundCall {
  readonly judgement: Judgement;
  readonly bound: Bound;
}

/** By what a call went through: the rule, and the gate at which a person allowed it, if one was asked. */
export interface Pass {
  readonly rule: string;
  readonly approval?: string;
}

/** Passes of steps that were approved together, by what they are bound to. */
export type ApprovedSteps = Map<string, Pass[]>;

const POLL_MS = 200;
const NOT_SENT = { dispatch: 'not_sent' } as const;
const ARGUMENTS_LIMIT = 4_000;

/**
 * Decides a planned call: gives what lets it through, or throws. What has to be asked about is asked
 * about, and goes through when exactly this was approved.
 *
 * @throws user_action_required, or `blocked_host` for a host outside, with the gate in `facts.approval` when
 *   a person can still say yes; approval_declined when one said no; denied, blocked_scheme, blocked_address.
 */
export async function passGate(
  session: Session,
  call: BoundCall,
  deadline: Deadline,
  {
    approved,
    confirmedBy,
  }: { readonly approved?: ApprovedSteps | undefined; readonly confirmedBy?: string | undefined } = {},
): Promise<Pass | 'ask-again'> {
  const judgement = session.judge(call.plan);
  if (judgement.verdict === 'allow') return { rule: judgement.rule };
  // Somebody is asked, or it is refused: the page stops expecting it.
  if (call.plan.resolved !== undefined) dropPreparation(call.plan.resolved.frame);
  if (judgement.verdict === 'deny') throw refusalOf(judgement);
  // A host outside is more than one call's to open.
  if (confirmedBy !== undefined && judgement.opens === undefined)
    return { rule: `${judgement.rule}; confirmed by ${confirmedBy}` };
  const asked = { ...call, judgement, bound: await boundOf(session, call, deadline) };
  const pass = approved?.get(asked.bound.loose)?.shift() ?? (await useApproval(session, asked));
  if (pass !== undefined) return pass;
  await ask(session, [asked], deadline);
  return 'ask-again';
}

/** Takes the approval of a call, if there is one, and opens the host that it names. */
export async function useApproval(
  session: Session,
  { judgement, bound }: AskedCall,
): Promise<Pass | undefined> {
  const used = await session.journal.approvals.use(session.id, bound.exact);
  if (used === undefined) return undefined;
  if (judgement.opens) await session.openHost(judgement.opens, used.gate);
  const { gate, answeredBy } = used;
  return {
    rule: `${judgement.rule}; approved by ${answeredBy ?? 'a person'} (${gate})`,
    approval: gate,
  };
}

/**
 * Asks a person about calls, all at one gate, and waits for as long as the settings say.
 *
 * @throws what passGate throws, unless all were approved meanwhile.
 */
export async function ask(session: Session, calls: readonly AskedCall[], deadline: Deadline): Promise<void> {
  const [first] = calls;
  if (first === undefined) return;
  await refuseDeclined(session, calls);
  const gate = (await waitingGate(session, calls)) ?? (await openGate(session, calls));
  const untilMs = Math.min(session.settings.approvalWaitMs ?? 0, leftMs(deadline));
  const startedMs = Date.now();
  while (Date.now() - startedMs < untilMs) {
    await sleep(POLL_MS, deadline.signal);
    session.requireUnlocked();
    const records = await session.journal.approvals.records({ gate: gate.gate });
    if (records.every(({ state }) => state === 'approved')) return;
    if (records.some(({ state }) => state === 'declined')) throw declined(gate.gate);
  }
  throw waits(first.judgement, gate.gate);
}

async function openGate(session: Session, calls: readonly AskedCall[]): Promise<Gate> {
  const shown = calls.map(({ plan }) => plan.resolved?.page ?? plan.page).find((page) => page !== undefined);
  const picture = await session.pictureForGate(shown).catch(() => null);
  return await session.journal.approvals.ask({
    session: session.id,
    owner: session.owner,
    picture,
    actions: calls.map((call) => ({
      bound: call.bound.exact,
      operation: call.operation,
      description: inWords(call),
      effect: call.judgement.effect,
      origin: originOf(call.plan.url),
      destination: call.plan.destination ?? null,
      rule: call.judgement.rule,
    })),
  });
}

async function waitingGate(session: Session, calls: readonly AskedCall[]): Promise<Gate | undefined> {
  const wanted = calls.map(({ bound }) => bound.exact).sort();
  const gates = await session.journal.approvals.waiting({ session: session.id });
  return gates.find(({ actions }) => {
    const asked = actions.map(({ bound }) => bound).sort();
    return asked.length === wanted.length && asked.every((bound, place) => bound === wanted[place]);
  });
}

/** What a person has just refused is not asked about again as long as that answer stands. */
async function refuseDeclined(session: Session, calls: readonly AskedCall[]): Promise<void> {
  const { approvals } = session.journal;
  for (const { bound } of calls) {
    const [refused] = await approvals.records({
      session: session.id,
      bound: bound.exact,
      state: 'declined',
      openAtMs: Date.now(),
    });
    if (refused) throw declined(refused.gate);
  }
}

function declined(gate: string): PortolanError {
  return fail('approval_declined', `A person said no to this (${gate}).`, { gate, ...NOT_SENT });
}

function refusalOf({ code = 'user_action_required', sentence, rule }: Judgement): PortolanError {
  return fail(code, sentence, { rule, ...NOT_SENT });
}

function waits({ code = 'user_action_required', sentence, rule }: Judgement, gate: string): PortolanError {
  return fail(code, `${sentence} A person can allow it.`, {
    rule,
    approval: gate,
    remedy: `Tell the user: "portolan approvals" shows ${gate} and answers it. Once it is approved, send the same call again; the page must be as it is now.`,
    ...NOT_SENT,
  });
}

/** The gate that an error waits at, if it does. */
export function gateIn(error: unknown): string | undefined {
  const gate = isPortolanError(error) ? error.facts['approval'] : undefined;
  return typeof gate === 'string' ? gate : undefined;
}

function inWords({ operation, input, plan, judgement, together = [] }: AskedCall): string {
  if (plan.shown !== undefined)
    return `${operation} ${plan.target ?? ''}:\n${cutText(plan.shown, ARGUMENTS_LIMIT)}`;
  const given = compact({ ...(typeof input === 'object' ? input : {}), ref: undefined });
  const how =
    Object.keys(given).length === 0 ? '' : ` with ${cutText(JSON.stringify(given), ARGUMENTS_LIMIT)}`;
  const where =
    plan.destination === undefined ? '' : `, which leads to ${cutText(plan.destination, ARGUMENTS_LIMIT)}`;
  const { opens } = judgement;
  const opened =
    opens === undefined ? '' : `, and opens ${opens.host}:${opens.port} to this session until it ends`;
  const steps = together.length < 2 ? '' : `, as a step of: ${cutText(together.join('; '), ARGUMENTS_LIMIT)}`;
  return `${operation} ${plan.target ?? ''}${how}${where}${opened}${steps}`.replace(/ {2,}/g, ' ');
}
