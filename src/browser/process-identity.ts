import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where the start time stands in `/proc/<pid>/stat` after the command's name, which may hold spaces. */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

const COMMAND_TIMEOUT_MS = 5000;

/**
 * When a process started, as an opaque text that two processes with the same id never share.
 *
 * @returns undefined when no such process lives; one that has ended but was not collected does not live.
 */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields?.[STATE_FIELD];
    return state === 'Z' || state === 'X' ? undefined : fields?.[START_TIME_FIELD];
  }
  if (process.platform === 'win32') return await powershell(`(Get-Process -Id ${pid}).StartTime.Ticks`);
  const line = await output('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]);
  const [state, ...started] = line?.split(/\s+/) ?? [];
  return state === undefined || state.startsWith('Z') ? undefined : started.join(' ');
}

/** Whether the process with this id is still the one that started at `startTime`. */
export async function isAlive(pid: number, startTime: string): Promise<boolean> {
  return (await startTimeOf(pid)) === startTime;
}

/** Whether a process was started with exactly this argument. */
export async function hasArgument(pid: number, argument: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line.split('\0').includes(argument);
  }
  const line =
    process.platform === 'win32'
      ? await powershell(`(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`)
      : await output('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return `${line} `.replaceAll('"', '').includes(`${argument} `);
}

/** Processes that were started with one of these arguments. */
export async function pidsWithArgument(...wanted: readonly string[]): Promise<number[]> {
  const pids = await allPids();
  const found = await Promise.all(
    pids.map(async (pid) => {
      const has = await Promise.all(wanted.map((argument) => hasArgument(pid, argument)));
      return has.includes(true);
    }),
  );
  return pids.filter((_, index) => found[index]);
}

/** The argument that marks the browser of one profile. */
export function profileMarker(profileDir: string): string {
  return `--user-data-dir=${profileDir}`;
}

/** The argument that marks the crash handlers of one browser, which leave its process group. */
export function crashHandlerMarker(crashDir: string): string {
  return `--database=${crashDir}`;
}

async function allPids(): Promise<number[]> {
  if (process.platform === 'linux') {
    return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  }
  const lines =
    process.platform === 'win32'
      ? await powershell(
          "Get-CimInstance Win32_Process -Filter \"Name like '%chrom%' or Name like '%edge%'\" | ForEach-Object ProcessId",
        )
      : await output('ps', ['-axo', 'pid=']);
  return (lines ?? '').split(/\s+/).filter(Boolean).map(Number);
}

function powershell(command: string): Promise<string | undefined> {
  return output('powershell', ['-NoProfile', '-NonInteractive', '-Command', command]);
}

async function output(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, [...args], {
      timeout: COMMAND_TIMEOUT_MS,
      // Dates in one language, so that they compare.
      ...(process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' } }),
    });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}
