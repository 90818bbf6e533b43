import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { proves } from '../spec/proves.ts';
import { leaksOf } from '../support/leaks.ts';
import { openSignInSite, PASSWORD, type SignInSite, USER } from '../support/sign-in-site.ts';
import { addCredential } from '../support/vault-bench.ts';
import { connectStdio } from '../transports/support/clients.ts';
import { freshFolder } from '../transports/support/echo-cli.ts';

let cli: string;
let site: SignInSite;

beforeAll(async () => {
  site = await openSignInSite();
  cli = await buildCli();
});
afterAll(async () => {
  rmSync(dirname(cli), { recursive: true, force: true });
  await site.close();
});

/** The command line as it ships, as files that Node runs. */
async function buildCli(): Promise<string> {
  const cache = join(PACKAGE_ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'portolan-cli-'));
  const entry = (path: string) => join(PACKAGE_ROOT, 'src', path);
  await build({
    entryPoints: {
      main: entry('transports/cli/main.ts'),
      'store-worker': entry('journal/store/store-worker.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    conditions: ['@portolan/source'],
    logLevel: 'error',
  });
  return join(folder, 'main.js');
}

/** What a process and its children were started with. */
function startedWith(pid: number): string {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    children.map((name) => [Number(name), Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1] ?? 0)]),
  );
  const isBelow = (at: number): boolean => at === pid || (at > 1 && isBelow(parents.get(at) ?? 0));
  const own = [...parents.keys()].filter(isBelow);
  return own.map((each) => `${read(`/proc/${each}/cmdline`)}\n${read(`/proc/${each}/environ`)}`).join('\n');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const options = (dataDir: string, ...more: string[]) => [
  'mcp',
  '--data-dir',
  dataDir,
  '--log-level',
  'debug',
  '--hosts',
  '127.0.0.1:*',
  ...more,
];

proves(
  ['P-63', 'P-64', 'V12', 'P-61'],
  'a whole process says nothing of what it typed, to client, log, store or arguments',
  async () => {
    const dataDir = freshFolder();
    const hosts = [`127.0.0.1:${site.port}`];
    await addCredential(dataDir, { id: 'canary', hosts, username: USER, password: PASSWORD });
    let written = '';
    const client = await connectStdio('v2 as 2025', cli, options(dataDir), (text) => {
      written += text;
    });
    for (const path of ['/mirror', '/plain']) {
      written += (await client.call('browser_navigate', { url: site.origin + path })).text;
      written += (await client.call('browser_login', { credentialId: 'canary' })).text;
      written += (await client.call('browser_snapshot')).text;
    }
    expect(written).toContain('Login: verified');
    const processes = startedWith(client.pid ?? 0);
    expect(processes).toContain('--remote-debugging-pipe');
    expect(leaksOf(PASSWORD, processes)).toEqual([]);
    await client.close();
    expect(leaksOf(PASSWORD, written)).toEqual([]);
    expect(leaksOf(USER, written)).toEqual([]);
    const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect(files.some((name) => name.endsWith('.db') || name.includes('journal'))).toBe(true);
    for (const name of files.filter((each) => !/profile|browser/.test(each)))
      expect(leaksOf(PASSWORD, read(join(dataDir, name))), name).toEqual([]);
    rmSync(dataDir, { recursive: true, force: true });
  },
  90_000,
);

proves(
  ['P-66', 'P-67', 'P-76'],
  'the instructions list the credentials of the attached vaults, by id and host, and nothing else of them',
  async () => {
    const folders = [freshFolder(), freshFolder()];
    for (const [at, dataDir] of folders.entries())
      await addCredential(dataDir, {
        id: `portal-${at}`,
        hosts: [`127.0.0.1:${9_000 + at}`],
        username: USER,
        password: PASSWORD,
      });
    const told = await Promise.all(
      [options(folders[0] ?? ''), options(folders[1] ?? ''), options(folders[1] ?? '', '--no-vault')].map(
        async (args) => {
          const client = await connectStdio('v2 as 2025', cli, args);
          const tools = await client.tools();
          const { instructions = '' } = client;
          await client.close();
          return { instructions, hasLogin: tools.includes('browser_login') };
        },
      ),
    );
    expect(told[0]?.instructions).toContain('- portal-0: 127.0.0.1:9000');
    expect(told[1]?.instructions).toContain('- portal-1: 127.0.0.1:9001');
    expect(told[1]?.instructions).not.toContain('portal-0');
    expect(told[2]?.instructions).not.toContain('portal-1');
    expect(told.map(({ hasLogin }) => hasLogin)).toEqual([true, true, false]);
    for (const { instructions } of told) {
      expect([...leaksOf(PASSWORD, instructions), ...leaksOf(USER, instructions)]).toEqual([]);
      expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2_000);
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  },
  60_000,
);
