import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEchoCli, freshFolder, Running, runToEnd } from './support/echo-cli.ts';

let cli: string;
beforeAll(async () => {
  cli = await buildEchoCli();
});
afterAll(() => rmSync(dirname(cli), { recursive: true, force: true }));

function fileWith(content: unknown): string {
  const path = join(freshFolder(), 'request.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const TABS = [{ tab_id: 't1', title: 'Say "hi"', url: 'https://a.test/', active: true }];
const use = (id: string, name: string, input: object = {}) => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input, toolset_name: 'browser' }],
});
const result = (id: string, content: unknown, more: object = {}) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, toolset_name: 'browser', content, ...more }],
});
const state = { type: 'browser_state', tabs: TABS };
const clicked = [{ type: 'text', text: 'Clicked.' }, state];

function request(more: object = {}): object {
  return {
    model: 'claude-sonnet-5',
    tools: [{ type: 'browser_toolset_20260801' }],
    messages: [
      { role: 'user', content: 'Go' },
      use('1', 'left_click'),
      result('1', clicked),
      use('2', 'left_click'),
      result('2', clicked),
      use('3', 'list_tabs'),
      result('3', [state]),
    ],
    ...more,
  };
}

test('a request that breaks nothing ends with 0, from a file and from standard input', async () => {
  expect(await runToEnd(cli, ['toolset', 'validate', fileWith(request())])).toMatchObject({
    code: 0,
    stdout: 'Nothing is broken.\n',
  });
  const running = new Running(cli, ['toolset', 'validate', '-', '--json']);
  running.child.stdin.end(JSON.stringify(request()));
  expect(await running.finished).toMatchObject({ code: 0, stdout: '[]\n' });
});

test('what is broken is said with rule, place and remedy, and ends with 1', async () => {
  const file = fileWith(request({ tools: [{ type: 'browser_toolset_20260801', name: 'browser' }] }));
  const said = await runToEnd(cli, ['toolset', 'validate', file]);
  expect(said.code).toBe(1);
  expect(said.stdout).toBe('E1 tools[0].name: The entry has a name. Leave it out: the toolset has none.\n');
  const asJson = await runToEnd(cli, ['toolset', 'validate', file, '--json']);
  expect(asJson.code).toBe(1);
  expect(JSON.parse(asJson.stdout)).toMatchObject([{ rule: 'E1', path: 'tools[0].name' }]);
});

test('what only a model suffers from is said and ends with 0', async () => {
  const messages = [
    { role: 'user', content: 'Go' },
    use('1', 'wait', { duration: 99 }),
    result('1', 'Waited.'),
  ];
  const said = await runToEnd(cli, ['toolset', 'validate', fileWith(request({ messages }))]);
  expect(said.stdout).toMatch(/^W3 messages\[1\]/);
  expect(said.code).toBe(0);
});

test('model, tier and betas are taken from the flags', async () => {
  const file = fileWith(request({ model: 'other-1' }));
  expect((await runToEnd(cli, ['toolset', 'validate', file])).stdout).toMatch(/^E12 model/);
  expect((await runToEnd(cli, ['toolset', 'validate', file, '--any-model'])).code).toBe(0);
  const beta = ['--any-model', '--beta', 'fine-grained-tool-streaming-2025-05-14'];
  expect((await runToEnd(cli, ['toolset', 'validate', file, ...beta])).stdout).toMatch(/^E9 betas/);
});

test('a preview is what the model reads, with repeated tabs left out', async () => {
  const file = fileWith(request());
  const turns = [
    'Clicked.\n\nTab Context:\n- Executed on tab_id: t1\n- Available tabs:\n  • tab_id t1: "Say \\"hi\\"" (https://a.test/)',
    'Clicked.',
    'Available tabs:\n  • tab_id t1: "Say \\"hi\\"" (https://a.test/) (current)',
  ];
  expect((await runToEnd(cli, ['toolset', 'preview', file])).stdout).toBe(`${turns.join('\n\n=====\n\n')}\n`);
  const asJson = await runToEnd(cli, ['toolset', 'preview', file, '--json']);
  expect(JSON.parse(asJson.stdout)).toEqual(turns.map((text) => [text]));
});

test('a file that is none, or none of messages, is refused in two lines', async () => {
  for (const [command, path, said] of [
    ['validate', '/nowhere/request.json', 'cannot be read as JSON'],
    ['preview', fileWith('{"a":'), 'cannot be read as JSON'],
    ['preview', fileWith('{}'), 'There are no messages'],
  ] as const) {
    const { code, stderr } = await runToEnd(cli, ['toolset', command, path]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  }
});

test('without the SDK the agent says the one command that installs it', async () => {
  const hook = `export const resolve = (name, context, next) => {
    if (name === '@anthropic-ai/sdk') throw Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  };`;
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  const setup = `import { register } from 'node:module'; register(${JSON.stringify(url)});`;
  const { code, stderr } = await runToEnd(cli, ['agent', 'Do it', '--model', 'claude-sonnet-5'], {
    env: {
      ...process.env,
      ANTHROPIC_API_KEY: 'test-key',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(setup)}`,
    },
  });
  expect(stderr).toContain('npm install @anthropic-ai/sdk');
  expect(code).toBe(6);
});

test('without a key or a model the agent says where they come from', async () => {
  const env = { ...process.env, ANTHROPIC_API_KEY: '' };
  const noKey = await runToEnd(cli, ['agent', 'Do it', '--model', 'claude-sonnet-5'], { env });
  expect([noKey.code, noKey.stderr.includes('ANTHROPIC_API_KEY')]).toEqual([2, true]);
  const noModel = await runToEnd(cli, ['agent', 'Do it'], { env });
  expect([noModel.code, noModel.stderr.includes('--model')]).toEqual([2, true]);
});
