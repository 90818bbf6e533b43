import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateChange } from '#messages/wire.ts';
import { createToolset } from '#transports/library/create-toolset.ts';
import { proves } from '../../spec/proves.ts';
import { openSite, type Site } from '../../support/site.ts';
import { blockOf, ToolsetBench, textOf, use } from './bench.ts';
import { TOOLSET_PAGES } from './pages.ts';

const ALL_ON = {
  file_upload: { enabled: true },
  read_console: { enabled: true },
  read_network: { enabled: true },
  javascript_exec: { enabled: true },
};

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

let bench: ToolsetBench;
let site: Site;
let folder: string;
const asked: string[] = [];
const { promise: leave, resolve: letLeave } = withResolvers();
const { promise: hasLeft, resolve: left } = withResolvers();
let answer: unknown = true;
/** What happens on the way to the answer. */
let meanwhile: () => Promise<void> = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-uploads-'));
  await mkdir(join(folder, 'in'));
  await writeFile(join(folder, 'in', 'note.txt'), 'note');
  await writeFile(join(folder, 'staged.pdf'), 'staged');
  await writeFile(join(folder, 'outside.txt'), 'outside');
  await symlink(join(folder, 'outside.txt'), join(folder, 'in', 'link.txt'));
  site = await openSite({
    ...TOOLSET_PAGES,
    '/leaving':
      "<!doctype html><title>Leaving</title><input aria-label=Here autofocus><script>fetch('/leave').then(()=>location.href='/left')</script>",
    '/leave': async (_, response) => {
      await leave;
      response.end();
    },
    '/left': (_, response) => {
      response.end('<!doctype html><title>Left</title><input aria-label=There autofocus>');
      left();
    },
    '/many-files':
      "<!doctype html><title>Files</title><script>let n=0;const timer=setInterval(()=>{const frame=document.createElement('iframe');frame.src='/file.csv?'+n;document.body.append(frame);n+=1;if(n===12)clearInterval(timer)},80)</script>",
    '/file.csv': (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="r.csv"',
      });
      response.end('a,b\n');
    },
  });
  bench = await ToolsetBench.open({
    configs: ALL_ON,
    uploadRoots: [join(folder, 'in')],
    documents: { 'doc-1': join(folder, 'staged.pdf') },
    confirm: async ({ description }) => {
      asked.push(description);
      await meanwhile();
      return answer as boolean;
    },
  });
  await bench.ok('navigate', { url: `${site.origin}/` });
  await bench.ok('read_page');
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

proves(['T-1.4', 'T-1.3'], 'what the API would refuse is refused when the toolset is opened', async () => {
  for (const [configs, said] of [
    [{ bogus: {} }, /no member "bogus"/],
    [{ wait: { name: 'x' } as object }, /no field "name"/],
    [{ wait: { defer_loading: true } }, /defers some members/],
    [{ javascript_exec: { enabled: true } }, /nobody is asked/],
    [
      Object.fromEntries(Object.keys(ALL_MEMBERS_OFF).map((name) => [name, { enabled: false }])),
      /no member on/,
    ],
  ] as const)
    await expect(createToolset({ configs, dataDir: bench.dataDir, logLevel: 'silent' })).rejects.toThrow(
      said,
    );
});

const ALL_MEMBERS_OFF = Object.fromEntries(
  'navigate screenshot zoom left_click right_click middle_click double_click triple_click hover left_click_drag left_mouse_down left_mouse_up mouse_move scroll scroll_to type key hold_key wait read_page find get_page_text form_input new_tab list_tabs switch_tab close_tab'
    .split(' ')
    .map((name) => [name, false]),
);

proves(['T-4.6'], 'somebody is asked before each call that acts, and only true lets it through', async () => {
  asked.length = 0;
  await bench.ok('read_page');
  await bench.ok('left_click', { target: bench.target('button', 'Go') });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('left_click {"target":');
  expect(asked[0]).toContain(site.origin);
  for (const no of [false, undefined, 'yes', 1]) {
    answer = no;
    expect(await bench.refused('left_click', { target: bench.target('button', 'Go') })).toBe(
      "Error: The user did not grant permission to run 'left_click'. Do not retry it unless the user asks you to.",
    );
  }
  answer = Promise.reject(new Error('the prompt broke'));
  expect(await bench.refused('type', { text: 'ünicode' })).toContain('the confirmation prompt failed');
  expect(asked.at(-1)).toContain('\\u{fc}nicode');
  answer = true;
});

proves('T-4.6', 'a yes is for the page that was asked about, and for no other', async () => {
  await bench.ok('navigate', { url: `${site.origin}/leaving` });
  meanwhile = async () => {
    letLeave();
    await hasLeft;
    // The browser has the answer by then, and the tab its new document soon after.
    await new Promise((resolve) => setTimeout(resolve, 500));
  };
  const refused = await bench.refused('javascript_exec', { text: 'document.title = "ran"' });
  expect(refused).toContain("the page changed while permission to run 'javascript_exec' was asked");
  meanwhile = async () => {};
  expect(await bench.ok('javascript_exec', { text: 'document.title' })).toBe('"Left"');
  await bench.ok('navigate', { url: `${site.origin}/` });
  await bench.ok('read_page');
});

proves('T-4.6', 'whoever is asked about closing a tab is told which one', async () => {
  await bench.ok('new_tab');
  await bench.ok('navigate', { url: `${site.origin}/two` });
  await bench.ok('new_tab');
  const listed = blockOf(await bench.call('list_tabs'), 'browser_state')?.tabs ?? [];
  const other = listed.find(({ url }) => url.endsWith('/two'));
  await bench.call('close_tab', { tab_id: other?.tab_id });
  expect(asked.at(-1)).toBe(`close_tab {"tab_id":"${other?.tab_id}"} on ${site.origin}/two`);
  const before = asked.length;
  expect(await bench.refused('close_tab', { tab_id: 't999' })).toContain('tab t999 does not exist');
  expect(asked).toHaveLength(before);
  await bench.call('close_tab', { tab_id: listed.at(-1)?.tab_id });
  await bench.ok('navigate', { url: `${site.origin}/` });
  await bench.ok('read_page');
});

proves(['T-3.21', 'T-10.4'], 'uploads keep to one folder and what was staged, links resolved', async () => {
  const target = bench.target('file', 'Attach');
  const up = async (input: object) => await bench.call('file_upload', { target, ...input });
  expect(textOf(await up({ paths: ['note.txt'] }))).toContain('Uploaded 1 file');
  expect(textOf(await up({ paths: [join(folder, 'in', 'note.txt')] }))).toContain('Uploaded 1 file');
  const staged = await up({ document_ids: ['doc-1'] });
  expect(blockOf(staged, 'browser_state')?.tabs[0]?.title).toBe('got staged.pdf');
  for (const [input, said] of [
    [{}, 'give at least one'],
    [{ paths: [] }, 'give at least one'],
    [{ document_ids: ['doc-2'] }, 'document not in the upload allowlist'],
    [{ paths: ['../outside.txt'] }, "must not contain a '..' component"],
    [{ paths: [join(folder, 'outside.txt')] }, 'not in an upload root'],
    [{ paths: ['link.txt'] }, 'not in an upload root'],
    [{ paths: ['/etc/passwd'] }, 'not in an upload root'],
    [{ paths: [''] }, 'empty'],
  ] as const) {
    const refused = await up(input);
    expect(refused.is_error, JSON.stringify(input)).toBe(true);
    expect(textOf(refused)).toContain(said);
  }
});

proves(['T-3.22'], 'console and network give what is new since the last reading of that tab', async () => {
  await bench.ok('navigate', { url: `${site.origin}/?token=abcdef123456` });
  expect(await bench.ok('read_console')).toContain('hello /');
  expect(await bench.ok('read_console')).toBe('No console messages since the last reading of this tab.');
  const network = await bench.ok('read_network');
  expect(network).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/\?token=.* 200 text\/html/m);
  expect(network).not.toContain('abcdef123456');
  expect(await bench.ok('read_network')).toBe('No requests since the last reading of this tab.');
});

proves(
  'T-3.23',
  'a program gives the value of its last expression, awaited, from the world of the page',
  async () => {
    await bench.ok('navigate', { url: `${site.origin}/` });
    expect(await bench.ok('javascript_exec', { text: 'const n = 20; n + 1' })).toBe('21');
    expect(
      await bench.ok('javascript_exec', { text: 'window.keys = "mine"; Promise.resolve(window.keys)' }),
    ).toBe('"mine"');
    expect(await bench.ok('javascript_exec', { text: '({ a: [1, 2] })' })).toContain('"a"');
    expect(await bench.ok('javascript_exec', { text: 'void 0' })).toBe('undefined');
    expect(await bench.refused('javascript_exec', { text: 'throw new Error("no luck")' })).toContain(
      'no luck',
    );
    expect(await bench.refused('javascript_exec', { text: 'return 1' })).toMatch(/^Error: /);
    expect((await bench.ok('javascript_exec', { text: '"x".repeat(1e6)' })).length).toBeLessThan(60_000);
  },
);

proves(['T-5.7'], 'each download is told once, on the call it happened in, without its path', async () => {
  await bench.ok('read_page');
  const result = await bench.call('left_click', { target: bench.target('link', 'Report') });
  const changes = blockOf(result, 'browser_state')?.state_changes ?? [];
  const [only] = changes as readonly Extract<StateChange, { type: 'download_completed' }>[];
  expect(changes).toHaveLength(1);
  expect(only).toMatchObject({ type: 'download_completed', url: `${site.origin}/file.csv`, size_bytes: 4 });
  expect(only).not.toHaveProperty('path');
  expect(JSON.stringify(await bench.call('screenshot')).replace(/"data":"[^"]*"/, '')).not.toContain(
    'download',
  );
});

proves('T-4.5', 'the picture after a turn goes to the last result that is not about tabs', async () => {
  await using shown = await ToolsetBench.open({ screenshotAfterTurn: true });
  await shown.ok('navigate', { url: `${site.origin}/` });
  const [read, clicked, listed] = await shown.turn(
    use('read_page'),
    use('find', { query: 'Go button' }),
    use('list_tabs'),
  );
  expect(blockOf(read, 'image')).toBeUndefined();
  expect(blockOf(clicked, 'image')?.source.media_type).toBe('image/png');
  expect(listed?.content).toHaveLength(1);
});

proves(
  'T-5.7',
  'what arrives while the picture after a turn is taken is told with the next call',
  async () => {
    await using shown = await ToolsetBench.open({ screenshotAfterTurn: true });
    const arrived = new Set<string>();
    await shown.ok('navigate', { url: `${site.origin}/many-files` });
    await expect
      .poll(
        async () => {
          await shown.call('wait', { duration: 0.05 });
          for (const result of shown.results)
            for (const change of blockOf(result, 'browser_state')?.state_changes ?? [])
              if (change.type === 'download_completed') arrived.add(change.download_id);
          return arrived.size;
        },
        { timeout: 8_000 },
      )
      .toBe(12);
  },
);

test('two sessions side by side share no tab, ref or download', async () => {
  await using other = await ToolsetBench.open();
  await bench.ok('navigate', { url: `${site.origin}/two` });
  await bench.ok('read_page');
  const ref = bench.ref('button', 'Go');
  await other.ok('navigate', { url: `${site.origin}/` });
  expect(await other.refused('left_click', { target: { type: 'ref', ref } })).toContain(
    'is stale or not found',
  );
  const urls = blockOf(await other.call('list_tabs'), 'browser_state')?.tabs.map(({ url }) => url);
  expect(urls).toEqual([`${site.origin}/`]);
});
