import { afterAll, beforeAll, expect } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { builtPages, type OrderForm as Library, ORDER_FORMS } from '../apps/library-pages.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { IS_FULL_RUN, TEST_SEED } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';

// The same order, in sentences of both languages. Areas are chosen by levels where the library has such a control.
const FLOWS = {
  zh: (area: string, time: string) => [
    '在“客户”输入“{{customer}}”',
    '“邮箱”填写“a@b.pt”',
    '在“尺寸”选择“大”',
    '勾选“接受条款”',
    '勾选“贺卡”',
    '打开开关“礼品包装”',
    '在“城市”选择“波尔图”',
    `在“地区”选择“${area}”`,
    '把“日期”设置为“2026-12-31”',
    `把“时间”设置为“${time}”`,
    '把“数量”设置为“7”',
    '点击“提交订单”',
    '验证页面包含“porto”',
  ],
  en: (area: string, time: string) => [
    'Type "{{customer}}" into "Customer"',
    'Fill "Email" with "a@b.pt"',
    'Select "Large" from "Size"',
    'Check "Accept terms"',
    'Tick "Card"',
    'Switch on "Gift wrap"',
    'Select "Porto" from "City"',
    `Select "${area}" from "Area"`,
    'Set "Day" to "2026-12-31"',
    `Set "Time" to "${time}"`,
    'Set "Amount" to "7"',
    'Click "Send order"',
    'Verify that the page contains "porto"',
  ],
} as const;

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

async function order(library: Library, language: 'zh' | 'en'): Promise<void> {
  const hasLevels = library === 'antd' || library === 'element-plus';
  const [south, hills] = language === 'zh' ? ['南部', '山区'] : ['South', 'Hills'];
  const sentences = FLOWS[language](
    hasLevels ? `${south} / ${hills}` : south,
    hasLevels ? '14:30:00' : '14:30',
  );
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`).join('\n');
  const workflow = readWorkflow(
    `---\nname: order\nstart: ${site.origin}/${library}/?${language}\ninputs:\n  customer: {}\n---\n${steps}\n`,
    'order.md',
  );
  const session = await bench.broker.open('test');
  const run = await runWorkflow(session, workflow, { inputs: { customer: '周五新品发布' } });
  expect(run.said).toBe('Done and checked: 13 of 13 steps.');
  const page = await session.currentPage();
  const reply = await page.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: 'document.querySelector("output, [role=status]").textContent',
  });
  const sent = JSON.parse(reply.result.value) as Record<string, unknown>;
  expect(sent).toMatchObject({
    customer: '周五新品发布',
    email: 'a@b.pt',
    size: 'large',
    terms: true,
    wrap: true,
    city: 'porto',
    area: hasLevels ? ['south', 'hills'] : 'south',
    day: '2026-12-31',
  });
  expect(`${sent['time']}`).toContain('14:30');
  expect(`${sent['amount']}`).toBe('7');
  expect(sent['extras'] ?? (sent['card'] ? ['card'] : [])).toEqual(['card']);
}

// An ordinary run has one of the libraries, in one of the languages, drawn by the seed.
const LIBRARIES = Object.keys(ORDER_FORMS) as Library[];
const drawn = LIBRARIES[TEST_SEED % LIBRARIES.length] ?? 'antd';
for (const library of IS_FULL_RUN ? LIBRARIES : [drawn])
  for (const language of IS_FULL_RUN
    ? (['zh', 'en'] as const)
    : [TEST_SEED % 8 < 4 ? ('zh' as const) : ('en' as const)])
    proves(
      ['W-14', 'W-15', 'W-24'],
      `a form made with ${library} is filled by sentences, and what was sent is what they say (${language})`,
      async () => await order(library, language),
      120_000,
    );
