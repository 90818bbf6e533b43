import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEMBER_NAMES } from '#messages/members.ts';
import { PortolanBrowserToolset } from '#transports/anthropic/browser-toolset.ts';
import { startDemoPortal } from '../../../demo/portal.mjs';
import { TOOLSET_PAGES } from '../../faces/toolset/pages.ts';
import { proves } from '../../spec/proves.ts';
import { serveMessages } from '../../support/messages-server.ts';
import { someOf } from '../../support/samples.ts';
import { openSite, type Site } from '../../support/site.ts';
import { openPopupSite, tasksOn } from '../agent/tasks.ts';

let site: Site;
let dataDir: string;
let driver: PortolanBrowserToolset;
const settings = () => ({ dataDir, hosts: ['127.0.0.1:*'], logLevel: 'silent' as const });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-driver-'));
  site = await openSite(TOOLSET_PAGES);
  driver = await PortolanBrowserToolset.open(settings());
});
afterAll(async () => {
  await driver.close();
  await site.close();
  await rm(dataDir, { recursive: true, force: true });
});

let lastId = 0;
// biome-ignore lint/suspicious/noExplicitAny: the SDK's unions of blocks are looked at as they are
type Loose = any;

async function call(name: string, input: object = {}, on = driver): Promise<Loose> {
  lastId += 1;
  return await on.toolResult({
    type: 'tool_use',
    id: `t${lastId}`,
    toolset_name: 'browser',
    name,
    input,
  } as Loose);
}

function textOf(result: Loose): string {
  if (typeof result.content === 'string') return result.content;
  return result.content
    .map((block: Loose) => block.text ?? '')
    .join('\n')
    .trim();
}

proves(
  ['T-9.1', 'T-9.2'],
  'every member is served by a method of its own, and answers in its own way',
  async () => {
    const entry = driver.toJSON() as Loose;
    expect(entry.type).toBe('browser_toolset_20260801');
    expect(Object.values(entry.configs ?? {})).not.toContainEqual({ enabled: false });
    for (const name of MEMBER_NAMES)
      expect(Object.hasOwn(PortolanBrowserToolset.prototype, name === 'type' ? 'type_' : name), name).toBe(
        true,
      );
    expect(textOf(await call('navigate', { url: `${site.origin}/` }))).toBe(`Navigated to ${site.origin}/`);
    const shot = await call('screenshot');
    expect(shot.content.map((block: Loose) => block.type)).toEqual(['image', 'browser_state']);
    const tree = textOf(await call('read_page'));
    const ref = (role: string, name: string) =>
      new RegExp(`${role} "${name}" \\[(ref_\\d+)\\]`).exec(tree)?.[1];
    const clicked = await call('left_click', { target: { type: 'ref', ref: ref('button', 'Go') } });
    expect(textOf(clicked)).toBe('Clicked.\nEffect: changed.');
    expect(
      textOf(
        await call('form_input', { target: { type: 'ref', ref: ref('textbox', 'Search') }, value: 'tea' }),
      ),
    ).toMatch(/^Set the value of ref_\d+\.\nEffect: changed\. It holds "tea"\.$/);
    await call('left_click', { target: { type: 'ref', ref: ref('textbox', 'Search') } });
    expect(textOf(await call('type', { text: ' pot' }))).toContain('Typed.');
    expect(textOf(await call('key', { text: 'End' }))).toContain('Pressed End.');
    expect(textOf(await call('wait', { duration: 0.01 }))).toBe('Waited 0.01s.');
    const opened = await call('new_tab');
    expect(opened.content).toHaveLength(1);
    expect(opened.content[0].state_changes).toEqual([
      { type: 'tab_opened', tab_id: opened.content[0].tabs.find((tab: Loose) => tab.active).tab_id },
    ]);
    const listed = await call('list_tabs');
    expect(listed.content[0].tabs).toHaveLength(2);
    const closed = await call('close_tab', { tab_id: listed.content[0].tabs[1].tab_id });
    expect(closed.content[0].tabs).toHaveLength(1);
  },
);

proves(
  ['T-9.4', 'T-12.1'],
  'hooks refuse by throwing, and the words are the helper class’s where it has its own',
  async () => {
    expect(await call('navigate', { url: 'file:///etc/passwd' })).toMatchObject({ is_error: true });
    expect(textOf(await call('navigate', { url: 'file:///etc/passwd' }))).toBe(
      'Error: Navigation refused. Only http and https URLs are allowed.',
    );
    expect(textOf(await call('navigate', { url: 'https://example.com/' }))).toContain(
      'not on the list of hosts',
    );
    expect(textOf(await call('read_console'))).toContain("'read_console'");
    expect(textOf(await call('fly'))).toContain('fly');
    expect(textOf(await call('left_click', { target: { type: 'ref', ref: 'ref_999' } }))).toBe(
      'Error: ref_999 is stale or not found on the current page. Re-read the page to get fresh references.',
    );
    await expect(
      PortolanBrowserToolset.open({ ...settings(), configs: { javascript_exec: { enabled: true } } }),
    ).rejects.toThrow();
    const asked: string[] = [];
    const careful = await PortolanBrowserToolset.open({
      ...settings(),
      configs: { javascript_exec: { enabled: true } },
      confirm: ({ member }) => {
        asked.push(member);
        return member !== 'wait';
      },
      urlPolicy: (_, url) => {
        if (url.includes('two')) throw new Error('no');
      },
    });
    try {
      expect(textOf(await call('navigate', { url: `${site.origin}/two` }, careful))).toContain('URL policy');
      await call('navigate', { url: `${site.origin}/` }, careful);
      expect(textOf(await call('javascript_exec', { text: '6 * 7' }, careful))).toBe('42');
      expect(textOf(await call('wait', { duration: 0 }, careful))).toContain("permission to run 'wait'");
      expect(asked).toEqual(['navigate', 'javascript_exec', 'wait']);
    } finally {
      await careful.close();
    }
  },
);

proves(
  ['T-9.3', 'T-9.5'],
  'each change is told once, dialogs among them, and closing waits and can be done twice',
  async () => {
    const own = await PortolanBrowserToolset.open(settings());
    await call('navigate', { url: `${site.origin}/` }, own);
    const tree = textOf(await call('read_page', {}, own));
    const ref = (name: string) => new RegExp(`"${name}" \\[(ref_\\d+)\\]`).exec(tree)?.[1];
    expect(textOf(await call('left_click', { target: { type: 'ref', ref: ref('Ask') } }, own))).toContain(
      'A confirm dialog "Really?" was dismissed.',
    );
    expect(textOf(await call('wait', { duration: 0 }, own))).not.toContain('Really?');
    const popped = await call('left_click', { target: { type: 'ref', ref: ref('Two') } }, own);
    expect(popped.content.at(-1).state_changes).toHaveLength(1);
    expect((await call('wait', { duration: 0 }, own)).content.at(-1)).not.toHaveProperty('state_changes');
    const last = call('wait', { duration: 0.2 }, own);
    const closing = own.close();
    expect(textOf(await last)).toContain('Waited');
    await closing;
    await own.close();
    await expect(call('wait', { duration: 0 }, own)).rejects.toThrow(/closed/i);
  },
);

proves(
  'T-9.6',
  'the SDK’s own runner plays whole tasks through, streamed or not, with threads and without',
  async () => {
    const portal = await startDemoPortal({ difficulties: ['downloads'] });
    await using popups = await openPopupSite();
    const ways = [
      ['refused', false],
      ['accepted', false],
      ['refused', true],
      ['accepted', true],
    ] as const;
    try {
      for (const [place, task] of someOf(tasksOn(portal, popups), 2).entries()) {
        const [threads, streamed] = ways[place % ways.length] ?? ['refused', false];
        const own = await PortolanBrowserToolset.open(settings());
        await using server = await serveMessages(task.script, { threads });
        const client = new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
        const runner = client.beta.messages.toolRunner({
          model: 'claude-sonnet-5',
          max_tokens: 500,
          messages: [{ role: 'user', content: 'Do it' }],
          tools: [own],
          stream: streamed,
        } as Loose);
        try {
          const end = (await runner) as Loose;
          expect(end.content[0].text, `${task.name} ${threads} ${streamed}`).toMatch(task.says);
          expect(server.broken, task.name).toEqual([]);
        } finally {
          await own.close();
        }
      }
    } finally {
      await portal.close();
    }
  },
);

proves('T-9.7', 'a loop of one’s own over the driver halts after a failure by its own rule', async () => {
  const wrong = await call('left_click', { target: { type: 'ref', ref: 'ref_900' } });
  expect(wrong.is_error).toBe(true);
  expect(wrong.toolset_name).toBe('browser');
  // The class does not skip what follows: whoever loops does.
  expect((await call('wait', { duration: 0 })).is_error).toBeUndefined();
});

test('a run that is aborted ends with the abort, and the driver can go on', async () => {
  await using server = await serveMessages([
    () => [{ name: 'wait', input: { duration: 20 } }],
    () => 'Late.',
  ]);
  const client = new Anthropic({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
  const stop = new AbortController();
  const runner = client.beta.messages.toolRunner(
    {
      model: 'claude-sonnet-5',
      max_tokens: 500,
      messages: [{ role: 'user', content: 'x' }],
      tools: [driver],
    } as Loose,
    { signal: stop.signal },
  );
  setTimeout(() => stop.abort(), 600);
  await expect((async () => await runner)()).rejects.toThrow(/abort/i);
  expect(textOf(await call('wait', { duration: 0 }))).toContain('Waited');
});

test('a yes is held to the page that it was asked on', async () => {
  let leave = () => {};
  const leaving = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await using away = await openSite({
    '/stay':
      "<!doctype html><title>Stay</title><script>fetch('/leave').then(() => location.assign('/left'))</script>",
    '/leave': async (_, response) => {
      await leaving;
      response.end();
    },
    '/left': '<!doctype html><title>Left</title>',
  });
  let isAskedAboutScript = false;
  const careful = await PortolanBrowserToolset.open({
    ...settings(),
    configs: { javascript_exec: { enabled: true } },
    confirm: async ({ member }) => {
      if (member !== 'javascript_exec' || isAskedAboutScript) return true;
      isAskedAboutScript = true;
      leave();
      await expect.poll(() => away.requests.some(({ path }) => path === '/left')).toBe(true);
      // The browser has the answer by then, and the tab its new document soon after.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return true;
    },
  });
  try {
    await call('navigate', { url: `${away.origin}/stay` }, careful);
    const refused = await call('javascript_exec', { text: 'document.title = "ran"' }, careful);
    expect(refused.is_error).toBe(true);
    expect(textOf(refused)).toContain("the page changed while permission to run 'javascript_exec' was asked");
    expect(textOf(await call('javascript_exec', { text: 'document.title' }, careful))).toContain('Left');
  } finally {
    await careful.close();
  }
});
