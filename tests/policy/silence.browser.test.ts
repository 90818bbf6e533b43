import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite } from '../support/site.ts';

const LOGIN = `<!doctype html><title>Sign in</title><form>
  <label>E-mail <input type="email" autocomplete="username"></label>
  <label>Password <input type="password" autocomplete="current-password"></label><button>Sign in</button></form>`;

proves(
  ['E8', 'V13'],
  "what the browser asks for by itself is refused and counted, and neither a site's form nor the model sees any of it",
  async () => {
    await using site = await openSite({ '/': LOGIN });
    await using bench = await PortalBench.open({ hosts: ['*', `127.0.0.1:${site.port}`] });
    const client = await bench.client();
    const refused: { host: string; background: boolean }[] = [];
    await client.ok('browser_navigate', { url: site.origin });
    client.session.onRefusal(({ host, background }) => refused.push({ host, background }));
    const replies = [
      await client.ok('browser_type', { ref: client.ref('textbox', 'E-mail'), text: 'ana@example.com' }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    replies.push(await client.ok('browser_snapshot'));
    expect(refused.filter(({ background }) => !background)).toEqual([]);
    for (const text of replies) {
      expect(text).not.toContain('Blocked by the boundary');
      expect(text).not.toMatch(/googleapis|google\.com/);
    }
    expect(site.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect(site.requests.map(({ path }) => path).filter((path) => path !== '/favicon.ico')).toEqual(['/']);
  },
);

/** Writes down what a process of ours looks up and connects to, from before its first line. */
const RECORDER = `
import dns from 'node:dns';
import net from 'node:net';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const write = (line) => appendFileSync(process.env.PORTOLAN_RECORD, line + '\\n');
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  for (const owner of [dns, dns.promises]) {
    const native = owner[name];
    owner[name] = function (host, ...rest) { write('lookup ' + host); return native.call(this, host, ...rest); };
  }
}
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  write('connect ' + (typeof first === 'object' ? (first.path ?? first.host ?? 'localhost') : first));
  return connect.apply(this, given);
};
syncBuiltinESMExports();
write('started');
`;

proves(
  'H9',
  'by itself the product looks up no name and connects to nothing beyond this machine',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-silence-'));
    const record = join(folder, 'record.txt');
    const recorder = join(folder, 'recorder.mjs');
    await writeFile(recorder, RECORDER);
    const child = spawn(
      process.execPath,
      [
        '--import',
        recorder,
        'dist/transports/cli/main.js',
        'serve',
        '--port',
        '0',
        '--data-dir',
        join(folder, 'data'),
      ],
      { env: { ...process.env, PORTOLAN_RECORD: record }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      await expect.poll(() => output, { timeout: 40_000 }).toMatch(/browser: Chromium/);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const lines = (await readFile(record, 'utf8')).trim().split('\n');
      expect(lines).toContain('started');
      const beyond = lines.filter(
        (line) => line !== 'started' && !/^(lookup|connect) (127\.0\.0\.1|localhost|::1|\/.*)$/.test(line),
      );
      expect(beyond).toEqual([]);
    } finally {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    }
  },
);
