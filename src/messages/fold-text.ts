import { FIELD_LIMIT } from './limits.ts';

/** Control characters, line separators and what turns the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Text on one line: without control characters, whole in its characters, and no longer than `limit` of them. */
export function foldLine(text: string, limit: number = FIELD_LIMIT): string {
  const folded = wellFormed(text.replace(UNWANTED, ' ')).trim();
  const points = [...folded];
  return points.length <= limit ? folded : points.slice(0, limit).join('');
}

/** An address on one line. One that is too long is cut so that it does not parse any more. */
export function foldUrl(url: string): string {
  const folded = wellFormed(url.replace(UNWANTED, ' ')).trim();
  const points = [...folded];
  return points.length <= FIELD_LIMIT ? folded : `…${points.slice(0, FIELD_LIMIT - 1).join('')}`;
}

/** Whether the API takes it as a field of a state block. */
export function isSound(text: string): boolean {
  return !FORBIDDEN.test(text) && wellFormed(text) === text && [...text].length <= FIELD_LIMIT;
}

/** Lone halves of surrogate pairs as the character that stands for what is no character. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
