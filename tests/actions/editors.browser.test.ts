import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtPages } from '../apps/library-pages.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

let bench: PortalBench;
let site: Site;
let client: PortalClient;
beforeAll(async () => {
  bench = await PortalBench.open();
  site = await openSite(await builtPages({ editors: 'libraries/forms/editors.jsx' }));
  client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/editors/` });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** What the page's own model of a field holds, which is what it would send. */
async function model(name: string): Promise<string> {
  const page = await client.session.currentPage();
  const { result } = await page.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: `models['${name}']()`,
    returnByValue: true,
  });
  return result.value;
}

test.each(['Prosemirror', 'Tiptap', 'Quill', 'Slate', 'Draft', 'Controlled'])(
  'what is written into %s is what its model holds, or the writing is refused',
  async (name) => {
    const ref = client.ref('textbox', name);
    const reply = await client.call('browser_type', { ref, text: 'new words' });
    expect(reply.isError, reply.text).toBe(false);
    expect(await model(name.toLowerCase())).toBe('new words');
    const more = await client.call('browser_type', { ref, text: ' and more', append: true });
    expect(more.isError, more.text).toBe(false);
    expect(await model(name.toLowerCase())).toBe('new words and more');
  },
);

test('an editor that takes no text from outside is never told as written', async () => {
  const reply = await client.call('browser_type', {
    ref: client.ref('textbox', 'Lexical'),
    text: 'new words',
  });
  const held = await model('lexical');
  if (reply.isError) expect(reply.text).toMatch(/^browser\.(value_refused|intercepted)/);
  else if (!reply.text.includes('not hold exactly')) expect(held).toBe('new words');
});

test('a mask and a field that shouts tell what they made of the text', async () => {
  const masked = await client.ok('browser_type', { ref: client.ref('textbox', 'Phone'), text: '912345678' });
  expect(await model('phone')).toBe('351912345678');
  expect(masked).toContain('It holds "+351 912 345 678"');
  const loud = await client.ok('browser_type', { ref: client.ref('textbox', 'Loud'), text: 'quiet' });
  expect(await model('loud')).toBe('QUIET');
  expect(loud).toContain('It holds "QUIET"');
});

test('a controlled field that keeps its value is no success', async () => {
  const reply = await client.refused('value_refused', 'browser_type', {
    ref: client.ref('textbox', 'Stubborn'),
    text: 'other',
  });
  expect(reply).toContain('"fixed"');
});
