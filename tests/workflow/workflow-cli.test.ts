import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseStep } from '#workflow/parse-step.ts';
import { readWorkflowFolder, saveWorkflow } from '#workflow/workflow-folder.ts';
import { proves } from '../spec/proves.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'portolan-workflows-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const run = (...args: readonly string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const argv = ['dist/transports/cli/main.js', 'workflow', ...args, '--dir', dir];
    execFile(process.execPath, argv, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }));
  });

test('new writes a file that check takes, and never writes over one', async () => {
  expect((await run('new', 'orders')).code).toBe(0);
  expect(await run('check')).toMatchObject({ code: 0, out: 'orders (3 steps)\n' });
  const again = await run('new', 'orders');
  expect(again.code).toBe(2);
  expect(again.err).toContain('workflow_exists');
});
proves(
  ['W-02', 'W-07'],
  'a command with steps in it that matches nothing is said to be not found',
  async () => {
    const before = await readdir(dir);
    const answer = await run('match', '在“标题”输入“a”然后点击“保存”');
    expect(answer).toMatchObject({ code: 4 });
    expect(answer.out).toContain('not found; give a clearer name');
    expect(await readdir(dir)).toEqual(before);
    expect((await run('match', 'run orders')).code).toBe(0);
  },
);
test('what is not there or is wrong is refused with its place', async () => {
  expect((await run('show', 'nothing')).err).toContain('workflow_not_found');
  await writeFile(join(dir, 'wrong.md'), '---\nname: a\nstart: http://localhost/\n---\n1. Ponder\n');
  const answer = await run('check');
  expect(answer.code).toBe(2);
  expect(answer.out).toContain('Line 5');
  expect((await readWorkflowFolder(join(dir, 'none'))).workflows).toEqual([]);
});
test('a name that leads out of the folder is refused', async () => {
  const steps = [parseStep('Click "Save"')];
  const workflow = { name: '../out', aliases: [], start: 'http://localhost/', hosts: [], inputs: [], steps };
  await expect(saveWorkflow(dir, workflow)).rejects.toMatchObject({ code: 'workflow_invalid' });
});
