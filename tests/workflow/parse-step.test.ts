import { expect, test } from 'vitest';
import { isPortolanError } from '#kernel/error.ts';
import { exampleOf } from '#workflow/parse-nearest.ts';
import { LEXICONS, parseStep } from '#workflow/parse-step.ts';
import { proves } from '../spec/proves.ts';
import { CHINESE } from './sentences/chinese.ts';
import { ENGLISH } from './sentences/english.ts';
import { REFUSED } from './sentences/refused.ts';

const step = (sentence: string) => parseStep(sentence).step;

/** How a sentence is refused. */
function refusal(sentence: string) {
  try {
    return { understoodAs: step(sentence) };
  } catch (error) {
    if (!isPortolanError(error, 'step_not_understood')) throw error;
    return { because: error.facts['because'], nearest: String(error.facts['nearest']), remedy: error.remedy };
  }
}

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
  const without = step('在直播间名称输入‘周五新品发布’');
  for (const [open, close] of ['‘’', '“”', '「」', '『』', '«»', "''", '""', '＇＇', '＂＂']) {
    expect(step(`在${open}直播间名称${close}输入${open}周五新品发布${close}`)).toEqual(without);
  }
});
proves('W-12', 'each sentence of the tables becomes its operation, target and value', () => {
  for (const [locale, table] of [
    ['zh', CHINESE],
    ['en', ENGLISH],
  ] as const) {
    for (const [sentence, expected] of table) {
      expect(parseStep(sentence), sentence).toEqual({ sentence, step: expected, locale });
    }
    expect(new Set(table.map(([sentence]) => sentence)).size, 'no sentence stands twice').toBe(table.length);
  }
});
test('what says no step, or more than one, is refused with a phrasing that is understood', () => {
  for (const sentence of REFUSED) {
    const { nearest = '', remedy, understoodAs } = refusal(sentence);
    expect(understoodAs, sentence).toBeUndefined();
    expect(remedy, sentence).not.toBe('');
    expect(() => step(nearest), `${sentence} → ${nearest}`).not.toThrow();
  }
  expect(refusal('请帮我点下“下一步”吧').remedy).toContain('点击“下一步”');
});
test('every example is understood by its own language as what it is shown for', () => {
  for (const lexicon of LEXICONS) {
    const { phrasings, expectations, locale } = lexicon;
    for (const { does, example } of phrasings) {
      const parsed = parseStep(example);
      expect(parsed.locale, example).toBe(locale);
      expect(parsed.step.does, example).toBe(does === 'double-click' ? 'click' : does);
    }
    for (const phrasing of expectations) {
      const example = exampleOf(phrasing, lexicon);
      const parsed = parseStep(example);
      expect(parsed.locale, example).toBe(locale);
      expect(parsed.step.does, example).toBe(phrasing.after === 'wait-for' ? 'wait-for' : 'verify');
      const what = 'what' in parsed.step ? parsed.step.what : undefined;
      const said =
        what?.is === 'state' ? what.state : what?.is === 'text' && what.absent ? 'no-text' : what?.is;
      expect(said, example).toBe(phrasing.is);
    }
  }
});
test('a refusal says what is wrong, and what to write instead', () => {
  const reasons = {
    '点击新建，然后点击保存': 'two-operations',
    'Click New and then click Save': 'two-operations',
    '不要点击“删除”': 'negation',
    'Do not click "Delete"': 'negation',
    '如果出现弹窗，点击“关闭”': 'condition',
    'If a dialog appears, click "Close"': 'condition',
    '点击“提交”了吗？': 'question',
    'Can you click "Submit"?': 'question',
    点击保存三次: 'count',
    'Press Tab twice': 'count',
    点击保存或提交: 'one-of-several',
    'Click Save or Submit': 'one-of-several',
    点击它: 'no-name',
    'Click it': 'no-name',
    在标题输入新品输入法: 'ambiguous',
    在姓名输入李雷点击保存: 'two-operations',
    点击新增填写标题: 'two-operations',
    'Type Meeting in Rome into Title': 'ambiguous',
    '点击“提交': 'open-quote',
    '点击提交”': 'open-quote',
    'Click "Submit': 'open-quote',
    今天天气很好: 'not-known',
    'Nice weather': 'not-known',
  };
  for (const [sentence, because] of Object.entries(reasons)) {
    expect(refusal(sentence), sentence).toMatchObject({ because, remedy: expect.stringMatching(/./) });
  }
});
test('two operations in one sentence are given back as two steps that are understood', () => {
  for (const [sentence, ...halves] of [
    ['点击新建并点击保存', '点击新建', '点击保存'],
    ['在标题输入新品，然后在“价格”输入“10”', '在标题输入新品', '在“价格”输入“10”'],
    ['点击“新建”后点击“保存”', '点击“新建”', '点击“保存”'],
    ['Click New and click Save', 'Click New', 'click Save'],
    ['Type “Ann” into “Name”, then press Enter', 'Type “Ann” into “Name”', 'press Enter'],
  ]) {
    const [first = '', second = ''] = halves;
    expect(refusal(sentence ?? '').remedy, sentence).toContain(
      `Write two steps, one operation in each: 1. ${first} 2. ${second}`,
    );
    expect(() => halves.map(step), sentence).not.toThrow();
  }
});
test('what stands in quotes or in an input is never language', () => {
  const words = '点击保存，然后点击删除 and click Delete or not? if {{a}} twice';
  expect(step(`在“备注”输入“${words}”`)).toMatchObject({ value: words });
  expect(step(`Type «${words}» into "Notes"`)).toMatchObject({ value: words });
  expect(step('点击“保存并点击删除”')).toMatchObject({ target: { name: '保存并点击删除' } });
  expect(step('在标题输入{{输入并点击}}')).toMatchObject({ value: '{{输入并点击}}' });
  expect(step('Click {{and click or}}')).toMatchObject({ target: { name: '{{and click or}}' } });
});
test('the nearest phrasing is of the operation that was meant', () => {
  const nearest = (sentence: string) => {
    const parsed = step(refusal(sentence).nearest ?? '');
    return parsed.does === 'click' && parsed.count === 2 ? 'double-click' : parsed.does;
  };
  for (const [operation, ...sentences] of [
    ['open', '打开“设置”', 'Open the settings page'],
    ['click', '点击“保存', 'Click the second "Edit" button', '点击右侧“新增”按钮', '随便看看', 'Delete "A"'],
    ['double-click', '双击', 'Double click'],
    ['fill', '在“标题”输入', 'Fill "Title" with', 'Type "hello"', '在“标题”输入“a”“b”'],
    ['select', '在“国家”选择', '从“国家”选择', 'Select "Germany"', 'Choose in "Country"'],
    ['check', '勾选', 'Tick'],
    ['uncheck', '取消勾选', 'Uncheck'],
    ['upload', '上传“合同.pdf”', 'Upload "contract.pdf"'],
    ['press', '按“未知”键', 'Press the Foo key'],
    ['hover', '悬停', 'Hover'],
    ['scroll-to', '滚动到底部', 'Scroll down'],
    ['wait-for', '等待3秒', 'Wait 3 seconds', 'Wait a moment'],
    ['verify', '验证页面包含', 'Verify the price', '验证价格是否正确'],
    ['download', '下载', 'Download'],
    ['sign-in', '使用凭据登录', 'Sign in', 'Sign in as admin with password 123456'],
  ]) {
    for (const sentence of sentences) expect(nearest(sentence), sentence).toBe(operation);
  }
});
test('two steps in one sentence are refused, however they are joined', () => {
  for (const [table, joiners, lead] of [
    [
      CHINESE,
      ['，然后', '并', '，', '后', '；', '。'],
      /^(?:请(?!假)|然后|接着，|最后|再|首先请|1\. |第二步：|步骤3：)/u,
    ],
    [
      ENGLISH,
      [' and ', ', then ', ', ', '; ', '. ', ' and then '],
      /^(?:please |and then |then |next, |\d+[.)] )/iu,
    ],
  ] as const) {
    table.forEach(([sentence], at) => {
      if (at % 3 > 0) return;
      const other = table[(at * 7 + 3) % table.length]?.[0].replace(lead, '');
      const both = sentence.replace(/[。.!！]$/u, '') + joiners[(at / 3) % joiners.length] + other;
      expect(refusal(both).understoodAs, both).toBeUndefined();
    });
  }
});
test('a sentence means the same in quotes of every kind', () => {
  for (const [at, [sentence, expected]] of [...CHINESE, ...ENGLISH].entries()) {
    if (/['‘’「『«【]/u.test(sentence)) continue;
    for (const [open, close] of ['「」', '«»', '""', '【】'].slice(at % 4, (at % 4) + 1)) {
      const written = sentence.replace(
        /“([^”]*)”|"([^"]*)"/gu,
        (_, one, other) => open + (one ?? other) + close,
      );
      if (written !== sentence) expect(step(written), written).toEqual(expected);
    }
  }
});
