import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ArtifactContent } from '#journal/artifact-files.ts';
import { Journal } from '#journal/journal.ts';
import { proves } from '../spec/proves.ts';
import { freshFolder } from './support/data-folder.ts';
import { redactorWithCanary } from './support/plain-redactor.ts';

const META = { session: 's', kind: 'screenshot', mediaType: 'image/png', name: 'page.png' } as const;
const IMAGE = new Uint8Array([137, 80, 78, 71, 0, 255]);
const HASH = createHash('sha256').update(IMAGE).digest('hex');

async function open(dataDir: string, limits = { eachBytes: 1_000, allBytes: 2_500 }) {
  const journal = await Journal.open({ dataDir, redactor: redactorWithCanary(), artifactLimits: limits });
  return journal;
}

function filesIn(dataDir: string): readonly string[] {
  const folder = join(dataDir, 'artifacts');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

test('a content is a file named by its hash, with a line in the index and an event in the chain', async () => {
  const dataDir = freshFolder();
  await using journal = await open(dataDir);
  const kept = await journal.artifacts.put(IMAGE, META);
  expect(kept).toMatchObject({ ...META, hash: HASH, sizeBytes: 6 });
  expect(filesIn(dataDir)).toEqual([join(HASH.slice(0, 2), HASH.slice(2))]);
  expect(statSync(journal.artifacts.path(HASH)).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'artifacts')).mode & 0o777).toBe(0o700);
  expect(Buffer.from(await journal.artifacts.get(HASH))).toEqual(Buffer.from(IMAGE));
  expect(await journal.artifacts.list({ session: 's' })).toEqual([kept]);
  const { value: event } = await journal.log.read({ kinds: ['artifact'] }).next();
  expect(event).toMatchObject({ session: 's', body: { id: kept.id, hash: HASH, sizeBytes: 6 } });
});

test('bytes, a stream and a second session with the same content share one file', async () => {
  const dataDir = freshFolder();
  await using journal = await open(dataDir);
  const stream: ArtifactContent = Readable.from([IMAGE.slice(0, 2), IMAGE.slice(2)]);
  const kept = await Promise.all([
    journal.artifacts.put(IMAGE, META),
    journal.artifacts.put(stream, META),
    journal.artifacts.put(IMAGE, { ...META, session: 't' }),
  ]);
  expect(kept.map((artifact) => artifact.hash)).toEqual([HASH, HASH, HASH]);
  expect(filesIn(dataDir)).toHaveLength(1);
  expect(await journal.artifacts.list()).toHaveLength(3);
});

test('over the limit of one, or of all, nothing is kept', async () => {
  const dataDir = freshFolder();
  await using journal = await open(dataDir);
  const chunk = (fill: number) => new Uint8Array(900).fill(fill);
  const endless = Readable.from(
    (function* () {
      for (;;) yield chunk(0);
    })(),
  );
  await expect(journal.artifacts.put(endless, META)).rejects.toMatchObject({
    code: 'limit_exceeded',
    facts: { limitBytes: 1_000 },
  });
  await journal.artifacts.put(chunk(1), META);
  await journal.artifacts.put(chunk(2), META);
  await expect(journal.artifacts.put(chunk(3), META)).rejects.toMatchObject({
    code: 'limit_exceeded',
    facts: { limitBytes: 2_500 },
  });
  // What is there already takes no room.
  await journal.artifacts.put(chunk(2), META);
  expect(filesIn(dataDir)).toHaveLength(2);
  expect(await journal.artifacts.list()).toHaveLength(3);
});

test('a stream that breaks leaves nothing behind', async () => {
  const dataDir = freshFolder();
  await using journal = await open(dataDir);
  const broken = Readable.from(
    (function* () {
      yield IMAGE;
      throw new Error('the connection broke');
    })(),
  );
  await expect(journal.artifacts.put(broken, META)).rejects.toThrow('the connection broke');
  expect(filesIn(dataDir)).toEqual([]);
  expect(await journal.artifacts.list()).toEqual([]);
});

test('a file that was changed or is gone is not given out, nor is what is no hash', async () => {
  await using journal = await open(freshFolder());
  await journal.artifacts.put(IMAGE, META);
  writeFileSync(journal.artifacts.path(HASH), 'something else');
  await expect(journal.artifacts.get(HASH)).rejects.toMatchObject({ code: 'environment' });
  rmSync(journal.artifacts.path(HASH));
  await expect(journal.artifacts.get(HASH)).rejects.toMatchObject({ code: 'environment' });
  for (const name of ['../../etc/passwd', HASH.toUpperCase(), '']) {
    expect(() => journal.artifacts.path(name)).toThrow('64 hexadecimal digits');
  }
});

proves(
  'R14',
  'a folder for artifacts that cannot be made is refused with the folder and the fix',
  async () => {
    const dataDir = freshFolder();
    await using journal = await open(dataDir);
    writeFileSync(join(dataDir, 'artifacts'), 'a file in the way');
    await expect(journal.artifacts.put(IMAGE, META)).rejects.toMatchObject({
      code: 'environment',
      facts: { folder: join(dataDir, 'artifacts') },
    });
    expect(await journal.artifacts.list()).toEqual([]);
  },
);
