import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { build } from 'esbuild';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';

export interface RefusingProxy {
  readonly server: string;
  /** Hosts that were asked for. */
  readonly asked: string[];
  close(): void;
}

/** A proxy that refuses everything and keeps what it was asked for. */
export async function refusingProxy(): Promise<RefusingProxy> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(403).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.on('error', () => {});
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

/** A folder for one test, under a short path: a browser's socket needs one. */
export function temporaryFolder(): string {
  return mkdtempSync('/tmp/ptl-');
}

export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}

let built: Promise<string> | undefined;

/** Builds the owner program once, so that starting it costs no more than starting a browser. */
function ownerProgram(): Promise<string> {
  built ??= (async () => {
    const outfile = join(
      PACKAGE_ROOT,
      'node_modules',
      '.cache',
      `portolan-tests-${process.pid}`,
      'launch-owner.mjs',
    );
    process.on('exit', () => removeFolder(dirname(outfile)));
    await build({
      entryPoints: [join(PACKAGE_ROOT, 'tests', 'browser', 'launch-owner.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      conditions: ['@portolan/source'],
      logLevel: 'error',
    });
    return outfile;
  })();
  return built;
}

export interface OwnerOptions {
  readonly dataDir: string;
  readonly proxyServer: string;
  readonly profileDir?: string;
  readonly ending?: 'exit' | 'uncaught' | '';
  readonly temporaryDir?: string;
}

export interface Owner {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  /** What it started; rejects when it ends before. */
  readonly started: Promise<{ readonly pid: number; readonly profileDir: string }>;
  readonly exited: Promise<unknown>;
}

/** Starts a process that owns a browser. */
export async function startOwner(options: OwnerOptions): Promise<Owner> {
  const { dataDir, proxyServer, profileDir = '', ending = '', temporaryDir } = options;
  const child = spawn(process.execPath, [await ownerProgram(), dataDir, proxyServer, profileDir, ending], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, ...(temporaryDir === undefined ? {} : { TMPDIR: temporaryDir }) },
  });
  const exited = once(child, 'exit');
  const started = (async () => {
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      if (text.includes('\n')) return JSON.parse(text) as { pid: number; profileDir: string };
    }
    throw new Error('The owner ended before its browser had started.');
  })();
  started.catch(() => {});
  return { process: child, started, exited };
}

export interface Process {
  readonly pid: number;
  readonly group: number;
  readonly commandLine: string;
}

/** Living processes of this machine. */
export function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z' || state === 'X') return [];
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ pid: Number(name), group: Number(group), commandLine }];
      } catch {
        return [];
      }
    });
}

/** Browsers whose profile or crash reports are in a folder, and the processes of their groups. */
export function browsersIn(folder: string): Process[] {
  // The search for a process is not the process.
  const all = processes().filter((each) => !/^grep |portolan-watch /.test(each.commandLine));
  const marks = [`--user-data-dir=${folder}`, `--database=${folder}`];
  const leaders = new Set(
    all.filter((each) => marks.some((mark) => each.commandLine.includes(mark))).map((each) => each.group),
  );
  return all.filter((each) => leaders.has(each.group));
}

/** Processes that watch over a browser in a folder. */
export function watchesIn(folder: string): Process[] {
  return processes().filter((each) => each.commandLine.includes(`portolan-watch ${folder}`));
}

/** Listening TCP sockets and bound UDP sockets that one of the processes holds open. */
export function listeningSockets(pids: readonly number[]): string[] {
  const held = new Set(pids.flatMap((pid) => socketsOf(pid)));
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, , , state, , , , , , inode]) =>
          held.has(inode ?? '') && (kind.startsWith('udp') || state === '0A'),
      )
      .map(([, local]) => `${kind} ${local}`),
  );
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Asks until it is so, at most this long. */
export async function until(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (!isSo()) {
    if (Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

export function kill(pid: number | undefined, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined || pid <= 1) return;
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}
