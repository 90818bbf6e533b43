import { compact } from '#kernel/compact.ts';
import { findHosts, hostOf } from './find-hosts.ts';
import { compileLabels, type FoundLabel, type LabelPattern } from './label-pattern.ts';
import type { LabelKind, Lexicon } from './lexicon/lexicon.ts';
import { LEXICONS } from './lexicon/lexicons.ts';
import { type FoundValue, readValue } from './read-value.ts';
import { Secret } from './secret.ts';

/** What stands in a text in the place of each value that was taken out. */
export const PLACEHOLDER = '<REDACTED:cred>';

/** Credentials as somebody told them. What was not told is absent. */
export interface ExtractedCredential {
  readonly host?: string;
  readonly username?: string;
  readonly password?: Secret;
  /** A base32 secret or an `otpauth://` address. */
  readonly totp?: Secret;
  /** One code, for now. */
  readonly otp?: Secret;
  readonly token?: Secret;
}

export interface Extraction {
  /** The text with every value replaced; the very same text when there is none. */
  readonly text: string;
  readonly credentials: readonly ExtractedCredential[];
}

export interface ExtractOptions {
  /** Words to look for; those of every language that ships when absent. */
  readonly lexicons?: readonly Lexicon[];
}

type Field = Exclude<keyof ExtractedCredential, 'host'>;

interface Pair extends FoundValue {
  readonly field: Field;
  readonly isMarked: boolean;
}

type Told =
  | ({ readonly what: 'pair' } & Pair)
  | { readonly what: 'host'; host: string; start: number; end: number };

interface Draft {
  host?: string;
  /** It was told with the record before: one that is told with this one counts more. */
  isHostInherited: boolean;
  readonly pairs: Pair[];
}

const SECRET_FIELDS: ReadonlySet<Field> = new Set(['password', 'totp', 'otp', 'token']);
/** Below it a value that stands elsewhere too is likely a word. */
const LEAST_REPEATED = 4;

const shippedPattern = compileLabels(LEXICONS);

/**
 * Takes credentials out of what a person wrote, before anything else reads it. No syntax is asked for: labels of
 * any language of the lexicons, with a colon or without, in any order, one record or several.
 *
 * @example
 * extractCredentials('credenziali di telepass.com, utente mario, password segreta1').text
 * // 'credenziali di telepass.com, utente <REDACTED:cred>, password <REDACTED:cred>'
 */
export function extractCredentials(text: string, options: ExtractOptions = {}): Extraction {
  const pattern = options.lexicons === undefined ? shippedPattern : compileLabels(options.lexicons);
  const drafts = draftsOf(toldIn(text, pattern), text).filter((draft) => isMeant(draft, text, pattern));
  if (drafts.length === 0) return { text, credentials: [] };
  const pairs = drafts.flatMap((draft) => draft.pairs);
  return { text: redact(text, pairs, pattern), credentials: drafts.map(credentialOf) };
}

function toldIn(text: string, pattern: LabelPattern): readonly Told[] {
  const told: Told[] = [];
  for (let at = 0; at < text.length; ) {
    const label = pattern.labelAt(text, at);
    const value = label && readValue(text, label, pattern);
    const one = label && value && toldBy(label, value, pattern, text);
    if (one !== undefined) told.push(one);
    at = one?.end ?? at + 1;
  }
  const isApart = (place: { start: number; end: number }) =>
    !told.some((one) => place.start < one.end && one.start < place.end);
  const hosts = findHosts(text).filter(isApart);
  return [...told, ...hosts.map((host) => ({ what: 'host' as const, ...host }))].sort(
    (one, other) => one.start - other.start,
  );
}

function toldBy(
  { kinds, isMarked }: FoundLabel,
  found: FoundValue,
  pattern: LabelPattern,
  text: string,
): Told | undefined {
  const { value, start, end, isQuoted } = found;
  if (!isMarked && !isQuoted && isTalk(found, pattern, text)) return undefined;
  if (kinds.has('host')) {
    const host = hostOf(value, isMarked);
    if (host !== undefined) return { what: 'host', host, start, end };
    if (kinds.size === 1) return undefined;
  }
  const field = fieldOf(kinds, value, isMarked || isQuoted);
  return field === undefined ? undefined : { what: 'pair', ...found, field, isMarked: isMarked || isQuoted };
}

/** A word that follows a label in ordinary talk. One letter may be one, or a name that another label follows. */
function isTalk({ value, end }: FoundValue, pattern: LabelPattern, text: string): boolean {
  if (value.length > 1) return pattern.isNoValue(value) || pattern.isLabel(value);
  const next = end + (/^[\s,;]*/.exec(text.slice(end, end + 8))?.[0].length ?? 0);
  return pattern.isNoValue(value) && pattern.labelAt(text, next) === undefined;
}

function fieldOf(kinds: ReadonlySet<LabelKind>, value: string, isMarked: boolean): Field | undefined {
  if (kinds.has('password')) return 'password';
  if (kinds.has('username')) return 'username';
  if (/^otpauth:\/\//i.test(value) || /^[A-Z2-7]{16,}=*$/.test(value)) return 'totp';
  if (/^\d{4,8}$/.test(value)) return 'otp';
  if (!kinds.has('token')) return undefined;
  return isMarked || /^(?=.*\d)\S{6,}$/.test(value) ? 'token' : undefined;
}

function draftsOf(told: readonly Told[], text: string): readonly Draft[] {
  const drafts: Draft[] = [];
  let current: Draft = { isHostInherited: false, pairs: [] };
  const begin = (host: string | undefined, isHostInherited: boolean) => {
    current = host === undefined ? { isHostInherited, pairs: [] } : { host, isHostInherited, pairs: [] };
    drafts.push(current);
  };
  drafts.push(current);
  for (const one of told) {
    if (one.what === 'pair') {
      if (current.pairs.some((pair) => pair.field === one.field)) begin(current.host, true);
      current.pairs.push(one);
      continue;
    }
    const last = current.pairs.at(-1);
    const isOpen = current.host === undefined || current.isHostInherited;
    if (last === undefined) current.host ??= one.host;
    else if (isOpen && isOneSentence(text.slice(last.end, one.start))) {
      current.host = one.host;
      current.isHostInherited = false;
    } else if (current.host !== one.host) begin(one.host, false);
  }
  return drafts;
}

function isOneSentence(between: string): boolean {
  return !/[\n.;。；]/.test(between);
}

/** Whether somebody handed over credentials here, and did not only talk about them. */
function isMeant({ host, pairs }: Draft, text: string, pattern: LabelPattern): boolean {
  const secrets = pairs.filter((pair) => SECRET_FIELDS.has(pair.field));
  if (secrets.length === 0) return pairs.length > 0 && host !== undefined && pattern.hasAnnouncement(text);
  return host !== undefined || pairs.length > secrets.length || secrets.some((pair) => pair.isMarked);
}

function credentialOf({ host, pairs }: Draft): ExtractedCredential {
  const textOf = (field: Field) => pairs.find((pair) => pair.field === field)?.value;
  const secretOf = (field: Field) => {
    const value = textOf(field);
    return value === undefined ? undefined : new Secret(value);
  };
  return compact<ExtractedCredential>({
    host,
    username: textOf('username'),
    password: secretOf('password'),
    totp: secretOf('totp'),
    otp: secretOf('otp'),
    token: secretOf('token'),
  });
}

function redact(text: string, pairs: readonly Pair[], pattern: LabelPattern): string {
  let out = '';
  let at = 0;
  for (const { start, end } of [...pairs].sort((one, other) => one.start - other.start)) {
    out += text.slice(at, start) + PLACEHOLDER;
    at = end;
  }
  out += text.slice(at);
  const repeated = pairs
    .filter((pair) => SECRET_FIELDS.has(pair.field) && pair.value.length >= LEAST_REPEATED)
    .map((pair) => pair.value)
    .filter((value) => !pattern.isLabel(value))
    .sort((one, other) => other.length - one.length);
  for (const value of repeated) {
    if (!PLACEHOLDER.includes(value)) out = out.replaceAll(value, PLACEHOLDER);
  }
  return out;
}
