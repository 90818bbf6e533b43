import { fail } from '#kernel/errors.ts';
import { openJournalLog } from '#sessions/open-journal-log.ts';

const FAULTS_EXIT = 1;
const UNITS_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export interface LogQuery {
  readonly session?: string;
  readonly since?: string;
  readonly until?: string;
  readonly text?: string;
  readonly tail?: string;
  readonly verify?: true;
  readonly json?: true;
}

type JournalLog = Awaited<ReturnType<typeof openJournalLog>>;
type LogRecord = ReturnType<JournalLog['read']> extends AsyncGenerator<infer Item> ? Item : never;

/** `portolan log`: prints what was recorded, oldest first, or checks that nothing was changed since. */
export async function log(dataDir: string, query: LogQuery): Promise<void> {
  const { session, text, since, until } = query;
  const filter = {
    limit: tailOf(query.tail),
    ...(session === undefined ? {} : { session }),
    ...(text === undefined ? {} : { text }),
    ...(since === undefined ? {} : { since: timeOf(since, '--since') }),
    ...(until === undefined ? {} : { until: timeOf(until, '--until') }),
  };
  const journal = await openJournalLog(dataDir);
  try {
    if (query.verify) await verify(journal, query);
    else if (query.json) for await (const line of journal.lines(filter)) console.log(line);
    else for await (const record of journal.read(filter)) console.log(lineOf(record));
  } finally {
    await journal.close();
  }
}

async function verify(journal: JournalLog, { session, json }: LogQuery): Promise<void> {
  const { faults, integrityFaults } = await journal.verify(session);
  const isWhole = faults.length === 0 && integrityFaults.length === 0;
  if (json) console.log(JSON.stringify({ ok: isWhole, faults, integrityFaults }));
  else if (isWhole) console.log('The journal is as it was written.');
  for (const fault of json ? [] : faults) {
    console.log(`${fault.kind}: ${[fault.session, fault.seq].filter(Boolean).join(' ')} ${fault.says}`);
  }
  for (const fault of json ? [] : integrityFaults) console.log(`database: ${fault}`);
  if (!isWhole) process.exitCode = FAULTS_EXIT;
}

function lineOf(record: LogRecord): string {
  const { at, session, seq, kind, operation, effect, origin, dispatch, outcome, rule, durationMs } = record;
  const took = durationMs === undefined ? undefined : `${Math.round(durationMs)} ms`;
  const ended = [dispatch, outcome].filter((word) => word !== undefined).join('/');
  const words = [operation, effect, origin, ended, rule === undefined ? undefined : `by ${rule}`, took];
  const said = words.filter((word) => word !== undefined && word !== '');
  return [at, `${session}#${seq}`, kind, ...said].join('  ');
}

function tailOf(given: string | undefined): number {
  if (given === 'all') return Number.POSITIVE_INFINITY;
  const count = Number(given ?? 50);
  if (Number.isInteger(count) && count > 0) return count;
  throw fail('invalid_arguments', `--tail is not valid: ${JSON.stringify(given)}.`, {
    remedy: 'Give a whole number from 1, or all.',
  });
}

/** A moment as it is written, or how long ago it was: `30m`, `2h`, `7d`. */
function timeOf(given: string, flag: string): string {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(given) ?? [];
  const agoMs = Number(count) * (UNITS_MS[unit as keyof typeof UNITS_MS] ?? Number.NaN);
  const moment = Number.isNaN(agoMs) ? new Date(given) : new Date(Date.now() - agoMs);
  if (!Number.isNaN(moment.getTime())) return moment.toISOString();
  throw fail('invalid_arguments', `${flag} is not valid: ${JSON.stringify(given)}.`, {
    remedy: 'Give a time such as 2026-11-30T09:00, or an age such as 30m, 2h or 7d.',
  });
}
