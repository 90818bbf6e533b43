import { walk } from '#page/perception/walk.ts';
import { waitsSoFar } from '#page/settle/turns.ts';
import { NOTHING_SETTLED, settleWait } from '#page/settle/world-settle.ts';
import type { FieldHeld, GuardVerdict, SettleReport, SettleRequest, WalkReply } from '#page/wire.ts';
import { endAction } from './end-action.ts';
import { hasReleased, readVerdict } from './guard-state.ts';
import { prepare } from './prepare.ts';
import { readBack } from './read-back.ts';

/**
 * Waits until the work of the input is done here; in the same task it reads back a control and the document, so
 * that no turn of the page lies between.
 */
export async function settleAndRead(request: SettleRequest): Promise<SettleReport> {
  const { limitMs, isOneOfMany, token, releases } = request;
  if (releases !== undefined && !(token !== undefined && hasReleased(token, releases)))
    return { ...NOTHING_SETTLED, tooEarly: true };
  const verdict = token === undefined ? {} : { verdict: readVerdict(token) };
  const stopped = verdict.verdict?.state;
  if (stopped === 'refused' || stopped === 'late') return { ...NOTHING_SETTLED, ...verdict };
  const waits = waitsSoFar();
  const report = await settleWait(limitMs, isOneOfMany);
  const held = request.readBack === undefined ? {} : { held: readBack(request.readBack) };
  if (request.next !== undefined && isDone(report, verdict.verdict, held.held)) {
    endAction(token);
    return { ...report, ...verdict, ...held, next: await prepare(request.next) };
  }
  const walked = report.ended === 'empty' && request.walk !== undefined ? walk(request.walk) : null;
  return { ...report, ...verdict, ...held, ...asWalked(walked, waitsSoFar() === waits) };
}

function isDone(
  { ended }: SettleReport,
  verdict: GuardVerdict | undefined,
  held: FieldHeld | undefined,
): boolean {
  return ended === 'empty' && verdict?.state === 'ok' && held?.matches !== false;
}

function asWalked(reply: WalkReply | null, atOnce: boolean): Pick<SettleReport, 'walked'> {
  return reply === null ? {} : { walked: { reply, atOnce } };
}
