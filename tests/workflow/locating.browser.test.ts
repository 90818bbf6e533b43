import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// Which element of a page a sentence means, and which it must never take.
const say = (text: string) => `onclick="say('${text}')"`;
const hears = (name: string) => `oninput="say('${name} ' + this.value)"`;
const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Which</title><main>${body}<output></output></main><script>const say = (text) => { document.querySelector('output').append(text + ';'); };</script>`;

const PAGES = {
  '/kinds': page(
    `<button ${say('pressed')}>Title</button><label>Title <input ${hears('typed')}></label><a href="#" ${say('link')}>Next</a><p>Title</p><p>Remarks</p>`,
  ),
  '/sources': page(
    `<label>直播标题 <input placeholder="起个好名字" ${hears('label')}></label><input aria-label="直播简介" ${hears('name')}><input placeholder="直播密钥" ${hears('placeholder')}>`,
  ),
  '/ranks': page(
    `<button ${say('longer')}>确定并继续</button><button ${say('exact')}>确定</button>
    <button ${say('containing')}>Save as draft</button><button ${say('near')}>Save as drafts now</button>
    <button ${say('alike')}>Submit the order</button><button ${say('opposite')}>Unsubscribe</button>
    <button ${say('next number')}>Step 10</button><button ${say('other word')}>取消订单</button>`,
  ),
  '/rows': page(
    `<form aria-label="基本信息"><h2>基本信息</h2><label>名称 <input ${hears('basic')}></label><button type="button" ${say('basic')}>确定</button></form>
    <form aria-label="高级设置"><h2>高级设置</h2><label>名称 <input ${hears('advanced')}></label><button type="button" ${say('advanced')}>确定</button></form>`,
  ),
  '/dialog': page(
    `<button ${say('page save')}>Save</button><button ${say('page close')}>Close</button>
    <div role="dialog" aria-label="Note" style="position:fixed;right:0;bottom:0"><button ${say('dialog close')}>Close</button><button ${say('draft')}>Save as draft</button></div>`,
  ),
  '/ranges': page(
    `<div class="item"><span>封面</span><div><div class="drop"><input type="file" hidden onchange="say('cover ' + this.files[0].name)">+</div></div></div>
    <div class="item"><span>附件</span><div><div class="drop"><input type="file" hidden onchange="say('extra ' + this.files[0].name)">+</div></div></div>
    <div class="item"><span>场次</span><div><div class="pick" hidden onmousedown="say('hidden')">普通场</div><div class="pick" style="padding:4px" onmousedown="say('seen')">普通场</div></div></div>
    <div class="item"><span>人群</span><div><div class="pick" style="padding:4px" onmousedown="say('other area')">会员场</div></div></div>
    <div class="item"><span>两个</span><div><textarea ${hears('first')}></textarea><textarea ${hears('second')}></textarea></div></div>`,
  ),
  '/verified': page(
    `<label>Title <input oninput="if (this.value.length > 3) this.value = this.value.slice(0, 3); say('typed')"></label><button ${say('saved')}>Save</button>`,
  ),
};

let bench: PortalBench;
let files: string;
let site: Site;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'portolan-files-'));
  await writeFile(join(files, 'a.png'), 'a picture');
  [bench, site] = await Promise.all([PortalBench.open({ uploadRoots: [files] }), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(files, { recursive: true, force: true });
});

/** Runs sentences on a page: what the run said, and what the page heard. */
async function run(path: string, ...sentences: readonly string[]) {
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`).join('\n');
  const workflow = readWorkflow(`---\nname: t\nstart: ${site.origin}${path}\n---\n${steps}\n`, 't.md');
  const session = await bench.broker.open('test');
  const done = await runWorkflow(session, workflow, { waitMs: 400 });
  const at = await session.currentPage();
  const expression = 'document.querySelector("output").textContent';
  const reply = await at.send<{ result: { value: string } }>('Runtime.evaluate', { expression });
  await session.close('the test is over');
  return { done, heard: reply.result.value };
}
const DONE = /^Done and checked/;

proves(
  'W-31',
  'the kind of control comes first: nothing is typed into a button of the same words',
  async () => {
    expect((await run('/kinds', 'Type "x" into "Title"')).heard).toBe('typed x;');
    expect((await run('/kinds', 'Click "Title"')).heard).toBe('pressed;');
    const other = await run('/kinds', 'Type "x" into "Next"');
    expect(other.done.state).toBe('failed');
    expect(other.heard).toBe('');
    const near = await run('/kinds', 'Type "x" into "Remarks"');
    expect(near.done.state).toBe('failed');
    expect(near.heard).toBe('');
  },
  30_000,
);

proves('W-32', 'a field is found by its label, its name or its placeholder', async () => {
  for (const [name, heard] of [
    ['直播标题', 'label x;'],
    ['直播简介', 'name x;'],
    ['直播密钥', 'placeholder x;'],
    ['起个好名字', 'label x;'],
  ] as const)
    expect((await run('/sources', `在“${name}”输入“x”`)).heard, name).toBe(heard);
});

proves('W-33', 'exact beats containing, and containing beats near', async () => {
  expect((await run('/ranks', '点击“确定”')).heard).toBe('exact;');
  expect((await run('/ranks', 'Click "Save as draft"')).heard).toBe('containing;');
});

proves(
  'W-34',
  'a near name is the last resort; an opposite, another number or another word is none',
  async () => {
    expect((await run('/ranks', 'Click "Submit the orders"')).heard).toBe('alike;');
    for (const name of ['Subscribe', 'Step 1', '取消订阅']) {
      const { done, heard } = await run('/ranks', `Click "${name}"`);
      expect(done.state, name).toBe('failed');
      expect(heard, name).toBe('');
    }
  },
  60_000,
);

proves(
  'W-37',
  'two of one name: the part of the page that the sentence names decides',
  async () => {
    expect((await run('/rows', '在“高级设置”中点击“确定”')).heard).toBe('advanced;');
    expect((await run('/rows', '在“基本信息”表单中点击“确定”')).heard).toBe('basic;');
    const tie = await run('/rows', '在“名称”输入“x”');
    expect(tie.done.said).toContain('Several are called "名称"');
    expect(tie.heard).toBe('');
  },
  30_000,
);

proves(
  ['W-33', 'W-37'],
  'an open dialog comes first for the same words, and not for words that only contain them',
  async () => {
    expect((await run('/dialog', 'Click "Close"')).heard).toBe('dialog close;');
    expect((await run('/dialog', 'Click "Save"')).heard).toBe('page save;');
    expect((await run('/dialog', 'Click "draft"')).heard).toBe('draft;');
  },
);

proves(
  ['W-16', 'W-43'],
  'a file field that is not drawn takes the file of its own title, and no other',
  async () => {
    expect((await run('/ranges', '在“附件”上传“a.png”')).heard).toBe('extra a.png;');
    expect((await run('/ranges', '在“封面”上传“a.png”')).heard).toBe('cover a.png;');
  },
);

proves(
  ['W-40', 'W-46'],
  'without the title on the page nothing is looked for, and nothing is pressed',
  async () => {
    const { done, heard } = await run('/ranges', '在“没有的标题”上传“a.png”');
    expect(done.said).toContain('Nothing on the page is called "没有的标题".');
    expect(heard).toBe('');
  },
  30_000,
);

proves(
  'W-41',
  'what stands in the part of another title is not taken',
  async () => {
    const { done, heard } = await run('/ranges', '在“场次”中点击“会员场”');
    expect(done.state).toBe('failed');
    expect(heard).toBe('');
  },
  30_000,
);

proves('W-42', 'only what is drawn is pressed', async () => {
  const { done, heard } = await run('/ranges', '在“场次”中点击“普通场”');
  expect(done.said).toMatch(DONE);
  expect(heard).toBe('seen;');
});

proves(
  'W-45',
  'two of a kind in the part of a title: the step fails',
  async () => {
    const { done, heard } = await run('/ranges', '在“两个”输入“x”');
    expect(done.state).toBe('failed');
    expect(heard).toBe('');
  },
  30_000,
);

proves(
  ['W-18', 'W-53'],
  'what went through is checked: the field is found anew, and another value fails',
  async () => {
    const cut = await run('/verified', 'Type "abcdef" into "Title"', 'Click "Save"');
    expect(cut.done.said).toContain('Step 1 failed');
    expect(cut.heard).not.toContain('saved');
    const whole = await run('/verified', 'Type "abc" into "Title"', 'Click "Save"');
    expect(whole.done.said).toMatch(DONE);
    expect(whole.done.steps[0]?.verification.said).toBe('"Title" holds "abc".');
  },
  30_000,
);
