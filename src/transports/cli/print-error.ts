import { isPortolanError } from '#kernel/error.ts';
import { redactStructure } from '#kernel/redact.ts';

const UNKNOWN_EXIT = 1;

/**
 * Prints an error in two lines, what is wrong and what to do, on standard error; as JSON when asked.
 *
 * @returns the exit code of the error's row; 1 for what has no row.
 */
export function printError(error: unknown, json: boolean): number {
  const code = isPortolanError(error) ? error.code : 'unexpected';
  const sentence = redactStructure(error instanceof Error ? error.message : String(error));
  const remedy = isPortolanError(error)
    ? error.remedy
    : 'Run `portolan doctor`, and report this with its output.';
  if (json) console.error(JSON.stringify({ error: { code, message: sentence, remedy } }));
  else console.error(`${code}: ${sentence}\n${remedy}`);
  return isPortolanError(error) ? error.entry.exit : UNKNOWN_EXIT;
}
