import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#sessions/session.ts';
import type { WorkflowRun } from '#workflow/run-record.ts';
import { type RunOptions, runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { type Answer, openSite, type Site } from '../support/site.ts';

const page = (body: string, script = '') =>
  `<!doctype html><meta charset="utf-8"><title>Live</title><main>${body}<output></output></main><script>
  const count = { press: 0 };
  const say = (text) => { document.querySelector('output').textContent = text; };
  ${script}</script>`;

const PAGES: Readonly<Record<string, string | Answer>> = {
  '/live': page(
    `<form onsubmit="event.preventDefault(); say('创建成功 ' + document.querySelector('[name=title]').value)">
    <label>直播标题 <input name="title" placeholder="请输入直播标题"></label>
    <label>分类 <select name="kind"><option>请选择</option><option>数码</option><option>服饰</option></select></label>
    <label><input type="checkbox" name="record"> 录制</label>
    <button>创建</button></form>
    <button disabled>下一步</button>
    <button onclick="say('第二页')">下一步</button>`,
  ),
  '/twins': page(
    `<section aria-label="Draft"><h2>Draft</h2><button onclick="say('draft gone')">Delete</button></section>
    <section aria-label="Archive"><h2>Archive</h2><button onclick="say('archive gone')">Delete</button></section>
    <button onclick="say('never')">Never</button>`,
  ),
  '/false-controls': page(
    `<div class="item"><div>封面图</div><div class="box"><input type="file" style="display:none" onchange="say('got ' + this.files[0].name)"><span>选择文件</span></div></div>
    <div class="item"><div>场次类型</div><div class="box"><div class="pick" style="padding:8px" onmousedown="say('普通场 chosen')">普通场</div></div></div>
    <div class="item"><div>备注</div><div class="box"><textarea oninput="say('note ' + this.value)"></textarea></div></div>`,
  ),
  '/dead': page(`<button>Nothing</button><button onclick="say('later')">Later</button>`),
  '/forgets': page(
    `<label>Title <input></label><button onclick="say('saved')">Save</button>`,
    `let typed = 0; document.querySelector('input').addEventListener('change', () => {}); document.querySelector('input').addEventListener('input', (event) => { typed += 1; setTimeout(() => { event.target.value = 'mine'; }, 0); });`,
  ),
  '/files': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      page(
        '<a href="/whole" download>Whole</a> <a href="/broken" download>Broken</a> <a href="#x" onclick="say(1)">Nothing</a>',
      ),
    );
  },
  '/whole': (_, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv',
      'content-disposition': 'attachment; filename=whole.csv',
    });
    response.end('a;b');
  },
  '/broken': (_, response) => {
    response.writeHead(200, {
      'content-type': 'text/csv',
      'content-length': '1000000',
      'content-disposition': 'attachment; filename=broken.csv',
    });
    response.write('a;b');
    setTimeout(() => response.destroy(), 200);
  },
  '/states': page(
    `<h2>Record</h2><label><input type="checkbox" checked> Record</label>
    <label>Send <input type="checkbox" checked></label><label>Send <input type="checkbox"></label>
    <label>Day <input value="2026-11-23"></label><label>Name <input value="a"></label><label>Name <input value="b"></label>`,
  ),
  '/late': page(
    '<p>Wait</p>',
    `setTimeout(() => { document.querySelector('p').innerHTML = '<button onclick="say(\\'went\\')">Go</button>'; }, 700);`,
  ),
};

let bench: PortalBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open(), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function run(
  path: string,
  sentences: readonly string[],
  options: RunOptions = {},
  session?: Session,
): Promise<WorkflowRun> {
  const inputs = Object.keys(options.inputs ?? {}).map((name) => `  ${name}: {}`);
  const front = [
    'name: test',
    `start: ${site.origin}${path}`,
    ...(inputs.length > 0 ? ['inputs:', ...inputs] : []),
  ];
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`);
  const workflow = readWorkflow(`---\n${front.join('\n')}\n---\n${steps.join('\n')}\n`, 'test.md');
  return await runWorkflow(session ?? (await bench.broker.open('test')), workflow, {
    waitMs: 1_500,
    ...options,
  });
}

async function outputOf(session: Session): Promise<string> {
  const page = await session.currentPage();
  const expression = 'document.querySelector("output").textContent';
  const reply = await page.send<{ result: { value: string } }>('Runtime.evaluate', { expression });
  return reply.result.value;
}

proves(
  'W-10',
  'a run in Chinese opens the page, fills, chooses, ticks, presses and looks',
  async () => {
    const session = await bench.broker.open('test');
    const done = await run(
      '/live',
      [
        '在“直播标题”输入“{{title}}”',
        '在“分类”选择“数码”',
        '勾选“录制”',
        '点击“创建”',
        '验证页面包含“创建成功 {{title}}”',
      ],
      { inputs: { title: '新品，发布“会”' } },
      session,
    );
    expect(done.said).toBe('Done and checked: 5 of 5 steps.');
    expect(done.state).toBe('succeeded');
    expect(await outputOf(session)).toBe('创建成功 新品，发布“会”');
    expect(done.steps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    for (const step of done.steps) expect(step.verification.ok).toBe(true);
    for (const step of done.steps) expect(step.picture).toMatch(/^[0-9a-f]{64}$/);
    expect(done.steps[0]?.attempts[0]?.choice).toContain('textbox "直播标题"');
  },
  60_000,
);

proves('W-11', 'steps of English run in their order, and the page says so', async () => {
  const session = await bench.broker.open('test');
  const done = await run(
    '/twins',
    [
      'Click "Delete" in "Archive"',
      'Verify that the page contains "archive gone"',
      'Click "Delete" in "Draft"',
    ],
    {},
    session,
  );
  expect(done.said).toBe('Done and checked: 3 of 3 steps.');
  expect(await outputOf(session)).toBe('draft gone');
});

proves('W-36', 'a disabled twin is passed over, and the usable one is pressed', async () => {
  const session = await bench.broker.open('test');
  const done = await run('/live', ['点击“下一步”', '验证页面包含“第二页”'], {}, session);
  expect(done.said).toBe('Done and checked: 2 of 2 steps.');
});

proves('W-38', 'two of one name and no place: nothing is pressed, and both are told', async () => {
  const session = await bench.broker.open('test');
  const done = await run('/twins', ['Click "Delete"', 'Click "Never"'], {}, session);
  expect(done.state).toBe('failed');
  expect(done.said).toMatch(
    /^Step 1 failed: Click "Delete"\. Several are called "Delete": .*"Draft".*"Archive"/,
  );
  expect(done.steps).toHaveLength(1);
  expect(await outputOf(session)).toBe('');
});

proves(
  'W-21',
  'what is not there ends the run with its step, and no later one is done',
  async () => {
    const session = await bench.broker.open('test');
    const done = await run('/dead', ['Click "Missing"', 'Click "Later"'], {}, session);
    expect(done.said).toBe(
      'Step 1 failed: Click "Missing". Nothing on the page is called "Missing". There is button "Nothing", button "Later".',
    );
    expect(done.steps).toHaveLength(1);
    expect(await outputOf(session)).toBe('');
  },
  30_000,
);

proves('W-51', 'a press that did nothing has failed and is not done again', async () => {
  const done = await run('/dead', ['Click "Nothing"', 'Click "Later"']);
  expect(done.said).toContain('It was clicked, and nothing on the page changed and no request was sent.');
  expect(done.steps[0]?.attempts).toHaveLength(1);
});

proves(
  'W-54',
  'a field that keeps another value fails, is looked at anew and never typed again',
  async () => {
    const session = await bench.broker.open('test');
    const done = await run('/forgets', ['Type "Launch" into "Title"', 'Click "Save"'], {}, session);
    expect(done.state).toBe('failed');
    expect(done.steps).toHaveLength(1);
    expect(done.steps[0]?.attempts).toHaveLength(1);
    expect(done.steps[0]?.verification.said).toContain('mine');
    expect(await outputOf(session)).toBe('');
  },
);

proves(
  'W-39',
  'false controls and a file field that is not drawn are found by their titles',
  async () => {
    const { writeFile } = await import('node:fs/promises');
    const { join } = await import('node:path');
    const file = join(bench.dataDir, 'cover.png');
    await writeFile(file, 'a picture');
    await using other = await PortalBench.open({ uploadRoots: [bench.dataDir] });
    const session = await other.broker.open('test');
    const done = await run('/false-controls', [`在“封面图”上传“${file}”`, '在“备注”输入“好”'], {}, session);
    expect(done.said).toBe('Done and checked: 2 of 2 steps.');
    expect(done.steps[0]?.attempts[0]?.way).toBe('range');
    expect(await outputOf(session)).toBe('note 好');
  },
  60_000,
);

proves('W-44', 'what only looks like a button is pressed by its words beside its title', async () => {
  const session = await bench.broker.open('test');
  const done = await run('/false-controls', ['在“场次类型”中点击“普通场”'], {}, session);
  expect(done.said).toBe('Done and checked: 1 of 1 steps.');
  expect(await outputOf(session)).toBe('普通场 chosen');
});

proves('W-13', 'each step looks first: what comes late is waited for', async () => {
  const session = await bench.broker.open('test');
  const done = await run('/late', ['Click "Go"', 'Wait until the page contains "went"'], {}, session);
  expect(done.said).toBe('Done and checked: 2 of 2 steps.');
});

test('inputs that are missing or unknown are refused before anything is opened', async () => {
  const session = await bench.broker.open('test');
  const workflow = readWorkflow(
    `---\nname: a\nstart: ${site.origin}/live\ninputs:\n  title: {}\n---\n1. 在“直播标题”输入“{{title}}”\n`,
    'a.md',
  );
  await expect(runWorkflow(session, workflow)).rejects.toThrow('needs a value for: title');
  await expect(runWorkflow(session, workflow, { inputs: { title: 'x', other: 'y' } })).rejects.toThrow(
    'other',
  );
  await expect(runWorkflow(session, workflow, { inputs: { title: 'x' }, from: 2 })).rejects.toThrow(
    'no step 2',
  );
  expect(session.openContext).toBeUndefined();
});

test('a run goes on from a step, on the page as it is', async () => {
  const session = await bench.broker.open('test');
  const steps = ['Click "Delete" in "Draft"', 'Verify that the page contains "draft gone"', 'Click "Never"'];
  await run('/twins', steps.slice(0, 2), {}, session);
  const done = await run('/twins', steps, { from: 2 }, session);
  expect(done.steps.map(({ number }) => number)).toEqual([2, 3]);
  expect(done.state).toBe('succeeded');
  expect(await outputOf(session)).toBe('never');
});

test('a run that is cancelled says before which step', async () => {
  const stop = new AbortController();
  const done = await run('/twins', ['Click "Never"', 'Click "Delete" in "Draft"'], {
    signal: stop.signal,
    onStep: () => stop.abort(),
  });
  expect(done.said).toBe('It was cancelled before step 2.');
});

proves(
  'W-29',
  'what is verified is what the page has: no other value, no other field, not one of two',
  async () => {
    for (const [sentence, said] of [
      ['Verify that "Day" equals "2026-12-31"', '"Day" holds "2026-11-23".'],
      ['Verify that "Name" equals "a"', 'There is more than one "Name" to look at.'],
      ['Verify that "Send" is checked', '"Send" is checked.'],
      ['Verify that "Record" is unchecked', '"Record" is'],
      ['Verify that "Records" is visible', '"Records" is not there.'],
    ] as const) {
      const done = await run('/states', [sentence], { waitMs: 200 });
      expect(done.state, sentence).toBe('failed');
      expect(done.said, sentence).toContain(said);
    }
    const good = ['"Day" equals "2026-11-23"', '"Record" is checked', '"Record" is visible'];
    const done = await run(
      '/states',
      good.map((what) => `Verify that ${what}`),
      { waitMs: 200 },
    );
    expect(done.said).toBe('Done and checked: 3 of 3 steps.');
  },
);

test('a file has come when it lies in its place, and not when it began to come', async () => {
  const whole = await run('/files', ['Download "Whole"']);
  expect(whole.steps[0]?.verification).toEqual({ ok: true, said: 'A file came: "whole.csv".' });
  const broken = await run('/files', ['Download "Broken"']);
  expect(broken.state).toBe('failed');
  expect(broken.said).toContain('The file "broken.csv" did not come');
  expect((await run('/files', ['Download "Nothing"'])).said).toContain('No file came.');
});

test('an address that only names another in its query is not that other', async () => {
  const done = await run('/live', [
    `Open "${site.origin}/twins?then=${encodeURIComponent('/live')}"`,
    'Verify that the URL contains "/twins"',
  ]);
  expect(done.state).toBe('succeeded');
  await using away = await openSite({
    '/go': (_, response) => {
      response.writeHead(302, { location: '/elsewhere?from=/go' }).end();
    },
    '/elsewhere': '<!doctype html><title>Elsewhere</title><p>Sign in</p>',
  });
  const led = await run('/live', [`Open "${away.origin}/go"`]);
  expect(led.said).toContain('/elsewhere?from=/go');
  expect(led.state).toBe('failed');
});
