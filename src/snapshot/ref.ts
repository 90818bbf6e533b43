import { fail } from './errors.ts';

/** A ref in its parts. */
export interface RefParts {
  /** 0 for the main frame. */
  readonly frame: number;
  readonly element: number;
  readonly generation: number;
}

const REF = /^@?(?:f([1-9]\d{0,8}))?e([1-9]\d{0,8})@v([1-9]\d{0,8})$/;
const UNESCAPED_REF = /(?<!\\)\[((?:f\d+)?e\d+@v\d+)\]/g;

/**
 * Reads `e12@v3`, `f1e12@v3`, with or without an `@` before.
 *
 * @throws invalid_ref when it is anything else, a bare `e12` among it.
 */
export function parseRef(text: string): RefParts {
  const parts = REF.exec(text.trim());
  if (!parts) {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    throw fail(
      'invalid_ref',
      `${JSON.stringify(shown)} is not a ref: a ref has the form e12@v3 or f1e12@v3.`,
      {
        ref: shown,
      },
    );
  }
  return { frame: Number(parts[1] ?? 0), element: Number(parts[2]), generation: Number(parts[3]) };
}

/** Refs that a text of ours prints; what page strings hold is escaped and does not count. */
export function printedRefs(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(UNESCAPED_REF)].map((match) => match[1] ?? ''));
}
