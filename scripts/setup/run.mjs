import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** What is missing and what to type; printed without a stack. */
export class SetupError extends Error {
  name = 'SetupError';
}

export function say(line) {
  console.log(`portolan: ${line}`);
}

/**
 * Runs a program in the repository and waits for it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean, env?: NodeJS.ProcessEnv, shell?: boolean, cwd?: string }} [options] - `quiet` keeps the output
 *   back; it is in the result either way.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { quiet = false, env = process.env, shell = false, cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 130 : 1), output }));
  });
}
