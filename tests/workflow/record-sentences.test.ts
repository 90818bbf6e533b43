import { expect, test } from 'vitest';
import type { WordedElement } from '#sessions/durable-words.ts';
import { InputNames } from '#workflow/record/input-names.ts';
import type { RecordedWords } from '#workflow/record/move.ts';
import { targetsFor } from '#workflow/record/name-target.ts';
import { sayStep } from '#workflow/record/say-step.ts';
import { verificationOf } from '#workflow/record/verification.ts';
import type { ParsedStep, Step } from '#workflow/step.ts';
import { readWorkflow, writeWorkflow } from '#workflow/workflow-file.ts';
import { randomFrom, TEST_SEED, tries } from '../support/samples.ts';

const target = { name: 'Name', within: 'Sender' } as const;
const STEPS: readonly (readonly [Step, en: string, zh: string])[] = [
  [
    { does: 'open', url: 'http://localhost:1/a?b=c' },
    'Open "http://localhost:1/a?b=c"',
    '打开“http://localhost:1/a?b=c”',
  ],
  [{ does: 'click', target: { name: 'OK' } }, 'Click "OK"', '点击“OK”'],
  [
    { does: 'click', target: { name: 'OK', kind: 'button', within: 'Ann' } },
    'Click the "OK" button in "Ann"',
    '点击“Ann”中的“OK”按钮',
  ],
  [{ does: 'click', target: { name: 'OK' }, count: 2 }, 'Double-click "OK"', '双击“OK”'],
  [
    { does: 'fill', target, value: '{{x}}' },
    'Type "{{x}}" into "Name" in "Sender"',
    '在“Sender”中的“Name”输入“{{x}}”',
  ],
  [
    { does: 'select', target, values: ['A', 'B'] },
    'Select "A", "B" from "Name" in "Sender"',
    '在“Sender”中的“Name”选择“A”、“B”',
  ],
  [{ does: 'check', target }, 'Check "Name" in "Sender"', '勾选“Sender”中的“Name”'],
  [
    { does: 'uncheck', target: { name: 'Gift', kind: 'switch' } },
    'Uncheck the "Gift" switch',
    '取消勾选“Gift”开关',
  ],
  [
    { does: 'upload', target, files: ['{{x}}', '{{y}}'] },
    'Upload "{{x}}", "{{y}}" to "Name" in "Sender"',
    '在“Sender”中的“Name”上传“{{x}}”、“{{y}}”',
  ],
  [
    { does: 'press', keys: 'Control+A', target },
    'Press "Control+A" in "Name" in "Sender"',
    '在“Sender”中的“Name”按键“Control+A”',
  ],
  [{ does: 'press', keys: 'Enter' }, 'Press "Enter"', '按下“Enter”键'],
  [{ does: 'hover', target }, 'Hover over "Name" in "Sender"', '悬停在“Sender”中的“Name”'],
  [
    { does: 'download', target: { name: 'Report', kind: 'link' } },
    'Download the "Report" link',
    '下载“Report”链接',
  ],
  [{ does: 'sign-in', credentialId: 'portal' }, 'Sign in with credential "portal"', '使用凭据“portal”登录'],
  [
    { does: 'wait-for', what: { is: 'text', text: 'a' } },
    'Wait until the page contains "a"',
    '等待页面包含“a”',
  ],
  [
    { does: 'wait-for', what: { is: 'text', text: 'a', absent: true } },
    'Wait until the page does not contain "a"',
    '等待页面不包含“a”',
  ],
  [
    { does: 'wait-for', what: { is: 'url', contains: '/a' } },
    'Wait until the URL contains "/a"',
    '等待网址包含“/a”',
  ],
  ...(['visible', 'hidden', 'enabled', 'disabled'] as const).map(
    (state, at) =>
      [
        { does: 'wait-for', what: { is: 'state', target, state } } as const,
        `Wait until "Name" in "Sender" is ${state}`,
        `等待“Sender”中的“Name”${['可见', '消失', '可用', '不可用'][at]}`,
      ] as const,
  ),
  [
    { does: 'verify', what: { is: 'text', text: 'a' } },
    'Verify that the page contains "a"',
    '验证页面包含“a”',
  ],
];

test('each step is said in both languages, in words that mean it and nothing else', () => {
  for (const [step, en, zh] of STEPS) {
    expect(sayStep(step, 'en')).toEqual({ sentence: en, step, locale: 'en' });
    expect(sayStep(step, 'zh')).toEqual({ sentence: zh, step, locale: 'zh' });
  }
});

test('each kind of control has a word that is understood', () => {
  for (const kind of [
    'button',
    'link',
    'tab',
    'menu-item',
    'checkbox',
    'radio',
    'switch',
    'option',
    'field',
    'list',
    'image',
  ] as const)
    for (const locale of ['en', 'zh'] as const)
      expect(
        sayStep({ does: 'hover', target: { name: 'X', kind } }, locale)?.step,
        `${kind} ${locale}`,
      ).toEqual({
        does: 'hover',
        target: { name: 'X', kind },
      });
});

const PIECES = [
  '"',
  '“',
  '”',
  '‘',
  '’',
  "'",
  '「',
  '」',
  '«',
  '»',
  '\n',
  '\u2028',
  '{{',
  '}}',
  '---',
  '#',
  ' ',
  '的',
  '中的',
  ' in ',
  '点击',
  'Click',
  '1. ',
  ',',
  '、',
  '.',
  '。',
  'a',
  '保存',
  '\ue000',
  'button',
  '按钮',
  '😀',
  '\\',
];

test('any name is said so that the file reads back as it was meant, or is not said', () => {
  const random = randomFrom(TEST_SEED);
  const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? '';
  const name = () => Array.from({ length: 1 + Math.floor(random() * 6) }, piece).join('');
  const said: ParsedStep[] = [];
  for (let turn = 0; turn < tries(400, 20_000); turn += 1) {
    const locale = random() < 0.5 ? 'en' : 'zh';
    const on = random() < 0.5 ? { name: name() } : { name: name(), within: name() };
    const step: Step =
      random() < 0.5 ? { does: 'click', target: on } : { does: 'select', target: on, values: [name()] };
    const parsed = sayStep(step, locale);
    if (parsed === undefined) continue;
    expect(parsed.step).toEqual(step);
    if (!/\{\{|\}\}/.test(JSON.stringify(step))) said.push(parsed);
  }
  expect(said.length).toBeGreaterThan(20);
  const workflow = { name: 'x', aliases: [], start: 'http://localhost/', hosts: [], inputs: [], steps: said };
  expect(readWorkflow(writeWorkflow(workflow))).toEqual(workflow);
});

const element = (
  role: string,
  name: string,
  around: readonly string[] = [],
  inDialog = false,
): WordedElement => ({ role, name, around, inDialog });
const first = (on: RecordedWords, purpose: Parameters<typeof targetsFor>[1] = 'press') =>
  targetsFor(on, purpose).next().value;

test('an element is named by as little as tells it from all that was shown', () => {
  const ok = element('button', 'OK', ['Ann', 'Orders']);
  expect(first({ ...ok, alike: [] })).toEqual({ name: 'OK' });
  expect(first({ ...ok, alike: [element('link', 'OK', ['Bo', 'Orders'])] })).toEqual({
    name: 'OK',
    kind: 'button',
  });
  expect(first({ ...ok, alike: [element('button', 'OK', ['Bo', 'Orders'])] })).toEqual({
    name: 'OK',
    within: 'Ann',
  });
  expect(
    first({
      ...ok,
      alike: [element('button', 'OK', ['Bo', 'Ann', 'Orders']), element('button', 'OK', ['Orders'])],
    }),
  ).toEqual({ name: 'OK', within: 'Ann' });
  expect(first({ ...ok, alike: [element('button', 'OK', ['Ann', 'Orders'])] })).toBeUndefined();
  expect(first({ ...ok, alike: [element('button', 'OK!', ['Bo'])] })).toEqual({ name: 'OK' });
  expect(first({ ...ok, alike: [element('button', 'OK all', [], true)] })).toEqual({ name: 'OK' });
  expect(first({ ...ok, alike: [element('button', 'OK', [], true)] })).toEqual({
    name: 'OK',
    within: 'Ann',
  });
  expect(first({ ...element('textbox', '* Day :'), alike: [] })).toEqual({ name: 'Day', kind: 'field' });
  expect(first({ ...element('generic', 'Text'), alike: [] }, 'fill')).toBeUndefined();
});

test('inputs are named by their labels, each name once', () => {
  const inputs = new InputNames();
  const names = ['Amount in €', 'Amount in €', '直播间 名称', '***', '7', '__proto__', 'constructor'].map(
    (label, at) => inputs.lift({ label, value: `${at}` }, at + 1),
  );
  expect(names).toEqual([
    'amount_in',
    'amount_in_2',
    '直播间_名称',
    'value',
    'value_7',
    'proto',
    'constructor',
  ]);
  expect(inputs.lift({ label: '7', value: '4' }, 9)).toBe('value_7');
  expect(inputs.lift({ label: '7', why: 'secret' }, 9)).toBe('value_7_2');
  expect(inputs.lift({ label: '7', value: '«secret:portal password»' }, 9)).toBe('value_7_3');
  expect(inputs.all.slice(-2).map(({ value, isSecret }) => [value, isSecret])).toEqual([
    ['', true],
    ['', true],
  ]);
  const steps = [...names, 'value_7_3'].map(
    (name) => sayStep({ does: 'fill', target: { name: 'a' }, value: `{{${name}}}` }, 'en') as ParsedStep,
  );
  const workflow = {
    name: 'x',
    aliases: [],
    start: 'http://localhost/',
    hosts: [],
    inputs: inputs.declared,
    steps,
  };
  expect(readWorkflow(writeWorkflow(workflow))).toEqual(workflow);
});

test('the end is verified by what will be said again, and never by what is of this one run', () => {
  const inputs = new InputNames();
  inputs.lift({ label: 'Title', value: 'Launch 7' }, 1);
  inputs.lift({ label: 'Password', why: 'secret' }, 2);
  const end = (...messages: string[]) => verificationOf(messages, inputs, 'en')?.sentence;
  expect(end('Created')).toBe('Verify that the page contains "Created"');
  expect(end('Launch 7 was created')).toBe('Verify that the page contains "{{title}} was created"');
  expect(end('Order A-4711 was taken')).toBe('Verify that the page contains "was taken"');
  expect(end('Order 4711', 'Thank you')).toBe('Verify that the page contains "Thank you"');
  expect(end('订单4711已经创建成功')).toBe('Verify that the page contains "已经创建成功"');
  for (const none of [
    '',
    '12:45',
    '4711',
    'No. 4711',
    '{{title}} is there',
    '«secret:portal password»',
    'x'.repeat(81),
    '—',
  ])
    expect(end(none), none).toBeUndefined();
});
