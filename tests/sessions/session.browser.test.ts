import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalRecord } from '#journal/event.ts';
import { sleep } from '#kernel/deadline.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, PortalClient } from '../support/portal-client.ts';
import { openSite } from '../support/site.ts';

const COOKIE_PAGE = {
  '/set':
    '<!doctype html><title>Set</title><script>document.cookie = "who=" + location.search.slice(1)</script><h1>Set</h1><button>b</button>',
  '/show':
    '<!doctype html><title>Show</title><h1></h1><button>b</button><script>document.querySelector("h1").textContent = "Cookie: " + document.cookie</script>',
  '/hang': '<!doctype html><title>Hang</title><button onclick="for(;;);">Loop</button>',
};

async function browserPid(bench: PortalBench): Promise<number> {
  const [folder] = await readdir(join(bench.dataDir, 'browsers'));
  const record: { pid: number } = JSON.parse(
    execFileSync('cat', [join(bench.dataDir, 'browsers', folder ?? '', 'owner.json')]).toString(),
  );
  return record.pid;
}

test('two sessions of one server share no cookie, and an owner finds its own session again', async () => {
  await using bench = await PortalBench.open();
  await using site = await openSite(COOKIE_PAGE);
  const [first, second] = [await bench.client(), await bench.client()];
  await first.ok('browser_navigate', { url: `${site.origin}/set?ana` });
  await second.ok('browser_navigate', { url: `${site.origin}/set?rui` });
  expect(await first.ok('browser_navigate', { url: `${site.origin}/show` })).toContain('Cookie: who=ana');
  expect(await second.ok('browser_navigate', { url: `${site.origin}/show` })).toContain('Cookie: who=rui');
  const again = await bench.broker.open('test', { name: first.session.name });
  expect(again).toBe(first.session);
  expect(bench.broker.find('another', first.session.name)).toBeUndefined();
  const old = first.ref('button', 'b');
  await first.ok('browser_tabs', { action: 'reset' });
  expect(await first.ok('browser_navigate', { url: `${site.origin}/show` })).not.toContain('who=ana');
  await first.refused('stale_ref', 'browser_click', { ref: old });
});

proves(
  'R7',
  'a killed browser ends waiting calls, is told once, and the next call has a new one',
  async () => {
    await using bench = await PortalBench.open();
    await using other = await PortalBench.open();
    await using site = await openSite(COOKIE_PAGE);
    const client = await bench.client();
    const untouched = await other.client();
    await untouched.ok('browser_navigate', { url: `${site.origin}/set?x` });
    await client.ok('browser_navigate', { url: `${site.origin}/hang` });
    const ref = client.ref('button', 'Loop');
    const waiting = client.call('browser_click', { ref });
    await sleep(500);
    process.kill(await browserPid(bench), 'SIGKILL');
    const reply = await waiting;
    expect(reply.text).toMatch(/^browser\.browser_gone: /);
    await client.ok('browser_navigate', { url: `${site.origin}/show` });
    await client.refused('stale_ref', 'browser_click', { ref });
    expect(await untouched.ok('browser_snapshot')).toContain('heading "Set"');

    process.kill(await browserPid(bench), 'SIGKILL');
    await sleep(1_500);
    await client.refused('browser_gone', 'browser_snapshot');
    await client.ok('browser_navigate', { url: `${site.origin}/show` });
  },
);

test('a page that never gives way is answered, and another address can be opened after its script is ended', async () => {
  await using bench = await PortalBench.open();
  await using site = await openSite(COOKIE_PAGE);
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/hang` });
  const controller = new AbortController();
  const { portalFace } = await import('#faces/portal/face.ts');
  const call = portalFace.call(
    client.session,
    'browser_click',
    { ref: client.ref('button', 'Loop') },
    { signal: controller.signal },
  );
  await sleep(800);
  controller.abort();
  expect((await call).text).toMatch(/^browser\.cancelled: /);
  await client.ok('browser_tabs', { action: 'new', url: `${site.origin}/show` });
});

test('a named profile keeps its cookies for the next server, and one session has it at a time', async () => {
  await using site = await openSite({
    ...COOKIE_PAGE,
    '/keep':
      '<!doctype html><title>Keep</title><h1>Keep</h1><button>b</button><script>document.cookie = "kept=yes; max-age=3600"</script>',
  });
  const first = await PortalBench.open({ profile: 'work' });
  const client = await first.client();
  await client.ok('browser_navigate', { url: `${site.origin}/keep` });
  const second = await first.client();
  await second.refused('environment', 'browser_navigate', { url: `${site.origin}/show` });
  await client.session.close('done');
  const later = await first.client();
  expect(await later.ok('browser_navigate', { url: `${site.origin}/show` })).toContain('kept=yes');
  await first[Symbol.asyncDispose]();
});

test('a session that was idle for too long is told so once, then starts anew', async () => {
  await using bench = await PortalBench.open({ idleTimeoutMs: 200 });
  await using site = await openSite(COOKIE_PAGE);
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/set?x` });
  await sleep(400);
  await bench.broker.closeIdle();
  const back = new PortalClient(await bench.broker.open('test', { name: client.session.name }));
  await back.refused('session_lost', 'browser_snapshot');
  await back.ok('browser_navigate', { url: `${site.origin}/show` });
  await back.refused('stale_ref', 'browser_click', { ref: client.ref('button', 'b') });
});

test('what a session did is in the journal, with intent before and outcome after, and the chain verifies', async () => {
  await using bench = await PortalBench.open();
  await using site = await openSite(COOKIE_PAGE);
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/show` });
  await client.ok('browser_click', { ref: client.ref('button', 'b') });
  await client.refused('blocked_host', 'browser_navigate', { url: 'http://other.example/' });
  await bench.broker.journal.flush();
  const records: JournalRecord[] = [];
  for await (const record of bench.broker.journal.log.read({ session: client.session.id }))
    records.push(record);
  const kinds = records.map((record) => `${record.kind}${record.operation ? `:${record.operation}` : ''}`);
  expect(kinds).toEqual([
    'session-opened',
    'operation-intent:navigate',
    'operation-outcome:navigate',
    'operation-intent:click',
    'operation-outcome:click',
    // A person could allow the host: it was asked, with a picture.
    'artifact',
    'approval-asked',
  ]);
  expect(records[4]).toMatchObject({
    effect: 'activate',
    dispatch: 'sent',
    outcome: 'none',
    decision: 'allow',
  });
  expect((await bench.broker.journal.log.verify()).faults).toEqual([]);
});
