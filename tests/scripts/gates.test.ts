import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Put together here, so that the gate that reads this file finds no citation in it. */
const CITE = ['proves', '('].join('');
const ROOT = join(import.meta.dirname, '../..');
let tree: string;

/** A small tree of its own: the gates, what they read, and no tests but those a case writes. */
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'portolan-gates-'));
  for (const name of ['scripts', 'src', 'tests/spec', 'docs/reference', 'package.json']) {
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  }
  rmSync(join(tree, 'tests/spec/requirements.test.ts'));
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), content);
}

function edit(path: string, from: string, to: string): void {
  const before = readFileSync(join(tree, path), 'utf8');
  expect(before).toContain(from);
  write(path, before.replace(from, to));
}

function gate(name: string, ...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(tree, 'scripts', name), ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

test('a requirement that is due and unproved fails the gate, and a citation mends it', async () => {
  const before = await gate('gate-requirements.mjs');
  expect(before.code).toBe(1);
  expect(before.said).toContain('P-24 is due now and no test proves it');
  write(
    'tests/a.test.ts',
    `${CITE}['P-23', 'P-24'], 'both', () => {});\n${CITE}\n  'P-25',\n  'split', () => {});\n`,
  );
  const after = await gate('gate-requirements.mjs');
  expect(after.said).not.toMatch(/P-2[345] is due/);
  expect(after.said).toContain('P-26 is due now');
});

test('a citation of an id that does not exist fails the gate', async () => {
  write('tests/a.test.ts', `${CITE}'P-99', 'nothing', () => {});\n`);
  expect((await gate('gate-requirements.mjs')).said).toContain('cites P-99, which is no requirement');
});

test('what comes later is listed with what it comes with', async () => {
  const { said } = await gate('gate-requirements.mjs', '--list');
  expect(said).toMatch(/\nstrict\n(?: {2}.*\n)* {2}A-01 /);
});

test('a code that two domains have fails the gate', async () => {
  edit('src/browser/errors.ts', '  dialog_open: {', '  stale_ref: {');
  expect((await gate('gate-errors.mjs')).said).toMatch(
    /stale_ref is in src\/browser\/errors.ts and in src\/snapshot/,
  );
});

test('a code that no test raises fails the gate until one does', async () => {
  edit('src/browser/errors.ts', '  dialog_open: {', '  dialog_shut: {');
  expect((await gate('gate-errors.mjs')).said).toContain(
    'dialog_shut of src/browser/errors.ts is raised in no test',
  );
  write('tests/a.test.ts', 'expect(reply).toMatch(/^browser\\.dialog_shut/);\n');
  expect((await gate('gate-errors.mjs')).said).not.toContain(
    'dialog_shut of src/browser/errors.ts is raised in no test',
  );
});

test('a generated page that is stale fails, and generating mends it', async () => {
  edit('src/browser/errors.ts', '  dialog_open: {', '  dialog_shut: {');
  expect(await gate('generate.mjs', '--check')).toMatchObject({
    code: 1,
    said: expect.stringContaining('errors.md is stale'),
  });
  await gate('generate.mjs');
  expect(await gate('generate.mjs', '--check')).toEqual({ code: 0, said: '' });
});

test('a mutation whose line is gone fails the gate, also where another is drawn', async () => {
  edit('scripts/mutations.mjs', "'  return rule.host === host;'", "'  return it.is.gone;'");
  const { code, said } = await gate('gate-mutations.mjs', '--only', 'redactor');
  expect(code).toBe(1);
  expect(said).toContain('host match: its line has to stand exactly once');
  expect(said).not.toContain('noticed: redactor');
});

test('an unknown command of the bootstrap is refused with those there are', async () => {
  const { code, said } = await gate('bootstrap.mjs', 'strat');
  expect(code).toBe(1);
  expect(said).toContain('There is no command strat. There are: start, test');
});
