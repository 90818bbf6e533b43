import type { Kysely } from 'kysely';
import type { ArtifactFilter, ArtifactRecord } from '#journal/artifact-record.ts';
import type { JournalTables } from './schema.ts';

export async function insertArtifact(db: Kysely<JournalTables>, artifact: ArtifactRecord): Promise<void> {
  const { mediaType, sizeBytes, ...same } = artifact;
  await db
    .insertInto('artifacts')
    .values({ ...same, media_type: mediaType, size_bytes: sizeBytes })
    .execute();
}

export async function readArtifacts(
  db: Kysely<JournalTables>,
  filter: ArtifactFilter,
): Promise<readonly ArtifactRecord[]> {
  let query = db.selectFrom('artifacts').selectAll().orderBy('at', 'desc').orderBy('id');
  if (filter.session !== undefined) query = query.where('session', '=', filter.session);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.hash !== undefined) query = query.where('hash', '=', filter.hash);
  if (filter.limit !== undefined) query = query.limit(filter.limit);
  const rows = await query.execute();
  return rows.map(({ media_type, size_bytes, kind, ...same }) => ({
    ...same,
    // Written by insertArtifact only.
    kind: kind as ArtifactRecord['kind'],
    mediaType: media_type,
    sizeBytes: Number(size_bytes),
  }));
}

export async function readArtifactBytes(db: Kysely<JournalTables>): Promise<number> {
  const contents = db.selectFrom('artifacts').select(['hash', 'size_bytes']).distinct().as('contents');
  const total = await db
    .selectFrom(contents)
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('bytes'))
    .executeTakeFirst();
  return Number(total?.bytes ?? 0);
}
