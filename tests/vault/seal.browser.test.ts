import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { JournalRecord } from '#journal/event.ts';
import { proves } from '../spec/proves.ts';
import { leaksOf } from '../support/leaks.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSignInSite, PASSWORD, type SignInSite, USER } from '../support/sign-in-site.ts';
import { addCredential } from '../support/vault-bench.ts';

const CAPS = ['console', 'network', 'storage', 'pdf', 'script', 'vision'] as const;

let bench: PortalBench;
let site: SignInSite;
let client: PortalClient;

beforeAll(async () => {
  site = await openSignInSite();
  bench = await PortalBench.open({ vaults: ['default'], caps: CAPS, callTimeoutMs: 9_000 });
  const hosts = [`127.0.0.1:${site.port}`];
  await addCredential(bench.dataDir, { id: 'canary', hosts, username: USER, password: PASSWORD });
  client = await bench.client();
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** Everything that the client read so far, and what it may not have in it. */
function leaksRead(): readonly string[] {
  const all = client.replies.map(({ text }) => text).join('\n');
  return [...leaksOf(PASSWORD, all), ...leaksOf(USER, all).map((form) => `user ${form}`)];
}

const refsIn = (text: string) => [...text.matchAll(/\[((?:f\d+)?e\d+@v\d+)\]/g)].map(([, ref = '']) => ref);

describe('a page that shows what was typed in every way it can', () => {
  proves(
    ['V2', 'V15', 'P-62', 'V1'],
    'is read by every tool, and none tells',
    async () => {
      await client.ok('browser_navigate', { url: `${site.origin}/mirror` });
      await client.call('browser_snapshot');
      const login = await client.ok('browser_login', { credentialId: 'canary' });
      expect(login.split('\n')[0]).toBe('Login: inconclusive');
      expect(login).toContain('The page is sealed');
      await client.ok('browser_click', { ref: client.ref('button', 'Show password') });
      const shown = await client.ok('browser_snapshot');
      expect(shown).toContain('«secret:canary»');
      for (const ref of refsIn(shown)) {
        await client.call('browser_read', { ref });
        await client.call('browser_snapshot', { ref });
        await client.call('browser_hover', { ref });
      }
      for (const [tool, args] of [
        ['browser_find', { text: 'typed' }],
        ['browser_find', { regex: '.+' }],
        ['browser_snapshot', { filter: 'interactive' }],
        ['browser_tabs', { action: 'list' }],
        ['browser_console', {}],
        ['browser_network', {}],
        ['browser_screenshot', {}],
        ['browser_screenshot_view', {}],
        ['browser_press', { key: 'Tab' }],
        ['browser_wait', { seconds: 0.1 }],
        ['browser_batch', { steps: [{ action: 'snapshot' }, { action: 'find', text: 'secret' }] }],
      ] as const)
        await client.call(tool, args).catch(() => undefined);
      expect(leaksRead()).toEqual([]);
    },
    90_000,
  );

  proves('V1', 'cannot be asked piece by piece', async () => {
    await client.refused('not_found', 'browser_find', { text: PASSWORD.slice(0, 4) });
    await client.refused('not_found', 'browser_find', { regex: `You typed ${PASSWORD[0]}` });
    await client.refused('timeout', 'browser_wait', { text: PASSWORD.slice(0, 3), seconds: 0.2 });
    await client.refused('timeout', 'browser_wait', { url: `draft=${PASSWORD.slice(0, 3)}`, seconds: 0.2 });
  });

  proves(
    'V3',
    'is sealed: what could read it back is refused, until it stands nowhere any more',
    async () => {
      const refused = [
        ['browser_script', { code: 'document.title' }],
        ['browser_network_request', { id: '1' }],
        ['browser_storage', { area: 'local', action: 'get', key: 'draft' }],
        ['browser_storage', { area: 'session', action: 'list' }],
        ['browser_cookies', { action: 'list', reveal: true }],
        ['browser_storage_save', {}],
        ['browser_pdf', {}],
        ['browser_press', { key: 'Control+C' }],
      ] as const;
      const names = (await import('#faces/portal/caps.ts')).toolsOf({ caps: CAPS }).map(({ name }) => name);
      for (const [tool, args] of refused) {
        expect(names).toContain(tool);
        await client.refused('sealed', tool, args);
      }
      await client.ok('browser_navigate', { url: 'reload' });
      await client.refused('sealed', 'browser_script', { code: '1' });
      await client.ok('browser_navigate', { url: `${site.origin}/plain` });
      await client.refused('sealed', 'browser_script', { code: '1' });
      await client.ok('browser_storage', { area: 'local', action: 'clear' });
      await client.ok('browser_storage', { area: 'session', action: 'clear' });
      await client.refused('sealed', 'browser_script', { code: '1' });
      await client.ok('browser_cookies', { action: 'clear' });
      expect(await client.ok('browser_script', { code: '1 + 1' })).toContain('2');
      expect(leaksRead()).toEqual([]);
    },
    60_000,
  );

  proves(
    'V1',
    'stays out of every output after the seal: by script, network, cookies and titles, in every form',
    async () => {
      const p = JSON.stringify(PASSWORD);
      for (const code of [
        p,
        `btoa(${p})`,
        `btoa('x' + ${p})`,
        `btoa('xx' + ${p})`,
        `encodeURIComponent(${p})`,
        `[...${p}].reverse().join('')`,
        `${p}.toUpperCase()`,
        `[...${p}].map((c) => c.charCodeAt(0).toString(16)).join('')`,
        `[${p}.slice(0, 5), ${p}.slice(5, 9), ${p}.slice(9)]`,
        `document.title = ${p}; location.hash = ${p}; history.pushState(null, '', '/plain?x=' + encodeURIComponent(${p}))`,
        `document.body.innerHTML = ${p}.split('').map((c) => c).join('').replace(/(.{3})/g, '<li>$1</li>'); 1`,
        `throw new Error(${p})`,
      ])
        await client.call('browser_script', { code });
      await client.call('browser_snapshot');
      await client.call('browser_navigate', {
        url: `${site.origin}/plain?q=${encodeURIComponent(PASSWORD)}`,
      });
      await client.call('browser_network_request', { id: '1' });
      await client.call('browser_network', {});
      expect(leaksRead()).toEqual([]);
    },
    60_000,
  );
});

proves(
  ['P-63', 'P-64', 'V14', 'V12'],
  'nothing that was written holds it, and each use is told',
  async () => {
    await client.session.journal.written();
    const events: JournalRecord[] = [];
    for await (const event of bench.broker.journal.log.read({ session: client.session.id }))
      events.push(event);
    const uses = events.filter(({ kind }) => kind === 'credential-used');
    expect(uses.length).toBeGreaterThan(0);
    expect(uses[0]).toMatchObject({
      outcome: 'inconclusive',
      origin: site.origin,
      body: { caller: 'test', credential: 'canary', vault: 'default' },
    });
    expect(uses.map(({ body }) => body['field'])).toEqual(['username', 'password']);
    expect(leaksOf(PASSWORD, JSON.stringify(events))).toEqual([]);
    const files = (await readdir(bench.dataDir, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const held: string[] = [];
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      if (path.includes('profile') || path.includes('browser')) continue;
      const bytes = await readFile(path).catch(() => Buffer.alloc(0));
      if (leaksOf(PASSWORD, bytes.toString('latin1')).length > 0) held.push(path);
    }
    expect(held).toEqual([]);
  },
);
