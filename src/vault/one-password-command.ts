import { spawn } from 'node:child_process';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';

/** What `op` needs: where it lives, and how it signs in. Nothing of ours, and no secret of an item. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SYSTEMROOT',
  'TMPDIR',
  'TEMP',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
  'OP_ACCOUNT',
  'OP_CONFIG_DIR',
  'OP_SERVICE_ACCOUNT_TOKEN',
  'OP_CONNECT_HOST',
  'OP_CONNECT_TOKEN',
] as const;

const ANSWER_WITHIN_MS = 30_000;
const MOST_BYTES = 16 * 2 ** 20;

/**
 * Runs the 1Password CLI and reads the JSON that it prints.
 *
 * @param program - `op`, or where it is.
 * @throws environment when it is not installed, not signed in, or refuses: with the last line of what it says.
 */
export async function runOp(program: string, args: readonly string[]): Promise<unknown> {
  const { code, output, says } = await run(program, [...args, '--format', 'json']);
  if (code !== 0) {
    throw fail('environment', `1Password refused: ${says}`, {
      remedy: 'Sign in with `op signin`, or give OP_SERVICE_ACCOUNT_TOKEN, and call again.',
    });
  }
  const answer = jsonOf(output);
  if (answer !== undefined) return answer;
  throw fail('environment', 'The 1Password CLI answered with something other than JSON.', {
    remedy: 'Install version 2 of the 1Password CLI.',
  });
}

/** An error of the parser would quote what was printed, so none is passed on. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly says: string;
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: ANSWER_WITHIN_MS,
      windowsHide: true,
    });
    const output: Buffer[] = [];
    let says = '';
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) child.kill();
      else output.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      says = `${says}${chunk}`.slice(-2_000);
    });
    child.once('error', (cause) => {
      const remedy = 'Install the 1Password CLI (op), version 2, and sign in.';
      reject(fail('environment', 'The 1Password CLI cannot be started.', { remedy }, cause));
    });
    child.once('close', (code, signal) => {
      const lastLine = says.trim().split('\n').at(-1) ?? '';
      const said = lastLine === '' ? (signal === null ? 'it says nothing' : 'it gave no answer') : lastLine;
      resolve({ code, output: Buffer.concat(output).toString('utf8'), says: said.slice(0, 300) });
    });
  });
}

function environment(): Record<string, string> {
  const passed = PASSED_ON.map((name) => [name, readEnvironment(name)] as const);
  return Object.fromEntries(passed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
