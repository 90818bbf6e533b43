import { afterAll, beforeAll, expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { closeRawBrowser } from '../support/raw-page.ts';
import { type Lab, openLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  await lab.close();
  await closeRawBrowser();
});

const settled = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

proves(
  ['P-01', 'P-09'],
  'closed shadow roots are read like open ones, at any depth, with their slots',
  async () => {
    await lab.open('/shadow-closed/');
    const { text } = await lab.show();
    const expected = [
      'region "Vault"',
      'Slotted words',
      'Deep button',
      'Deep field',
      'clickable "By listener in a closed root"',
      'Slotted button',
      'Open words',
      'Late button',
      'Deep button',
      'Deep field',
      'Declared field',
      'Declared button',
    ];
    let from = 0;
    for (const words of expected) {
      const at = text.indexOf(words, from);
      expect(at, `${words} in its place in ${text}`).toBeGreaterThanOrEqual(from);
      from = at + words.length;
    }
    expect(text).not.toContain('HIDDEN');
    expect(text.match(/Slotted words/g)).toHaveLength(1);
  },
);

proves('P-01', 'closed roots that come later are told by the browser, in whatever is inserted', async () => {
  await lab.open('/shadow-closed/');
  await lab.show();
  const later: readonly (readonly [string, string])[] = [
    [`place.append(document.createElement('x-late'))`, 'Late button'],
    [
      `place.innerHTML = '<section><p>deeply <b><x-vault>Second vault</x-vault></b></p></section>'`,
      'Second vault',
    ],
    [
      `{ const root = place.attachShadow({ mode: 'closed' }); root.innerHTML = '<i>now closed</i><x-deep></x-deep>'; }`,
      'now closed',
    ],
  ];
  for (const [change, words] of later) {
    const count = (text: string) => text.split(words).length - 1;
    const before = count((await lab.show()).text);
    await lab.inPage(change);
    expect(count((await lab.show()).text), change).toBe(before + 1);
  }
});

proves('P-01', 'a page without closed roots is not described, and is not followed', async () => {
  const sent: string[] = [];
  const { session } = lab.page.mainFrame;
  const send = session.send;
  session.send = async (method: string, params?: object) => {
    sent.push(method);
    return await send(method, params);
  };
  try {
    await lab.open('/shadow-slots/');
    await lab.show();
    await lab.inPage(`document.body.append(document.createElement('not-defined'))`);
    await lab.show();
    await lab.show();
  } finally {
    session.send = send;
  }
  expect(sent.filter((method) => method === 'DOM.getDocument')).toEqual([]);
  expect(sent).toContain('DOM.describeNode');
});

proves(['P-16', 'P-01'], 'closed roots and listeners are read in frames of both kinds', async () => {
  await lab.open(`/shadow-frames/?other=${encodeURIComponent(lab.site.originFor('localhost'))}`);
  await settled(600);
  const { text } = await lab.show();
  expect(text.match(/button "Declared button" \[f\d+e\d+@v\d+\]/g)).toHaveLength(2);
  expect(text.match(/clickable "By listener in a closed root" \[f\d+e\d+@v\d+\]/g)).toHaveLength(2);
  expect(text.match(/button "Deep button" \[f\d+e/g)).toHaveLength(4);
});

proves(
  'P-01',
  'thirty navigations with listeners and closed roots leave the renderer alive and the reading right',
  async () => {
    for (let round = 0; round < 30; round++) {
      await lab.open(round % 3 === 2 ? '/clickables/' : '/shadow-closed/');
      const { text } = await lab.show();
      if (round % 3 === 2) expect(text).toMatch(/clickable "By listener only"/);
      else expect(text).toMatch(/clickable "By listener in a closed root"/);
      await lab.inPage(`document.body.append(document.createElement('x-deep'))`);
      await lab.show();
    }
    expect(lab.page.state).toBe('open');
    expect(await lab.inPage('1 + 1')).toBe(2);
  },
);

proves('P-01', 'many listeners at once, more and fewer, are mapped to their elements', async () => {
  await lab.open('/shadow-closed/');
  await lab.show();
  await lab.inPage(`{
    let html = '';
    for (let i = 0; i < 60; i++) html += '<p>Item ' + i + '</p>';
    place.innerHTML = html;
    [...place.children].forEach((child, i) => { if (i % 3 === 0) child.addEventListener('click', () => {}); });
  }`);
  const { text } = await lab.show({ runLimit: null });
  const clickable = [...text.matchAll(/clickable "Item (\d+)"/g)].map((match) => Number(match[1]));
  expect(clickable).toEqual(Array.from({ length: 20 }, (_, i) => i * 3));
});
