import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { proves } from '../spec/proves.ts';
import { openSite, type Site } from '../support/site.ts';

// A whole process is given secrets for one run: the page gets them, and nothing else holds them afterwards.
const MAIN = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');
const LONG = 'canary-7319-quay';
const SHORT = 'K7';
const PAGES = {
  '/': `<!doctype html><meta charset="utf-8"><title>Enter</title><form method="post" action="/sent">
    <label>Token <input name="token"></label><label>Short <input name="short"></label>
    <label>Password <input type="password" name="password"></label><button>Enter</button></form>`,
  '/sent': '<!doctype html><meta charset="utf-8"><title>Welcome</title><p>Welcome</p>',
};

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-secret-inputs-'));
  site = await openSite(PAGES);
  await mkdir(join(folder, 'workflows'));
  const front = `name: enter\nstart: ${site.origin}/\ninputs:\n  token: { secret: true, description: The token }\n  short: { secret: true }\n  password: { secret: true }\n`;
  const steps = ['token', 'short', 'password'].map(
    (name, at) => `${at + 1}. Type "{{${name}}}" into "${name[0]?.toUpperCase()}${name.slice(1)}"`,
  );
  await writeFile(
    join(folder, 'workflows', 'enter.md'),
    `---\n${front}---\n\n${steps.join('\n')}\n4. Click "Enter"\n5. Verify that the page contains "Welcome"\n`,
  );
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function portolan(args: readonly string[], input = '') {
  return await new Promise<{ readonly code: number; readonly out: string; readonly json: string }>(
    (resolve) => {
      const argv = [MAIN, 'workflow', ...args, '--data-dir', join(folder, 'data')];
      const child = execFile(process.execPath, argv, { cwd: folder, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: `${out}${err}`, json: out }),
      );
      child.stdin?.end(input);
    },
  );
}

async function everythingIn(place: string): Promise<string> {
  const files = await readdir(place, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile() && !file.name.endsWith('.png'))
    .map(async ({ parentPath, name }) => await readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

proves(
  ['V1', 'V12'],
  'secret inputs reach the page, and neither output nor records nor report hold them',
  async () => {
    const lines = `token=${LONG}\nshort=${SHORT}\npassword=${LONG}-2\n`;
    const done = await portolan(['run', 'enter', '--secrets-stdin', '--json'], lines);
    expect(done.code, done.out).toBe(0);
    const [posted] = site.requests.filter(({ method }) => method === 'POST');
    expect(posted?.body).toBe(`token=${LONG}&short=${SHORT}&password=${LONG}-2`);
    const { id, inputs, steps } = JSON.parse(done.json);
    expect(inputs).toEqual({
      token: '«secret:input token»',
      short: '«secret:input short»',
      password: '«secret:input password»',
    });
    expect(steps[1].step.value).toBe('«secret:input short»');
    const report = await portolan(['report', id]);
    for (const text of [done.out, report.out, await everythingIn(join(folder, 'data'))]) {
      expect(text).not.toContain(LONG);
      expect(text).not.toMatch(/["“ ]K7["” ]/);
    }
  },
  60_000,
);

test('a secret as an argument is refused without being told, and one that is missing is named', async () => {
  const before = site.requests.length;
  const shown = await portolan(['run', 'enter', '--input', `token=${LONG}`]);
  expect(shown).toMatchObject({ code: 2, out: expect.stringContaining('token of "enter" is secret.') });
  expect(shown.out).toContain('--secrets-stdin');
  expect(shown.out).not.toContain(LONG);
  const missing = await portolan(['run', 'enter']);
  expect(missing).toMatchObject({
    code: 2,
    out: expect.stringContaining('token (The token; secret), short (secret)'),
  });
  const wrong = await portolan(['run', 'enter', '--secrets-stdin'], `${LONG}\n`);
  expect(wrong).toMatchObject({
    code: 2,
    out: expect.stringContaining('A line of standard input is not name=value'),
  });
  expect(wrong.out).not.toContain(LONG);
  expect(site.requests.length).toBe(before);
});
