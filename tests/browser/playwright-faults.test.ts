import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

let program = '';

beforeAll(async () => {
  const built = await build({
    entryPoints: [fileURLToPath(new URL('./playwright-faults.program.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['@portolan/source'],
  });
  program = built.outputFiles[0]?.text ?? '';
});

const run = (raisedBy: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-', raisedBy], { input: program, encoding: 'utf8' });

test('an assertion in playwright about frames does not end the process', () => {
  const { status, stdout } = run('playwright-core');
  expect(stdout).toContain('alive');
  expect(status).toBe(0);
});

test('any other unhandled rejection ends it as ever', () => {
  const { status, stdout, stderr } = run('something-else');
  expect(stdout).not.toContain('alive');
  expect(status).not.toBe(0);
  expect(stderr).toContain('Assertion error');
});
