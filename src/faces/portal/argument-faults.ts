import type { z } from 'zod';

/** Most faults of one call that are told; whoever corrects these sees the rest. */
const MOST_TOLD = 3;

/**
 * What is wrong with arguments, in sentences: `ref is missing. There is no argument "foo".`
 *
 * @param error - of the schema that the arguments did not fit.
 * @param args - the arguments as they came.
 */
export function faultsInWords(error: z.ZodError, args: unknown): string {
  return error.issues
    .slice(0, MOST_TOLD)
    .map((issue) => inWords(issue, args))
    .join(' ');
}

function inWords(issue: z.core.$ZodIssue, args: unknown): string {
  const place = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .map((key) => `There is no argument ${JSON.stringify([...issue.path, key].map(String).join('.'))}.`)
        .join(' ');
    case 'invalid_type':
      if (place === '') return 'The arguments must be one object.';
      return valueAt(args, issue.path) === undefined
        ? `${place} is missing.`
        : `${place} must be ${article(issue.expected)}.`;
    case 'invalid_value':
      return `${place} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}.`;
    default:
      return `${place}: ${issue.message}.`;
  }
}

function article(type: string): string {
  const word = type === 'int' ? 'integer' : type;
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let at = args;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === String(key))?.[1];
  }
  return at;
}
