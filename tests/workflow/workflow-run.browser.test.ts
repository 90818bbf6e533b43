import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { proves } from '../spec/proves.ts';
import { openSite, type Site } from '../support/site.ts';

// The command line as an operator has it: a folder of files, one short command, and a report.
const MAIN = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');
const PAGES = {
  '/new': `<!doctype html><meta charset="utf-8"><title>New</title><form action="/saved">
    <label>Title <input name="title"></label><label>Cover <input type="file" name="cover"></label>
    <button>Save</button></form>`,
  '/saved': '<!doctype html><title>Saved</title><p>Saved</p>',
};

let folder: string;
let site: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-run-'));
  site = await openSite(PAGES);
  await mkdir(join(folder, 'workflows'));
  const write = async (name: string, aliases: string, steps: string) =>
    await writeFile(
      join(folder, 'workflows', `${name}.md`),
      `---\nname: ${name}\naliases: [${aliases}]\nstart: ${site.origin}/new\ninputs:\n  title: { default: Launch }\n---\n\n${steps}`,
    );
  await write(
    'create broadcast',
    '创建直播流程',
    '1. Type "{{title}}" into "Title"\n2. Upload "cover.png" to "Cover"\n3. Click "Save"\n4. Verify that the URL contains "/saved?title=Friday"\n',
  );
  await write('create report', '', '1. Click "Send"\n2. Click "Save"\n');
  await write('wait for ever', '', '1. Type "a" into "Title"\n2. Wait until the page contains "Nothing"\n');
  await writeFile(join(folder, 'cover.png'), 'a picture');
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function portolan(...args: readonly string[]): Promise<Ended> {
  return await new Promise((resolve) => {
    const argv = [MAIN, 'workflow', ...args, '--data-dir', join(folder, 'data')];
    execFile(process.execPath, argv, { cwd: folder, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

proves(
  ['W-01', 'W-26'],
  'one short sentence finds the workflow, runs its steps in order and ends with 0',
  async () => {
    const done = await portolan('run', '执行创建直播流程', '--input', 'title=Friday');
    expect(done.err).toBe(
      [
        'create broadcast: "创建直播流程" is the command.',
        'ok   1. Type "{{title}}" into "Title"',
        'ok   2. Upload "cover.png" to "Cover"',
        'ok   3. Click "Save"',
        'ok   4. Verify that the URL contains "/saved?title=Friday"\n',
      ].join('\n'),
    );
    expect(done.out).toContain('succeeded: Done and checked: 4 of 4 steps.');
    expect(done.code).toBe(0);
    const id = /report (\S+)/.exec(done.out)?.[1] ?? '';
    const listed = await portolan('runs');
    expect(listed.out).toContain(`${id}  `);
    const page = await portolan('report', id.slice(0, 12), '--html');
    expect(page.out).toContain('<h2>1. Type &#34;{{title}}&#34; into &#34;Title&#34;</h2>');
    expect(page.out.match(/src="data:image\/png;base64,/g)).toHaveLength(4);
    const data: unknown = JSON.parse((await portolan('report', id)).out);
    expect(data).toMatchObject({ id, inputs: { title: 'Friday' }, state: 'succeeded' });
  },
  60_000,
);

proves(
  ['W-20', 'W-50'],
  'a step that cannot be done ends the run, with 1 and with what there is instead',
  async () => {
    const done = await portolan('run', 'create report', '--json');
    expect(done.code).toBe(1);
    expect(JSON.parse(done.out)).toMatchObject({
      state: 'failed',
      said: 'Step 1 failed: Click "Send". Nothing on the page is called "Send". There is button "Save".',
      steps: [{ number: 1 }],
    });
  },
  60_000,
);

proves(
  ['W-03', 'W-06', 'W-08'],
  'no match or several: nothing is opened and no browser starts; the answer says which',
  async () => {
    const before = site.requests.length;
    const none = await portolan('run', 'delete everything');
    expect(none.code).toBe(4);
    expect(none.out).toContain('not found; give a clearer name. Closest: ');
    const several = await portolan('run', 'create');
    expect(several.code).toBe(4);
    const wrong = await portolan('run', 'create broadcast', '--input', 'nope=1');
    expect(wrong.err).toContain('input_missing');
    expect(wrong.code).toBe(2);
    expect(site.requests.length).toBe(before);
    expect((await portolan('runs', '--json')).out).not.toContain('delete');
  },
  60_000,
);

test('a run whose process is killed keeps the steps that had ended, and says that it broke off', async () => {
  const argv = [MAIN, 'workflow', 'run', 'wait for ever', '--data-dir', join(folder, 'data')];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (told: Buffer) => {
      if (told.toString().includes('ok   1.')) resolve();
    });
  });
  const [during] = JSON.parse((await portolan('runs', '--json')).out) as unknown[];
  expect(during).toMatchObject({ workflow: 'wait for ever', state: 'running' });
  const isOver = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await isOver;
  const runs = JSON.parse((await portolan('runs', '--json')).out) as { id: string }[];
  const report: unknown = JSON.parse((await portolan('report', runs[0]?.id ?? '')).out);
  expect(report).toMatchObject({
    workflow: 'wait for ever',
    state: 'interrupted',
    steps: [{ number: 1, verification: { ok: true } }],
  });
}, 60_000);

test('a run that is not kept is refused, and so is what begins more than one', async () => {
  const none = await portolan('report', 'run_nothing');
  expect(none.err).toContain('run_not_found');
  expect(none.code).toBe(4);
});
