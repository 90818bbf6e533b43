import { type Kysely, sql } from 'kysely';
import type { JournalRecord } from '#journal/event.ts';
import { recordOf } from './event-row.ts';
import type { RecordFilter } from './journal-store.ts';
import type { JournalTables } from './schema.ts';

/** Records that fit the filter, in order of time, then session, then place in its chain. */
export async function readRecords(
  db: Kysely<JournalTables>,
  filter: RecordFilter,
): Promise<readonly JournalRecord[]> {
  const { session, kinds, operationId, since, until, text, limit, after } = filter;
  let query = db.selectFrom('events').selectAll();
  if (session !== undefined) query = query.where('session', '=', session);
  if (kinds !== undefined) query = query.where('kind', 'in', [...kinds]);
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (text !== undefined) query = query.where(containing(text));
  if (after !== undefined) {
    query = query.where(({ eb, and, or }) =>
      or([
        eb('at', '>', after.at),
        and([eb('at', '=', after.at), eb('session', '>', after.session)]),
        and([eb('at', '=', after.at), eb('session', '=', after.session), eb('seq', '>', after.seq)]),
      ]),
    );
  }
  const isNewest = limit !== undefined && after === undefined;
  const direction = isNewest ? 'desc' : 'asc';
  query = query.orderBy('at', direction).orderBy('session', direction).orderBy('seq', direction);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  const records = rows.map(recordOf);
  return isNewest ? records.reverse() : records;
}

function containing(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(lower(body) like ${pattern} escape '\\'
    or lower(coalesce(origin, '')) like ${pattern} escape '\\'
    or lower(coalesce(operation, '')) like ${pattern} escape '\\'
    or lower(coalesce(rule, '')) like ${pattern} escape '\\'
    or lower(coalesce(outcome, '')) like ${pattern} escape '\\')`;
}
