import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';

/** An empty folder of its own. */
export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'portolan-test-'));
}

/** Builds the command line with the echo host inside, as files that Node runs. */
export async function buildEchoCli(): Promise<string> {
  const cache = join(PACKAGE_ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'portolan-echo-'));
  await build({
    entryPoints: {
      'echo-main': join(PACKAGE_ROOT, 'tests/transports/support/echo-main.ts'),
      'store-worker': join(PACKAGE_ROOT, 'src/journal/store/store-worker.ts'),
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
  return join(folder, 'echo-main.js');
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A started command: what it has written so far, and how it ends. */
export class Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
  stdout = '';
  stderr = '';
  #changed: (() => void)[] = [];

  constructor(
    file: string,
    args: readonly string[],
    options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
  ) {
    this.child = spawn(process.execPath, [file, ...args], { ...options, stdio: 'pipe' });
    this.child.stdout.on('data', (chunk) => this.#add('stdout', String(chunk)));
    this.child.stderr.on('data', (chunk) => this.#add('stderr', String(chunk)));
    this.finished = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        for (const wake of this.#changed.splice(0)) wake();
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  #add(stream: 'stdout' | 'stderr', text: string): void {
    this[stream] += text;
    for (const wake of this.#changed.splice(0)) wake();
  }

  /** Waits until a stream holds what `pattern` describes; fails when the process ends before. */
  async until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this[stream]);
      if (match !== null) return match;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`ended without ${pattern}: ${this.stdout}\n${this.stderr}`);
      }
      await new Promise<void>((resolve) => this.#changed.push(resolve));
    }
  }
}

/** Sends a second signal, late enough not to be taken for an echo of the first. */
export async function signalAgain(running: Running, signal: NodeJS.Signals): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.child.kill(signal);
}

/** Runs a command to its end. */
export function runToEnd(
  file: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const running = new Running(file, args, options);
  running.child.stdin.end();
  return running.finished;
}
