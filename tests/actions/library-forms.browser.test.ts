import { afterAll, beforeAll, expect } from 'vitest';
import { builtPages, type OrderForm as Library, ORDER_FORMS } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { IS_FULL_RUN, someOf, TEST_SEED } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';

const ENGLISH = {
  customer: 'Customer',
  email: 'Email',
  note: 'Note',
  large: 'Large',
  terms: 'Accept terms',
  card: 'Card',
  wrap: 'Gift wrap',
  city: 'City',
  porto: 'Porto',
  tags: 'Tags',
  urgent: 'Urgent',
  cold: 'Cold',
  area: 'Area',
  south: 'South',
  hills: 'Hills',
  day: 'Day',
  time: 'Time',
  amount: 'Amount',
  volume: 'Volume',
  piece: 'Piece',
  send: 'Send order',
};
const CHINESE: typeof ENGLISH = {
  customer: '客户',
  email: '邮箱',
  note: '备注',
  large: '大',
  terms: '接受条款',
  card: '贺卡',
  wrap: '礼品包装',
  city: '城市',
  porto: '波尔图',
  tags: '标签',
  urgent: '加急',
  cold: '冷藏',
  area: '地区',
  south: '南部',
  hills: '山区',
  day: '日期',
  time: '时间',
  amount: '数量',
  volume: '音量',
  piece: '件',
  send: '提交订单',
};

const LANGUAGES = ['en', 'zh'] as const;

let bench: PortalBench;
let site: Site;
beforeAll(async () => {
  bench = await PortalBench.open();
  site = await openSite(await builtPages(ORDER_FORMS));
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

/** The ref of a control in the last snapshot by its role and the words of its name. */
function refOf(client: PortalClient, role: string, name: string, nth = 0): string {
  const text = client.replies.at(-1)?.text ?? '';
  const lines = new RegExp(`(?:^|[\\s|])${role} "([^"]*)" \\[([^\\]]+)\\]`, 'gm');
  const found = [...text.matchAll(lines)].filter(
    ([, shown]) => shown?.replace(/^\*\s*|\s*\*$/g, '').trim() === name,
  );
  const ref = found[nth]?.[2];
  if (ref === undefined) throw new Error(`no ${role} "${name}" in\n${text}`);
  return ref;
}

interface Way {
  readonly picker: string;
  readonly area: readonly [role: string, levels: 1 | 2];
  rate(client: PortalClient, snapshot: string): Promise<void>;
  unit: 'radio' | 'button';
  wrap?: 'checkbox';
  amount?: 'textbox';
}

const star = async (client: PortalClient, snapshot: string, pattern: RegExp) => {
  const ref = [...snapshot.matchAll(pattern)].at(3)?.[1] ?? '';
  await client.ok('browser_check', { ref, checked: true, observe: 'none' });
};

const WAYS: Readonly<Record<Library, Way>> = {
  antd: {
    picker: 'textbox',
    area: ['combobox', 2],
    unit: 'radio',
    rate: async (client, snapshot) => await star(client, snapshot, /radio "star[^"]*" \[([^\]]+)\]/g),
  },
  'element-plus': {
    picker: 'combobox',
    area: ['textbox', 2],
    unit: 'radio',
    rate: async (client, snapshot) => {
      const ref = /slider "(?:Rating|评分)" \[([^\]]+)\]/.exec(snapshot)?.[1] ?? '';
      await client.ok('browser_type', { ref, text: '4', observe: 'none' });
    },
  },
  mui: {
    picker: 'textbox',
    area: ['combobox', 1],
    unit: 'button',
    rate: async (client, snapshot) => await star(client, snapshot, /radio "\d Stars?" \[([^\]]+)\]/g),
  },
  vuetify: {
    picker: 'textbox',
    area: ['combobox', 1],
    unit: 'button',
    wrap: 'checkbox',
    amount: 'textbox',
    rate: async (client, snapshot) => {
      const ref =
        /(?:button|clickable|radio) "(?:Rating|评分) 4[^"]*" \[([^\]]+)\]/.exec(snapshot)?.[1] ?? '';
      await client.ok('browser_click', { ref, observe: 'none' });
    },
  },
};

async function fillAndSend(library: Library, language: 'en' | 'zh'): Promise<void> {
  const words = language === 'en' ? ENGLISH : CHINESE;
  const way = WAYS[library];
  const client = await bench.client();
  const snapshot = await client.ok('browser_navigate', { url: `${site.origin}/${library}/?${language}` });
  const at = (role: string, name: string) => refOf(client, role, name);
  const refs = {
    customer: at('textbox', words.customer),
    email: at('textbox', words.email),
    note: at('textbox', words.note),
    large: at('radio', words.large),
    terms: at('checkbox', words.terms),
    card: at('checkbox', words.card),
    wrap: at(way.wrap ?? 'switch', words.wrap),
    city: at('combobox', words.city),
    tags: at('combobox', words.tags),
    area: at(way.area[0], words.area),
    day: refOf(client, `(?:${way.picker}|date|textbox)`, words.day),
    time: refOf(client, `(?:${way.picker}|time|textbox)`, words.time),
    amount: at(way.amount ?? 'spinbutton', words.amount),
    volume: /slider (?:"(?:Volume|音量)" )?\[([^\]]+)\]/.exec(snapshot)?.[1] ?? '',
    piece: at(way.unit, words.piece),
    send: at('button', words.send),
  };
  const fill = async (ref: string, text: string) =>
    await client.ok('browser_type', { ref, text, observe: 'none' });
  const check = async (ref: string) =>
    await client.ok('browser_check', { ref, checked: true, observe: 'none' });
  const select = async (ref: string, ...values: string[]) =>
    await client.ok('browser_select', { ref, values, observe: 'none' });
  await fill(refs.customer, 'Moreira 莫雷拉');
  await fill(refs.email, 'a@b.pt');
  await fill(refs.note, 'two lines\nof note');
  await check(refs.large);
  await check(refs.terms);
  await check(refs.card);
  await check(refs.wrap);
  expect(await select(refs.city, words.porto)).toContain(`It holds "${words.porto}"`);
  await select(refs.tags, words.urgent, words.cold);
  await select(refs.area, way.area[1] === 2 ? `${words.south} / ${words.hills}` : words.south);
  await fill(refs.day, '2026-12-31');
  await fill(refs.time, way.picker === 'textbox' && library !== 'antd' ? '14:30' : '14:30:00');
  await fill(refs.amount, '7');
  await fill(refs.volume, '70');
  await way.rate(client, snapshot);
  if (way.unit === 'radio') await check(refs.piece);
  else await client.ok('browser_click', { ref: refs.piece, observe: 'none' });
  const shown = await client.ok('browser_snapshot', {});
  for (const value of ['Moreira 莫雷拉', 'a@b.pt', '2026-12-31', words.south])
    expect(shown, `${library} ${language}`).toContain(value);
  const after = await client.ok('browser_click', { ref: refs.send });
  const sent = JSON.parse(/status(?:: |\n\s*- )(\{.*\})/.exec(after)?.[1] ?? JSON.stringify({ after }));
  expect(sent).toMatchObject({
    customer: 'Moreira 莫雷拉',
    email: 'a@b.pt',
    note: 'two lines\nof note',
    size: 'large',
    terms: true,
    wrap: true,
    city: 'porto',
    tags: ['urgent', 'cold'],
    area: way.area[1] === 2 ? ['south', 'hills'] : 'south',
    day: '2026-12-31',
    rating: 4,
    unit: 'piece',
    volume: 70,
  });
  expect(sent.extras ?? (sent.card ? ['card'] : [])).toEqual(['card']);
  expect(`${sent.time}`).toContain('14:30');
  expect(`${sent.amount}`).toBe('7');
}

// An ordinary run has one of the libraries, in one of the languages, drawn by the seed.
for (const [at, library] of someOf(Object.keys(ORDER_FORMS) as Library[], 1).entries())
  for (const language of IS_FULL_RUN ? LANGUAGES : [LANGUAGES[(TEST_SEED + at) % 2] ?? 'en'])
    proves(
      'P-21',
      `every control of a form of 16 made with ${library} is set by its ref and arrives (${language})`,
      async () => await fillAndSend(library, language),
      120_000,
    );
