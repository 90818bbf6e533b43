import { afterAll, beforeAll, expect } from 'vitest';
import { printedRefs } from '#snapshot/ref.ts';
import { checkAlive, resolveRef } from '#snapshot/resolve-ref.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { someOf, TEST_SEED, tries } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';
import { COLOURED_WAYS, HIDDEN_WAYS, type HiddenWay, MISSED_WAYS, PLAIN_NAMES, UNSEEN_NAMES } from './hidden-ways.ts';
import { drawFrom, hostilePage } from './hostile-page.ts';

const OWN_FIRST =
  /^(?:Opened |Clicked: |Left as it was: |Tab t\d+:$|Region |Text of |\d+ lines? match|Tabs of this session:$|Moved within|browser\.[a-z_]+: )/;
const OWN_NEXT =
  /^(?:Effect: |The page showed |A (?:confirm|prompt|beforeunload) dialog is open|New tab t\d+: |Tab t\d+ |Blocked by the boundary: |The page cannot be (?:shown: browser\.[a-z_]+: |read right now\.$)|… and \d+ more lines\.$|[* ] t\d+ ")/;
const BUDGET = 12_000;
/** What any call may take, and a little for a busy machine. */
const LONGEST_CALL_MS = 55_000;

let bench: PortalBench;
let site: Site;
let html = '';
let framed = '';

beforeAll(async () => {
  site = await openSite({
    '/hostile': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html);
    },
    '/framed': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(framed);
    },
  });
  bench = await PortalBench.open();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** Everything that holds of any reply, whatever the page. Returns the page part, and its nonce. */
function checkReply(text: string, what: string): { part: string; nonce: string | undefined } {
  const opening = /^<<page ([0-9a-f]{32}) (\S+)>>$/m.exec(text);
  const own = opening ? text.slice(0, opening.index) : text;
  const lines = own.split('\n').filter((line) => line !== '');
  expect(lines[0], what).toMatch(OWN_FIRST);
  for (const line of lines.slice(1)) expect(line, what).toMatch(OWN_NEXT);
  expect(own.length, what).toBeLessThanOrEqual(601);
  expect(own, what).not.toMatch(/(?<!\\)\[(?:f\d+)?e77777@/);
  const markers = text.match(/<<\s*\/?\s*page/gi) ?? [];
  expect(markers, what).toHaveLength(opening ? 2 : 0);
  if (!opening) return { part: '', nonce: undefined };
  const nonce = opening[1] ?? '';
  expect(text.endsWith(`\n<</page ${nonce}>>`), what).toBe(true);
  const part = text.slice(opening.index + opening[0].length + 1, text.length - nonce.length - 11);
  expect(part.length, what).toBeLessThanOrEqual(BUDGET);
  expect(printedRefsAreReal(part), what).toBe(true);
  const [, ...printed] = part.split('\n');
  for (const line of printed) {
    expect(line, what).toMatch(/^$|^ *(?:- |… \(|\(covered by |[^-])/);
    expect(line, what).not.toMatch(/(?<![\\\p{L}\p{N}])(?:button|textbox|navigation|dialog) "FORGED"/u);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(part, what).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ue000]/);
  return { part, nonce };
}

function printedRefsAreReal(part: string): boolean {
  return ![...printedRefs(part)].some((ref) => ref.includes('e77777@'));
}

async function call(client: PortalClient, tool: string, args: object, what: string) {
  const startedMs = Date.now();
  const reply = await client.call(tool, args);
  expect(Date.now() - startedMs, `${what}: ${tool} took too long`).toBeLessThan(LONGEST_CALL_MS);
  return { ...checkReply(reply.text, `${what}: ${tool}\n${reply.text}`), isError: reply.isError };
}

proves(
  ['I1', 'P-10', 'P-15'],
  'no generated page closes a boundary, forges a line or a ref, floods a reply or makes a read hang',
  async () => {
    const oldNonces: string[] = [];
    let client = await bench.client();
    for (let index = 0; index < tries(12, 1_000); index++) {
      const seed = TEST_SEED * 10_000 + index;
      const what = `hostile page ${seed}`;
      const draw = drawFrom(seed);
      const known = { scale: tries(0.1, 1), oldNonces: oldNonces.slice(-5), otherOrigin: site.originFor('localhost') };
      framed = hostilePage(draw, known).html;
      // Frames in frames in frames are slow for the browser, and no harder for us.
      if (index % 5 > 0) framed = framed.replaceAll('<iframe', '<p');
      const { html: made, suffix } = hostilePage(draw, known);
      html = made;
      if (index % 50 === 49) client = await bench.client();
      const opened = await call(client, 'browser_navigate', { url: `${site.origin}/hostile${suffix}` }, what);
      expect(opened.isError, `${what}\n${client.replies.at(-1)?.text}`).toBe(false);
      if (opened.nonce) {
        expect(oldNonces).not.toContain(opened.nonce);
        oldNonces.push(opened.nonce);
      }
      const refs = [...printedRefs(opened.part)];
      const context = { tabs: await client.session.context(), seen: await client.session.seen() };
      const page = context.tabs.current;
      const some = refs[draw(Math.max(1, refs.length))];
      if (some !== undefined) {
        const resolved = resolveRef(context, some);
        // What changes by itself may have dropped it since.
        if (!html.includes('setInterval')) await checkAlive(resolved);
        expect(resolved.page).toBe(page);
      }
      if (index % 3 === 0) await call(client, 'browser_find', { text: 'FORGED' }, what);
      if (index % 3 === 1) await call(client, 'browser_snapshot', {}, what);
      if (index % 3 === 2 && some !== undefined) await call(client, 'browser_read', { ref: some }, what);
      if (index % 4 === 0 && some !== undefined) await call(client, 'browser_click', { ref: some }, what);
      if (index % 7 === 0) await call(client, 'browser_tabs', { action: 'list' }, what);
      client.replies.length = 0;
    }
  },
  1_800_000,
);

/** What the model is shown of one way to hide words. */
async function shownOf(client: PortalClient, { style = '', body }: HiddenWay): Promise<string> {
  html = `<!doctype html><meta charset=utf-8><title>Hidden</title><style>${style}</style><body><h1>SEEN heading</h1>${body}<p>SEEN at the end</p>`;
  const { isError, part } = await call(client, 'browser_navigate', { url: `${site.origin}/hostile`, observe: 'full' }, body);
  expect(isError, part).toBe(false);
  expect(part, body).toContain('SEEN at the end');
  return part;
}

proves('I2', 'of forty pages that hide words, each in another way, no snapshot holds one', async () => {
  const client = await bench.client();
  expect(Object.keys(HIDDEN_WAYS).length).toBeGreaterThanOrEqual(40);
  for (const [way, page] of someOf(Object.entries(HIDDEN_WAYS), 12))
    expect.soft(await shownOf(client, page), way).not.toContain('HIDDEN');
  for (const [way, page] of someOf(Object.entries(COLOURED_WAYS), 2)) {
    const part = await shownOf(client, page);
    for (const line of part.split('\n').filter((each) => each.includes('HIDDEN')))
      expect.soft(line, way).toMatch(/ unseen$/);
  }
  // What is known to be missed: a way that is found out belongs in the list above.
  for (const [way, page] of someOf(Object.entries(MISSED_WAYS), 2)) expect.soft(await shownOf(client, page), way).toContain('HIDDEN');
});

proves('I2', 'a long name apart from what is drawn is marked, names are cut at 200, and what cannot be seen is dropped', async () => {
  const client = await bench.client();
  for (const [what, body] of Object.entries(UNSEEN_NAMES)) {
    const lines = (await shownOf(client, { body })).split('\n').filter((line) => line.includes('HIDDEN'));
    expect.soft(lines.join('\n'), what).toMatch(/ name-not-drawn/);
  }
  for (const [what, body] of Object.entries(PLAIN_NAMES))
    expect.soft(await shownOf(client, { body }), what).not.toContain('name-not-drawn');
  const long = 'word '.repeat(100);
  for (const body of [
    `<button aria-label="${long}"></button>`,
    `<h2>${long}</h2>`,
    `<iframe title="${long}" srcdoc="<p>x"></iframe>`,
    `<section aria-label="${long}"><p>x</p></section>`,
    `<div role=slider tabindex=0 aria-label=x aria-valuetext="${long}"></div>`,
    `<select aria-label="${long}"><option>x</select>`,
    `<label><input type=checkbox style="opacity:0;position:absolute">${long}</label>`,
    `<img alt="${long}" width=9 height=9 src="data:,">`,
  ])
    for (const [, said] of (await shownOf(client, { body })).matchAll(/"([^"]*)"/g)) expect.soft(said?.length, body).toBeLessThanOrEqual(200);
  const invisible = '\u200b\u2060\u202e\u2066\u{e0048}\u{e0049}\u{e007f}\u00ad\ufeff';
  const part = await shownOf(client, { body: `<p>zero${invisible}width</p><button aria-label="na${invisible}me"></button>` });
  expect(part).toContain('zerowidth');
  expect(part).toContain('"name"');
  const { current } = await client.session.context();
  if (!current) throw new Error('there is no page');
  const { droppedCodePoints } = await takeSnapshot(current);
  expect(droppedCodePoints).toBe(2 * [...invisible].length);
});
