import { expect, test } from 'vitest';
import { EN } from '#workflow/lexicon/en.ts';
import { ZH } from '#workflow/lexicon/zh.ts';
import { parseStep } from '#workflow/parse-step.ts';
import { proves } from '../spec/proves.ts';
import { NO_STEPS, SENTENCES } from './sentences.ts';

const step = (sentence: string) => parseStep(sentence).step;

proves('W-27', 'a sentence that types gives field and text', () => {
  expect(step('在直播间名称输入‘自动化测试直播间’')).toEqual({
    does: 'fill',
    target: { name: '直播间名称' },
    value: '自动化测试直播间',
  });
});
proves('W-28', 'a sentence that clicks gives the text of what to click', () => {
  expect(step('点击‘下一步’')).toEqual({ does: 'click', target: { name: '下一步' } });
});
proves('W-29', 'a sentence that verifies gives the text the page has to show', () => {
  expect(step('验证页面包含‘创建成功’')).toEqual({ does: 'verify', what: { is: 'text', text: '创建成功' } });
});
proves('W-30', 'a field in any quotes parses like one without', () => {
  for (const [open, close] of ['‘’', '“”', '「」', '『』', '«»', "''", '""']) {
    expect(step(`在${open}直播间名称${close}输入${open}周五新品发布${close}`)).toEqual(
      step('在直播间名称输入‘周五新品发布’'.replace('‘周五新品发布’', '“周五新品发布”')),
    );
  }
});
const TABLE: readonly (readonly [string, unknown])[] = [
  ['点击“确定”按钮', { does: 'click', target: { name: '确定', kind: 'button' } }],
  ['在“确认”对话框中点击“确定”', { does: 'click', target: { name: '确定', within: '确认' } }],
  ['双击“名称”', { does: 'click', target: { name: '名称' }, count: 2 }],
  ['在“分类”中选择“数码”', { does: 'select', target: { name: '分类' }, value: '数码' }],
  ['取消勾选“录制”', { does: 'uncheck', target: { name: '录制' } }],
  ['把“cover.png”上传到“封面”', { does: 'upload', target: { name: '封面' }, files: ['cover.png'] }],
  ['在“标题”输入“点击‘下一步’”', { does: 'fill', target: { name: '标题' }, value: '点击‘下一步’' }],
  [
    'Type "{{title}}" into the "Title" field',
    { does: 'fill', target: { name: 'Title', kind: 'field' }, value: '{{title}}' },
  ],
  ['Fill Title with Launch.', { does: 'fill', target: { name: 'Title' }, value: 'Launch' }],
  ['In "Confirm" click "OK"', { does: 'click', target: { name: 'OK', within: 'Confirm' } }],
  ["Click 'Don't save'", { does: 'click', target: { name: "Don't save" } }],
  ['Check "Record"', { does: 'check', target: { name: 'Record' } }],
  [
    'Check that "Record" is checked',
    { does: 'verify', what: { is: 'state', target: { name: 'Record' }, state: 'checked' } },
  ],
  ['Wait until the page shows "Done"', { does: 'wait-for', what: { is: 'text', text: 'Done' } }],
  ['Press "Enter" in "Search"', { does: 'press', keys: 'Enter', target: { name: 'Search' } }],
];
proves('W-12', 'each sentence of the table becomes its operation, target and value', () => {
  for (const [sentence, expected] of TABLE) expect(step(sentence), sentence).toEqual(expected);
});
test('every example that a refusal shows is understood as what it is shown for', () => {
  for (const { phrasings, expectations, locale } of [ZH, EN]) {
    for (const { does, example } of phrasings) {
      expect(step(example).does, example).toBe(does === 'double-click' ? 'click' : does);
    }
    for (const { is, example } of expectations) {
      const parsed = step((locale === 'zh' ? '验证' : 'Verify that ') + example);
      const what = parsed.does === 'verify' ? parsed.what : undefined;
      const said =
        what?.is === 'state' ? what.state : what?.is === 'text' && what.absent ? 'no-text' : what?.is;
      expect(said, example).toBe(is);
    }
  }
});
test('what is no step is refused with the nearest phrasing', () => {
  for (const sentence of [
    '',
    '今天天气很好',
    'Think about "Title"',
    '点击',
    'Click ""',
    'Click "Next',
    '“a”“b”',
  ]) {
    expect(() => step(sentence), sentence).toThrow(expect.objectContaining({ code: 'step_not_understood' }));
  }
  expect(() => step('请帮我点下“下一步”吧')).toThrow(
    expect.objectContaining({ remedy: expect.stringContaining('点击“下一步”') }),
  );
});
test('each saved sentence means what the table says, and the others are refused', () => {
  for (const [sentence, expected] of SENTENCES) expect(step(sentence), sentence).toEqual(expected);
  for (const sentence of NO_STEPS) {
    expect(() => step(sentence), sentence).toThrow(expect.objectContaining({ code: 'step_not_understood' }));
  }
});
