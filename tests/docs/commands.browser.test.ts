import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_ERRORS } from '#browser/errors.ts';
import { createPortalFace } from '#faces/portal/face.ts';
import { withSkills } from '#faces/portal/skill-tool.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { proves } from '../spec/proves.ts';

const COMMAND = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');
const GUIDES = join(PACKAGE_ROOT, 'docs/guides');
/** What sets the product up or needs the whole repository: run by the start of every test run. */
const SETS_UP = /^(git clone .*|cd \S+|npm (start|test|run [a-z:]+))$/;

interface Block {
  readonly file: string;
  readonly marks: readonly string[];
  readonly lines: readonly string[];
}

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-docs-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const files = [
  join(PACKAGE_ROOT, 'README.md'),
  join(PACKAGE_ROOT, 'CONTRIBUTING.md'),
  ...readdirSync(GUIDES).map((name) => join(GUIDES, name)),
];

function blocks(): readonly Block[] {
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^```sh([^\n]*)\n([\s\S]*?)^```$/gm)].map(
      ([, marks = '', text = '']) => ({
        file: file.slice(PACKAGE_ROOT.length + 1),
        marks: marks.trim().split(/\s+/).filter(Boolean),
        lines: text.split('\n').filter((line) => line.trim() !== ''),
      }),
    ),
  );
}

/** Starts a line of the docs: `portolan` is the built command, its data in a folder of this test. */
function start(line: string): ChildProcess & { readonly output: () => string } {
  const [program, ...args] = line.split(/\s+/);
  if (program !== 'portolan') throw new Error(`Only portolan can be run here: ${line}`);
  const port = args[0] === 'serve' ? ['--port', '0'] : [];
  const child = spawn(process.execPath, [COMMAND, ...args, ...port], {
    cwd: dataDir,
    env: { ...process.env, PORTOLAN_DATA_DIR: dataDir },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return Object.assign(child, { output: () => text });
}

test('every command of the docs is one that the tests run', () => {
  const unmarked = blocks().filter(({ marks }) => marks.length === 0);
  const lines = unmarked.flatMap(({ lines: all }) => all.flatMap((line) => line.split(' && ')));
  const unknown = lines.map((line) => line.trim()).filter((line) => !SETS_UP.test(line));
  expect(unknown).toEqual([]);
});

const runs = blocks().filter(({ marks }) => marks[0] === 'run');
test.each(
  runs.flatMap(({ file, marks, lines }) =>
    lines.map((line) => ({ file, line, exit: Number(marks[2] ?? 0) })),
  ),
)('$file: $line', async ({ line, exit }) => {
  const child = start(line);
  const [code] = (await once(child, 'close')) as [number];
  expect(child.output().trim()).not.toBe('');
  expect(code, child.output()).toBe(exit);
});

const kept = blocks().filter(({ marks }) => marks[0] === 'start');
test.each(kept.flatMap(({ file, lines }) => lines.map((line) => ({ file, line }))))(
  '$file: $line starts, and ends when it is told to',
  async ({ line }) => {
    const child = start(line);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    const [code] = (await once(child, 'close')) as [number];
    expect(code, child.output()).toBe(0);
  },
);

test('every link of the docs leads to a file', () => {
  const links = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, to = '']) =>
      join(dirname(file), to),
    ),
  );
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});

test('every tool that the docs name is there, and one that is not there yet is said to be missing', () => {
  const tools = withSkills(createPortalFace({ vaults: ['default'] }), { language: 'en' }).tools.map(
    ({ name }) => name,
  );
  // The last is no tool: it is how the Messages API calls its own.
  const listed = [...tools, ...Object.keys(BROWSER_ERRORS), 'browser_toolset'];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const unknown = [...text.matchAll(/\bbrowser_[a-z]+/g)]
      .map(([name]) => name)
      .filter((name) => !listed.includes(name));
    if (unknown.length > 0) expect([file, text]).toEqual([file, expect.stringMatching(/not there/i)]);
  }
});

proves('P-77', 'the manual has a page for each of its subjects', () => {
  const heads = readdirSync(GUIDES).map((name) => readFileSync(join(GUIDES, name), 'utf8').split('\n')[0]);
  for (const subject of ['Log in to a portal', 'Executor and browser', 'Tools and MCP', 'Vaults', 'Skills'])
    expect(
      heads.some((head) => head?.startsWith(`# ${subject}`)),
      subject,
    ).toBe(true);
});
