import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';

const PROGRAMS = ['write-events', 'run-effects', 'append-many', 'open-journal'] as const;
export type Program = (typeof PROGRAMS)[number];

const FOLDER = join(PACKAGE_ROOT, 'node_modules', '.cache', `portolan-journal-${process.pid}`);

/** Builds the programs that tests run in processes of their own, with the journal's thread beside them. */
export async function buildPrograms(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const own = PROGRAMS.map((name) => [
    name,
    join(PACKAGE_ROOT, 'tests/journal/support', `${name}.program.ts`),
  ]);
  await build({
    entryPoints: {
      ...Object.fromEntries(own),
      'store-worker': join(PACKAGE_ROOT, 'src/journal/store/store-worker.ts'),
    },
    outdir: FOLDER,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    conditions: ['@portolan/source'],
    logLevel: 'error',
  });
}

export function removePrograms(): void {
  rmSync(FOLDER, { recursive: true, force: true });
}

export interface Child {
  readonly process: ChildProcess;
  /** Lines it has written so far. */
  readonly lines: string[];
  /** Calls back for each line. */
  onLine(listener: (line: string) => void): void;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Starts one of the programs with a JSON argument. */
export function startProgram(program: Program, settings: object, asUser?: number): Child {
  const child = spawn(process.execPath, [join(FOLDER, `${program}.js`), JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(asUser === undefined ? {} : { uid: asUser, gid: asUser }),
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener(line);
  });
  const drained = new Promise<void>((resolve) => reader.once('close', () => resolve()));
  const exited = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return {
    process: child,
    lines,
    onLine: (listener) => listeners.push(listener),
    ended: exited.then(async (end) => {
      await drained;
      return end;
    }),
  };
}
