import type { FoundLabel, LabelPattern } from './label-pattern.ts';

/** A value and where it stands, without its quotes. */
export interface FoundValue {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
  '「': '」',
  '『': '』',
  '《': '》',
};
/** These end a value wherever they stand. */
const ENDS = /[\s，；、。]/u;
/** These end a value when nothing of a value follows. */
const MAY_END = /[,;]/;
const HAN = /\p{Script=Han}/u;

/**
 * The value that follows a label: what is between quotes, or all up to a space. Commas and semicolons belong to
 * it unless a space or another label follows; one full stop at its end does not.
 */
export function readValue(text: string, label: FoundLabel, pattern: LabelPattern): FoundValue | undefined {
  const start = label.valueAt;
  const quoted = readQuoted(text, start);
  if (quoted !== undefined) return quoted;
  if (isEmptyBefore(text, start, pattern)) return undefined;
  let end = start;
  while (end < text.length && !ends(text, end, label, pattern)) end += 1;
  const raw = text.slice(start, end);
  const value = trimmed(raw);
  return value === '' ? undefined : { value, start, end: start + value.length, isQuoted: false };
}

function readQuoted(text: string, at: number): FoundValue | undefined {
  const closing = QUOTES[text[at] ?? ''];
  if (closing === undefined) return undefined;
  let end = text.indexOf(closing, at + 1);
  // An apostrophe inside a word closes nothing.
  while (end >= 0 && closing === "'" && /[\p{L}\p{N}']/u.test(text[end + 1] ?? '')) {
    end = text.indexOf(closing, end + 1);
  }
  const value = text.slice(at + 1, end);
  if (end < 0 || value === '' || value.includes('\n')) return undefined;
  return { value, start: at + 1, end, isQuoted: true };
}

/** Another label with a mark and a space after it stands where the value should. */
function isEmptyBefore(text: string, at: number, pattern: LabelPattern): boolean {
  const next = pattern.labelAt(text, at);
  return next?.isMarked === true && /\s/.test(text[next.valueAt - 1] ?? '');
}

function ends(text: string, at: number, label: FoundLabel, pattern: LabelPattern): boolean {
  const letter = text[at] ?? '';
  if (ENDS.test(letter)) return true;
  if (MAY_END.test(letter)) {
    const next = text[at + 1] ?? ' ';
    return /\s/.test(next) || pattern.labelAt(text, at + 1)?.isMarked === true;
  }
  if (at === label.valueAt || !HAN.test(letter)) return false;
  const next = pattern.labelAt(text, at);
  return next !== undefined && (next.isMarked || !label.isMarked);
}

function trimmed(raw: string): string {
  const value = raw.replace(/[,;]+$/, '').replace(/\.$/, '');
  return value.endsWith(')') && !value.includes('(') ? value.slice(0, -1) : value;
}
