import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep } from '#kernel/deadline.ts';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { someOf } from '../../support/samples.ts';
import { type Answer, openSite, type Site } from '../../support/site.ts';

/** Short, so that a call that is answered by its deadline is answered soon. */
const CALL_MS = 2_500;
/** What a loaded machine may take beyond the second that is promised. */
const SLACK_MS = 8_000;
/** A call that hung would take its default of 50 s. */
const HANG_LIMIT_MS = 15_000;

const endless: Answer = (_, response) => {
  response.setHeader('content-type', 'text/html');
  response.write('<!doctype html><title>Endless</title><h1>Endless</h1><button>b</button>');
};

const PAGES: Record<string, string | Answer> = {
  '/loops': `<!doctype html><title>Loops</title><h1>Loops</h1>
    <button onclick="for(;;);">Click</button><button onmousedown="for(;;);">Press</button>
    <button onclick="setTimeout(()=>{for(;;);},50)">Timer</button>
    <button onclick="(function f(){Promise.resolve().then(f)})()">Microtasks</button>
    <button onclick="for(;;)alert('again')">Alerts</button>
    <button onclick="setInterval(()=>{for(let t=Date.now();Date.now()-t<60000;);},0)">Again and again</button>`,
  '/page': '<!doctype html><title>Page</title><h1>Page</h1><button>b</button>',
  '/set': `<!doctype html><title>Set</title><script>document.cookie='who=ana'</script><h1>Set</h1><button>b</button>`,
  '/who': `<!doctype html><title>Who</title><h1></h1><button>b</button><script>document.querySelector('h1').textContent='Cookie '+document.cookie</script>`,
  '/endless': endless,
  '/silent': () => {},
  '/many': `<!doctype html><title>Many</title><h1>Many</h1><div id=all></div><button>b</button>
    <script>const d=document.createDocumentFragment();for(let i=0;i<120000;i++){const b=document.createElement('button');b.textContent='Button '+i;d.append(b)}all.append(d)</script>`,
};

let bench: PortalBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open({ callTimeoutMs: CALL_MS }), openSite(PAGES)]);
  // The browser starts with its first call, which may take longer than that.
  await (await bench.client()).call('browser_navigate', { url: `${site.origin}/page` });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function at(path: string): Promise<PortalClient> {
  return await bench.clientAt(site.origin + path);
}

async function timed<T>(work: Promise<T>): Promise<{ readonly value: T; readonly tookMs: number }> {
  const startedMs = Date.now();
  const value = await work;
  return { value, tookMs: Date.now() - startedMs };
}

async function goOn(client: PortalClient, name: string): Promise<void> {
  // A slow machine may need the time of a call to end the tab's process; the tab is there for the next one.
  const first = await client.call('browser_navigate', { url: `${site.origin}/page` });
  if (first.isError) expect(first.text, name).toMatch(/^browser\.timeout: /);
  const reply = first.isError
    ? await client.ok('browser_navigate', { url: `${site.origin}/page` })
    : first.text;
  expect(reply, name).toContain('heading "Page"');
  await client.ok('browser_click', { ref: client.ref('button', 'b') });
  await client.session.close('done');
}

proves(
  'R8',
  'a page whose script never gives way is answered for by the deadline, and its tab goes on with another address',
  async () => {
    for (const name of someOf(['Click', 'Press', 'Microtasks', 'Alerts'], 2)) {
      const client = await at('/loops');
      const ref = client.ref('button', name);
      const { value, tookMs } = await timed(client.call('browser_click', { ref }));
      expect(tookMs, name).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
      expect(value.text, name).toMatch(/^browser\.page_unresponsive: /);
      if (name !== 'Click') {
        await goOn(client, name);
        continue;
      }
      const read = await timed(client.call('browser_snapshot'));
      expect(read.tookMs, name).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
      expect(read.value.text, name).toMatch(/^browser\.page_unresponsive: /);
      await goOn(client, name);
    }
  },
  90_000,
);

proves(
  'R8',
  'a tab whose script begins again whenever it is ended is left, and closed, all the same',
  async () => {
    const client = await at('/loops');
    const ref = client.ref('button', 'Again and again');
    await client.call('browser_click', { ref });
    await sleep(500);
    const left = await timed(client.call('browser_navigate', { url: `${site.origin}/page` }));
    if (left.value.isError) await client.ok('browser_navigate', { url: `${site.origin}/page` });
    expect(left.tookMs).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
    await client.ok('browser_navigate', { url: `${site.origin}/loops` });
    await client.call('browser_click', { ref: client.ref('button', 'Click') });
    const closed = await timed(client.ok('browser_tabs', { action: 'close' }));
    expect(closed.tookMs).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
    expect(await client.ok('browser_navigate', { url: `${site.origin}/page` })).toContain('heading "Page"');
  },
  60_000,
);

proves(
  'R8',
  'a load that never ends, and a server that never answers, are told and hold nothing up',
  async () => {
    const client = await at('/page');
    const loading = await timed(client.call('browser_navigate', { url: `${site.origin}/endless` }));
    expect(loading.tookMs).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
    expect(loading.value.text).toMatch(/^Effect: loading/m);
    expect(await client.ok('browser_snapshot')).toContain('heading "Endless"');
    const silent = await timed(client.call('browser_navigate', { url: `${site.origin}/silent` }));
    expect(silent.tookMs).toBeLessThan(CALL_MS + 1_000 + SLACK_MS);
    expect(silent.value.text).toMatch(/^browser\.timeout: /);
    expect(await client.ok('browser_navigate', { url: `${site.origin}/page` })).toContain('heading "Page"');
  },
);

test('a page of very many nodes is answered for, and its tab goes on', async () => {
  const client = await bench.client();
  const { tookMs } = await timed(client.call('browser_navigate', { url: `${site.origin}/many` }));
  expect(tookMs).toBeLessThan(2 * CALL_MS + 5_000 + SLACK_MS);
  expect(await client.ok('browser_navigate', { url: `${site.origin}/page` })).toContain('heading "Page"');
});

proves(
  'R6',
  'a tab that crashes while a call waits is told at once, its refs are void, and it goes on with its cookies',
  async () => {
    const client = await at('/set');
    await client.ok('browser_navigate', { url: `${site.origin}/loops` });
    const ref = client.ref('button', 'Click');
    const page = client.session.openContext?.current;
    const waiting = client.call('browser_click', { ref });
    await sleep(300);
    const crashedMs = Date.now();
    page?.send('Page.crash').catch(() => {});
    const reply = await waiting;
    expect(Date.now() - crashedMs).toBeLessThan(1_000 + SLACK_MS);
    expect(reply.text).toMatch(/^browser\.page_crashed: /);
    await client.refused('page_crashed', 'browser_snapshot');
    const back = await timed(client.ok('browser_navigate', { url: `${site.origin}/who` }));
    expect(back.value).toContain('Cookie who=ana');
    expect(back.tookMs).toBeLessThan(2_000 + SLACK_MS);
    await client.refused('stale_ref', 'browser_click', { ref });
  },
);

test('a hung page holds up neither its neighbours, nor the end of its session, nor that of the server', async () => {
  // The neighbour has to load its page beside one that takes a whole core.
  const own = await PortalBench.open({ callTimeoutMs: 4 * CALL_MS });
  const hung = await own.client();
  await hung.call('browser_navigate', { url: `${site.origin}/page` });
  await hung.ok('browser_navigate', { url: `${site.origin}/loops` });
  const click = hung.call('browser_click', { ref: hung.ref('button', 'Click') });
  const other = await own.client();
  expect(await other.ok('browser_navigate', { url: `${site.origin}/page` })).toContain('heading "Page"');
  expect((await click).text).toMatch(/^browser\.page_unresponsive: /);
  const closed = await timed(hung.session.close('done'));
  expect(closed.tookMs).toBeLessThan(HANG_LIMIT_MS);
  const again = await own.client();
  await again.ok('browser_navigate', { url: `${site.origin}/loops` });
  await again.call('browser_click', { ref: again.ref('button', 'Press') });
  const stopped = await timed(own[Symbol.asyncDispose]());
  expect(stopped.tookMs).toBeLessThan(HANG_LIMIT_MS);
});
