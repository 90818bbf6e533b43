import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#sessions/session.ts';
import type { WorkflowRun } from '#workflow/run-record.ts';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { someOf } from '../support/samples.ts';
import { openSite, type SeenRequest, type Site } from '../support/site.ts';

// Steps of every kind that send, and what breaks under a run: the tab, the browser, the session, whoever waits for it.
const WAYS = {
  'a click': 'Click "Send"',
  'a key': 'Press "Enter" in "Title"',
  'a choice': 'Select "Now" from "When"',
  'a tick': 'Check "Agreed"',
  'a file': 'Upload "a.txt" to "File"',
} as const;
type Way = keyof typeof WAYS;

const FORM = `<!doctype html><meta charset="utf-8"><title>Form</title><form method="post" action="/send">
  <label>Title <input name="title"></label>
  <label>When <select name="when" onchange="this.form.submit()"><option>Later</option><option>Now</option></select></label>
  <label><input type="checkbox" name="agreed" onchange="this.form.submit()"> Agreed</label>
  <label>File <input type="file" name="file" onchange="this.form.submit()"></label>
  <button>Send</button></form>`;

let bench: PortalBench;
let site: Site;
let folder: string;
let breaks: (request: SeenRequest) => Promise<void> | void = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-broken-'));
  await writeFile(join(folder, 'a.txt'), 'a');
  site = await openSite({
    '/form': FORM,
    '/send': async (request, response) => {
      await breaks(request);
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>Sent</title><p>Sent</p>');
    },
  });
  bench = await PortalBench.open({ uploadRoots: [folder], callTimeoutMs: 10_000 });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const posts = () => site.requests.filter(({ method }) => method === 'POST').length;

async function run(session: Session, way: Way, signal?: AbortSignal): Promise<WorkflowRun> {
  const workflow = readWorkflow(
    `---\nname: send\nstart: ${site.origin}/form\n---\n1. Type "Launch" into "Title"\n2. ${WAYS[way]}\n3. Verify that the page contains "Sent"\n`,
    'send.md',
  );
  return await runWorkflow(session, workflow, { waitMs: 800, ...(signal === undefined ? {} : { signal }) });
}

/** Ends the tab's process, and waits until it is known to have ended. */
async function crash(session: Session): Promise<void> {
  const page = await session.currentPage();
  page.send('Page.crash').catch(() => {});
  await expect.poll(() => page.state).not.toBe('open');
}

/** What breaks while the server has the form and has not answered. */
const BROKEN = {
  'the tab is closed': async (session: Session) => {
    await (await session.currentPage()).send('Page.close').catch(() => {});
  },
  'the tab crashes': crash,
  'the session is closed': (session: Session) => {
    void session.close('somebody ended it');
  },
  'whoever waits gives up': (_: Session, stop: AbortController) => stop.abort(),
} as const;

for (const [broken, breakIt] of Object.entries(BROKEN))
  proves(
    ['W-52', 'W-55', 'W-20'],
    `${broken} after the form was sent: it was sent once, no later step is done, and the run says that it failed`,
    async () => {
      for (const way of someOf(Object.keys(WAYS) as Way[], 1)) {
        const session = await bench.broker.open('test');
        const stop = new AbortController();
        const before = posts();
        breaks = async () => await breakIt(session, stop);
        const done = await run(session, way, stop.signal);
        breaks = () => {};
        const told = `${way}: ${done.said}`;
        expect(posts() - before, told).toBe(1);
        expect(done.state, told).toBe('failed');
        expect(done.steps.length, told).toBeLessThanOrEqual(3);
        expect(done.steps[1]?.attempts, told).toHaveLength(1);
        await session.close('the test is over');
      }
    },
    120_000,
  );

test('each way of sending sends once, and the session goes on after a run that broke', async () => {
  const session = await bench.broker.open('test');
  breaks = async () => await crash(session);
  expect((await run(session, 'a click')).state).toBe('failed');
  breaks = () => {};
  for (const way of Object.keys(WAYS) as Way[]) {
    const before = posts();
    const done = await run(session, way);
    expect(done.said, way).toBe('Done and checked: 3 of 3 steps.');
    expect(posts() - before, way).toBe(1);
  }
  await session.close('the test is over');
}, 90_000);

test('two runs that are asked for at once in one session go one after the other', async () => {
  const session = await bench.broker.open('test');
  const before = posts();
  const [one, other] = await Promise.all([run(session, 'a click'), run(session, 'a key')]);
  expect([one.said, other.said]).toEqual(Array(2).fill('Done and checked: 3 of 3 steps.'));
  expect(posts() - before).toBe(2);
  await session.close('the test is over');
}, 60_000);
