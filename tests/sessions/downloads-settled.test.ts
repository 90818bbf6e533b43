import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageDownload } from '#browser/page-event.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { Emitter } from '#kernel/emitter.ts';
import { Downloads } from '#sessions/downloads.ts';

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('waiting for files leaves no timer behind that would keep the process from its end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-test-'));
  const ended: string[] = [];
  const downloads = new Downloads({
    folder: join(folder, 'kept'),
    limitBytes: 1_000,
    onEnd: async ({ kind }) => void ended.push(kind),
  });
  let finish: (path: string) => void = () => {};
  const finished = new Promise<{ readonly path: string }>((resolve) => {
    finish = (path) => resolve({ path });
  });
  const download: PageDownload = {
    url: 'https://portal.test/report.csv',
    suggestedName: 'report.csv',
    finished,
    received: new Emitter<number>(),
    cancel: async () => {},
    discard: async () => {},
  };
  const before = timers();
  downloads.take(download);
  const settled = downloads.settled(deadlineIn(60_000));
  expect(timers()).toBeGreaterThan(before);
  const source = join(folder, 'coming');
  writeFileSync(source, 'Number,Due\n');
  finish(source);
  await settled;
  expect(ended).toEqual(['saved']);
  expect(timers()).toBe(before);
  await rm(folder, { recursive: true });
});
