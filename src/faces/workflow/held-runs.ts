import type { Session } from '#sessions/session.ts';
import { fail } from '#workflow/errors.ts';
import type { WorkflowRun } from '#workflow/run-record.ts';

/** A run that stopped at a gate: the same call goes on from there, and does nothing of it twice. */
interface HeldRun {
  readonly call: string;
  readonly run: string;
  readonly step: number;
  readonly gate: string;
}

const held = new WeakMap<Session, HeldRun>();

/** Notes where a run stopped; any other end lets go of what was held before. */
export function holdRun(session: Session, args: object, { id, steps, gate }: WorkflowRun): void {
  const last = steps.at(-1);
  if (last === undefined || gate === undefined) held.delete(session);
  else held.set(session, { call: JSON.stringify(args), run: id, step: last.number, gate });
}

/**
 * The run that this call goes on with: the same call stopped at a gate that a person has allowed since.
 *
 * @throws run_held as long as the gate waits, and once when a person said no: nothing is done again by mistake.
 */
export async function heldRun(session: Session, args: object): Promise<HeldRun | undefined> {
  const waiting = held.get(session);
  if (waiting === undefined || waiting.call !== JSON.stringify(args)) return undefined;
  const records = await session.journal.approvals.records({ gate: waiting.gate });
  if (records.length > 0 && records.every(({ state }) => state === 'approved')) return waiting;
  const isOpen = records.some(({ state, expiresAtMs }) => state === 'waiting' && expiresAtMs > Date.now());
  if (!isOpen) held.delete(session);
  const { step, gate } = waiting;
  if (isOpen)
    throw fail('run_held', `Step ${step} of this run still waits for a person's word (${gate}).`, {
      approval: gate,
      remedy: `Tell the user: "portolan approvals" shows ${gate} and answers it. Then send the same call again.`,
    });
  throw fail('run_held', `Nobody has allowed step ${step} of this run (${gate}).`, {
    remedy: `Tell the user. To go on without it, give from; to begin anew, send the same call once more.`,
  });
}
