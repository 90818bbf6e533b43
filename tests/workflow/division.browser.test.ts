import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// Who decides and who carries out: the workflow part on one side, the engine on the other, and the journal between.
const PAGES = {
  '/live': `<!doctype html><meta charset="utf-8"><title>Live</title>
    <label>直播间名称 <input></label><label>分类 <select><option>食品</option><option>数码</option></select></label>
    <label><input type="checkbox"> 录制</label><button onclick="done.textContent='创建成功'">创建</button><p id="done"></p>
    <iframe srcdoc="<button>In a frame</button>"></iframe>`,
};
const STEPS = [
  '在“直播间名称”输入“周五新品发布”',
  '在“分类”选择“数码”',
  '勾选“录制”',
  '点击“创建”',
  '验证页面包含“创建成功”',
];

let bench: PortalBench;
let site: Site;
beforeAll(async () => {
  bench = await PortalBench.open();
  site = await openSite(PAGES);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function runOf(...steps: readonly string[]) {
  const session = await bench.broker.open('test');
  const list = steps.map((step, at) => `${at + 1}. ${step}`).join('\n');
  const workflow = readWorkflow(`---\nname: live\nstart: ${site.origin}/live\n---\n${list}\n`);
  const run = await runWorkflow(session, workflow);
  await session.journal.written();
  await bench.broker.journal.flush();
  const records = [];
  for await (const record of bench.broker.journal.log.read({ session: session.id })) records.push(record);
  return { run, records };
}

proves(
  ['W-25', 'W-24'],
  'elements are listed with role, name and ref, and the ref is what a command is given',
  async () => {
    const { run } = await runOf(...STEPS);
    expect(run.state).toBe('succeeded');
    const [attempt] = run.steps[0]?.attempts ?? [];
    const [, ref] =
      /^textbox "直播间名称" \[ref=(e\d+@v\d+)\]/.exec(attempt?.candidates[0]?.element ?? '') ?? [];
    expect(ref).toBeDefined();
    expect(attempt?.choice).toBe(`textbox "直播间名称" [ref=${ref}] (textbox has the name)`);
    expect(attempt?.command).toBe(`fill @${ref} "周五新品发布"`);
    expect(run.steps.map(({ attempts }) => attempts[0]?.command?.replace(/@e\d+@v\d+/, '@ref'))).toEqual([
      'fill @ref "周五新品发布"',
      'select @ref "数码"',
      'check @ref',
      'click @ref',
      undefined,
    ]);
  },
);

proves(
  ['W-22', 'W-23', 'W-35'],
  'the engine is asked for reads and for operations on refs, by no selector, and decides nothing itself',
  async () => {
    const { records } = await runOf(...STEPS);
    const operations = records.filter(({ kind }) => kind.startsWith('operation-'));
    const asked = new Set(operations.map(({ operation }) => operation));
    expect([...asked].sort()).toEqual([
      'check',
      'click',
      'navigate',
      'screenshot',
      'select',
      'survey',
      'type',
    ]);
    const acted = operations.filter(({ operation }) =>
      ['check', 'click', 'select', 'type'].includes(operation ?? ''),
    );
    expect(acted.length).toBeGreaterThanOrEqual(8);
    for (const { body } of acted) expect(body['ref']).toMatch(/^e\d+@v\d+$/);
    // Nothing that the engine was given is a selector: it has no operation that takes one.
    expect(JSON.stringify(records)).not.toMatch(/"(?:selector|xpath|css)"/i);
    // The wall: no part of the engine knows of workflows, so that it can neither match nor verify.
    for (const part of [
      'actions',
      'browser',
      'journal',
      'operations',
      'page',
      'policy',
      'sessions',
      'snapshot',
    ])
      for (const file of sourcesIn(join(PACKAGE_ROOT, 'src', part)))
        expect(readFileSync(file, 'utf8'), file).not.toMatch(/from '#workflow\//);
  },
);

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

proves(
  'W-13',
  'a read of a page that has not changed since is journaled as unchanged, frames and all, and no page is read twice',
  async () => {
    const { run, records } = await runOf(
      ...STEPS,
      '验证页面包含“创建成功”',
      '验证“直播间名称”的值为“周五新品发布”',
    );
    expect(run.state).toBe('succeeded');
    const looks = records.filter(({ operation }) => operation === 'survey').map(({ outcome }) => outcome);
    expect(looks.filter((outcome) => outcome === 'done').length).toBeLessThanOrEqual(5);
    // Each step looks before it finds its element: those that changed nothing cost no second read.
    expect(looks.filter((outcome) => outcome === 'unchanged').length).toBeGreaterThanOrEqual(5);
    expect(looks.slice(-2)).toEqual(['unchanged', 'unchanged']);
  },
);
