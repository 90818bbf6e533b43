import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { faultsInWords } from './argument-faults.ts';

/** What is checked of a call before anything is asked of the engine. */
interface Checked {
  readonly name: string;
  readonly inputSchema: z.ZodType;
}

/**
 * Checks the arguments of a tool.
 *
 * @throws invalid_arguments: where, what was expected, and how the tool is called.
 */
export function checkArgs(tool: Checked, args: unknown): object {
  const parsed = tool.inputSchema.safeParse(acceptTarget(args));
  if (parsed.success && typeof parsed.data === 'object' && parsed.data !== null) return parsed.data;
  const why = parsed.error ? faultsInWords(parsed.error, acceptTarget(args)) : 'An object is expected.';
  throw fail('invalid_arguments', `${tool.name}: ${why}`, { dispatch: 'not_sent', remedy: usage(tool) });
}

/** Other browser tools call the ref `target`; it is taken for `ref`. What it holds is still a ref or refused. */
function acceptTarget(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || 'ref' in args || !('target' in args)) return args ?? {};
  const { target, ...rest } = args;
  return { ...rest, ref: target };
}

function usage(tool: Checked): string {
  const schema = z.toJSONSchema(tool.inputSchema, { io: 'input' });
  const required = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties ?? {}).map((key) => (required.has(key) ? key : `${key}?`));
  return `Arguments: ${names.join(', ') || 'none'}.`;
}
