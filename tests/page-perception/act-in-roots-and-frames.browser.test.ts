import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

let site: Site;
let bench: PortalBench;
let client: PortalClient;

beforeAll(async () => {
  site = await openSite();
  bench = await PortalBench.open();
  client = await bench.client();
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** Refs of that role and name in a reply, in order. */
function refsOf(text: string, role: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`${role} "${name}" \\[([^\\]]+)\\]`, 'g'))].map(
    (match) => match[1] ?? '',
  );
}

proves(['P-01', 'P-21'], 'a click and typed text reach what is in a closed root, two deep', async () => {
  await client.ok('browser_navigate', { url: `${site.origin}/shadow-closed/` });
  const text = await client.ok('browser_snapshot');
  const [button] = refsOf(text, 'button', 'Deep button');
  expect(await client.ok('browser_click', { ref: button })).toContain('deep clicked');
  const [field] = refsOf(text, 'textbox', 'Deep field');
  expect(await client.ok('browser_type', { ref: field, text: 'words' })).toContain('deep typed words');
  const [listens] = refsOf(text, 'clickable', 'By listener in a closed root');
  expect(await client.ok('browser_click', { ref: listens })).toContain('listener clicked');
  const [declared] = refsOf(text, 'textbox', 'Declared field');
  expect(await client.ok('browser_type', { ref: declared, text: 'declared words' })).toMatch(
    /declared words/,
  );
});

proves(
  ['P-17', 'P-16'],
  'refs of frames of both kinds are clicked and typed into like any other',
  async () => {
    const other = encodeURIComponent(site.originFor('localhost'));
    await client.ok('browser_navigate', { url: `${site.origin}/shadow-frames/?other=${other}` });
    await client.ok('browser_wait', { seconds: 1 });
    const text = await client.ok('browser_snapshot');
    const tab = client.session.openContext?.pages()[0];
    expect(new Set(tab?.frames().map((frame) => frame.session)).size).toBe(2);
    const buttons = refsOf(text, 'button', 'Deep button');
    const fields = refsOf(text, 'textbox', 'Deep field');
    const frames = new Set(buttons.map((ref) => ref.split('e')[0]));
    expect(frames.size).toBe(2);
    for (const frame of frames) {
      const mine = (refs: readonly string[]) => refs.find((ref) => ref.startsWith(`${frame}e`));
      expect(await client.ok('browser_click', { ref: mine(buttons) })).toContain('deep clicked');
      expect(await client.ok('browser_type', { ref: mine(fields), text: `to ${frame}` })).toContain(
        `deep typed to ${frame}`,
      );
    }
  },
);

proves('P-33', 'dialog, alertdialog and banner are said by name, given or by their element', async () => {
  await client.ok('browser_navigate', { url: `${site.origin}/modal/` });
  const text = await client.ok('browser_snapshot');
  expect(text).toMatch(/- dialog "Delete order\?" \[e\d+@v\d+\] modal/);
  expect(text).toMatch(/banner \[e\d+@v\d+\]/);
  await client.ok('browser_navigate', { url: `${site.origin}/interruptions/` });
  const second = await client.ok('browser_snapshot');
  expect(second).toMatch(/alertdialog "Session ends" \[e\d+@v\d+\]/);
  expect(second).toMatch(/dialog "Cookies" \[e\d+@v\d+\]/);
  expect(second).toMatch(/banner "Notice" \[e\d+@v\d+\]/);
  await client.ok('browser_click', { ref: client.ref('button', 'Reject') });
  expect(await client.ok('browser_snapshot')).not.toContain('dialog "Cookies"');
});
