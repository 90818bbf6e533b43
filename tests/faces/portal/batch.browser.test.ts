import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const FIELDS = Array.from({ length: 20 }, (_, place) => `Field ${place + 1}`);
const PAGES = {
  '/form': `<!doctype html><title>Form</title><script>let n = 0; addEventListener('click', (e) => { if (e.target.matches('a,button')) n += 1; }, true);</script>
    <main><h1>Form</h1><form action="/saved">
    ${FIELDS.map((name, place) => `<label>${name} <input name="f${place + 1}"></label>`).join('\n')}
    <label>Country <select name=country><option>Portugal<option>Spain</select></label><button>Save</button></form>
    <a href="/other">Other</a> <button id=grow>Grow</button> <input aria-label=Locked readonly value=x>
    <script>document.getElementById('grow').onclick = () => document.querySelector('main').insertAdjacentHTML('beforeend', '<button onclick="document.title=\\'born\\'">Born</button>');</script></main>`,
  '/saved':
    '<!doctype html><title>Saved</title><h1>Saved</h1><button onclick="document.title=\'hit\'">Twin</button>',
  '/other':
    '<!doctype html><title>Other</title><h1>Other</h1><button onclick="document.title=\'hit\'">Twin</button><p>Quay text</p>',
};

let bench: PortalBench;
let site: Site;
let client: PortalClient;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open(), openSite(PAGES)]);
  client = await bench.client();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function atForm(): Promise<void> {
  await client.ok('browser_navigate', { url: `${site.origin}/form`, observe: 'full' });
}

function stepLines(text: string): string[] {
  return text.split('\n').filter((line) => /^Step \d+ of \d+ \(/.test(line));
}

proves(
  ['P-48', 'P-50', 'P-51', 'P-52', 'P-59', 'R3'],
  'twenty fields and the button in one call, from one snapshot',
  async () => {
    await atForm();
    const steps = [
      ...FIELDS.map((name, place) => ({
        action: 'type',
        ref: client.ref('textbox', name),
        text: `value ${place + 1}`,
      })),
      { action: 'select', ref: client.ref('combobox', 'Country'), values: ['Spain'] },
      { action: 'click', ref: client.ref('button', 'Save') },
    ];
    const reply = await client.ok('browser_batch', { steps });
    expect(reply.split('\n')[0]).toBe('All 22 steps done.');
    expect(stepLines(reply)).toHaveLength(22);
    expect(stepLines(reply)[21]).toMatch(
      /^Step 22 of 22 \(click\): Clicked: button "Save".*Effect: navigated/,
    );
    expect(reply).toContain('heading "Saved"');
    expect(reply.match(/<<page /g)).toHaveLength(1);
    const sent = new URLSearchParams(
      site.requests.findLast(({ path }) => path.startsWith('/saved?'))?.path.split('?')[1],
    );
    expect(FIELDS.map((_, place) => sent.get(`f${place + 1}`))).toEqual(
      FIELDS.map((_, place) => `value ${place + 1}`),
    );
    expect(sent.get('country')).toBe('Spain');
  },
);

proves('R3', 'the first failure stops it, and every step says how it ended', async () => {
  await atForm();
  const reply = await client.refused('readonly', 'browser_batch', {
    steps: [
      { action: 'type', ref: client.ref('textbox', 'Field 1'), text: 'kept' },
      { action: 'type', ref: client.ref('textbox', 'Locked'), text: 'never' },
      { action: 'click', ref: client.ref('button', 'Save') },
    ],
  });
  expect(stepLines(reply).map((line) => line.replace(/:.*/, ''))).toEqual([
    'Step 1 of 3 (type)',
    'Step 2 of 3 (type)',
    'Step 3 of 3 (click)',
  ]);
  expect(stepLines(reply)[2]).toContain('not executed');
  expect(await client.ok('browser_snapshot')).toContain('"kept"');
});

proves(
  ['P-53', 'P-54', 'P-55'],
  'after a step that navigates old refs are stale one by one, reads go on, and nothing acts',
  async () => {
    await atForm();
    const [other, save] = [client.ref('link', 'Other'), client.ref('button', 'Save')];
    const reply = await client.refused('stale_ref', 'browser_batch', {
      steps: [
        { action: 'click', ref: other },
        { action: 'click', ref: save },
        { action: 'type', ref: client.ref('textbox', 'Field 1'), text: 'x' },
        { action: 'press', key: 'Tab' },
        { action: 'wait', text: 'Quay text' },
        { action: 'find', text: 'Quay' },
      ],
    });
    const lines = stepLines(reply);
    expect(lines[0]).toContain('Effect: navigated');
    expect(lines[1]).toContain('browser.stale_ref: ');
    expect(lines[2]).toContain('browser.stale_ref: ');
    expect(lines[3]).toContain('not executed');
    expect(lines[4]).toContain('Waited');
    expect(lines[5]).toContain('1 line matches');
    expect(reply).toContain('heading "Other"');
    expect(reply).not.toContain('hit  http');
  },
);

proves('P-56', 'a ref that is born only by an earlier step is refused, and gets no event', async () => {
  await atForm();
  const grow = client.ref('button', 'Grow');
  const highest = Math.max(
    ...[...(client.replies.at(-1)?.text ?? '').matchAll(/\[e(\d+)@/g)].map((found) => Number(found[1])),
  );
  const guessed = grow.replace(/^e\d+/, `e${highest + 1}`);
  await client.refused('invalid_ref', 'browser_batch', {
    steps: [
      { action: 'click', ref: grow },
      { action: 'find', text: 'Born' },
      { action: 'click', ref: guessed },
    ],
  });
  expect(await client.ok('browser_snapshot')).not.toMatch(/^born /m);
});

proves('P-58', 'when no step succeeds the reply has the page as it is', async () => {
  await atForm();
  const reply = await client.refused('readonly', 'browser_batch', {
    steps: [
      { action: 'type', ref: client.ref('textbox', 'Locked'), text: '1' },
      { action: 'click', ref: client.ref('button', 'Save') },
    ],
  });
  expect(reply).toMatch(/button "Save" \[e\d+@v\d+\]/);
  expect(reply).toMatch(/textbox "Field 20" \[e\d+@v\d+\]/);
});

proves('R3', 'a step that does not fit its tool is refused before anything runs', async () => {
  await atForm();
  const good = { action: 'type', ref: client.ref('textbox', 'Field 1'), text: 'untouched?' };
  for (const [code, bad] of [
    ['invalid_arguments', { action: 'fly' }],
    ['invalid_arguments', { action: 'type', ref: good.ref }],
    ['invalid_arguments', { action: 'click', ref: good.ref, selector: '#x' }],
    ['invalid_arguments', { action: 'batch', steps: [] }],
    ['invalid_ref', { action: 'click', ref: '#save' }],
  ] as const)
    await client.refused(code, 'browser_batch', { steps: [good, bad] });
  await client.refused('invalid_arguments', 'browser_batch', { steps: [] });
  await client.refused('invalid_arguments', 'browser_batch', {
    steps: Array.from({ length: 51 }, () => good),
  });
  expect(await client.ok('browser_snapshot')).not.toContain('untouched?');
});
