/** From this length on a value is looked for wherever it stands, below it only as a word of its own. */
export const LONG_SECRET = 8;

/** What text may have between two characters of a value whose parts stand in neighbouring places. */
const GLUE = [
  '\\n[ \\t]*- [a-z]{3,20}(?= |:|")',
  '\\[(?:f?\\d*e\\d+@v\\d+|ref_\\d+)\\]',
  '<[^<>]{0,200}>',
  '&(?:nbsp|#160|#xa0);',
  '\\\\[ntr]',
  '[\\s"\'`|:,;·•()\\[\\]{}+_./\\\\-]',
].join('|');

/**
 * A pattern for a value in every form that text can hold: as it is, escaped for JSON, URLs and HTML, in base64
 * at each alignment, in hexadecimal, backwards, in either case, in parts. A short value is found as a word of
 * its own only.
 */
export function secretPattern(value: string): RegExp {
  const isLong = value.length >= LONG_SECRET;
  const forms = [...new Set(isLong ? longForms(value) : shortForms(value))].filter((form) => form !== '');
  forms.sort((one, other) => other.length - one.length);
  const whole = forms.map(escapeForPattern).join('|');
  if (!isLong) return new RegExp(`${WORD_BEGINS}(?:${whole})${WORD_ENDS}`, 'gu');
  return new RegExp(`${whole}|${inParts(value)}`, 'giu');
}

/** A number inside a longer one, with its separators, is no word of its own. */
const WORD_BEGINS = '(?<![\\p{L}\\p{N}_]|\\p{N}[.,:/-])';
const WORD_ENDS = '(?![\\p{L}\\p{N}_]|[.,:/-]\\p{N})';

function longForms(value: string): readonly string[] {
  return [
    ...escapedForms(value),
    ...[value, value.toLowerCase(), value.toUpperCase()].flatMap((cased) => [
      ...base64Cores(cased),
      Buffer.from(cased).toString('hex'),
    ]),
    spacedHex(value),
    ...escapedForms([...value].reverse().join('')),
    value.normalize('NFD'),
    Buffer.from(value, 'utf16le').toString('base64').replace(/=+$/, ''),
  ];
}

function shortForms(value: string): readonly string[] {
  const backwards = [...value].reverse().join('');
  return [
    ...escapedForms(value),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    Buffer.from(value).toString('hex'),
    ...(value.length >= 6 ? [backwards] : []),
  ];
}

function escapedForms(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const encoded = encodeURIComponent(value);
  return [
    value,
    json,
    JSON.stringify(json).slice(1, -1),
    json.replace(/[^\x20-\x7e]|[<>&'/]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`),
    json.replaceAll('/', '\\/'),
    eachUnit(value, (unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
    encodeURIComponent(encoded),
    encodeURI(value),
    [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    named(value, '&#39;'),
    named(value, '&#x27;'),
    named(value, '&apos;'),
    named(value, "'"),
    eachUnit(value, (unit) => `&#${unit};`),
    eachUnit(value, (unit) => `&#x${unit.toString(16)};`),
  ];
}

function named(value: string, apostrophe: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", apostrophe);
}

function eachUnit(value: string, write: (unit: number) => string): string {
  return [...value].map((character) => write(character.codePointAt(0) ?? 0)).join('');
}

function spacedHex(value: string): string {
  return [...Buffer.from(value)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

/** What base64 of any text holds that has the value in it, at each of the three places it can begin at. */
function base64Cores(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 8) / 6);
    const core = text.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The characters of a value with whatever neighbouring places put between them. */
function inParts(value: string): string {
  // Each character of a text can be read in one way only here, so that no text makes it slow.
  const glue = `(?:${GLUE})*?`;
  return [...value].map((character) => escapeForPattern(character)).join(glue);
}

export function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (mark) => (mark === '-' ? '\\x2d' : `\\${mark}`));
}
