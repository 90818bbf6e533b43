import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const LISTENING = '0A';

export interface PortHolder {
  readonly pid: number;
  /** The program and, for a script, its file; further arguments are left out, as they may hold secrets. */
  readonly command: string;
}

/** Who listens on a TCP port of this machine, where the system tells (Linux, own processes). */
export function holderOfPort(port: number): PortHolder | undefined {
  try {
    const sockets = listeningSockets(port);
    if (sockets.size === 0) return undefined;
    for (const entry of readdirSync('/proc')) {
      if (/^\d+$/.test(entry) && holdsOneOf(entry, sockets)) {
        return { pid: Number(entry), command: commandOf(entry) };
      }
    }
  } catch {
    return undefined;
  }
  return undefined;
}

function listeningSockets(port: number): ReadonlySet<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readLines(table)) {
      const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local?.endsWith(suffix) && state === LISTENING && inode !== undefined) {
        sockets.add(`socket:[${inode}]`);
      }
    }
  }
  return sockets;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

function holdsOneOf(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`));
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

function commandOf(pid: string): string {
  const [program = '', script = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const isScript = script !== '' && !script.startsWith('-');
  return isScript ? `${basename(program)} ${script}` : basename(program);
}
