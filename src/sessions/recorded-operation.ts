import { EFFECTS } from '#actions/outcome.ts';
import type { JsonObject, JsonValue } from '#journal/canonical-json.ts';
import type { JournalRecord } from '#journal/event.ts';
import type { WordedElement } from './durable-words.ts';
import type { Withheld } from './given.ts';

/** One run of an operation as the journal has it, for whoever makes sentences of it. */
export interface RecordedOperation {
  /** Of its intent, or of its one line where it only read. */
  readonly seq: number;
  readonly operation: string;
  /** It looked and changed nothing. */
  readonly isRead: boolean;
  readonly hasSucceeded: boolean;
  /** How it ended: an effect, or the code of what refused it. `unknown` while no end is written. */
  readonly outcome: string;
  /** Address of the document it acted on. */
  readonly at: string;
  /** Where it was to lead. */
  readonly destination?: string;
  /** Where the tab was afterwards, where that is another address. */
  readonly ledTo?: string;
  /** What it acted on, in words. */
  readonly on?: WordedElement & { readonly alike: readonly WordedElement[]; readonly isFilled?: boolean };
  /** The caller named the element itself; otherwise it was what had the focus. */
  readonly isNamed: boolean;
  readonly given: JsonObject;
  readonly typed?: string;
  readonly withheld?: Withheld;
  /** What the field held afterwards. */
  readonly holds?: string;
  readonly isChecked?: boolean;
  /** How the use of a credential ended. */
  readonly credentialOutcome?: string;
}

const SUCCESSES: readonly string[] = [...EFFECTS, 'done'];

/** Kinds of events that operations are put together from. */
export const OPERATION_EVENTS = [
  'operation-intent',
  'operation-outcome',
  'operation-read',
  'credential-used',
] as const;

/** Joins the events of each operation, in the order in which the operations began. */
export function recordedOperations(records: readonly JournalRecord[]): readonly RecordedOperation[] {
  const byId = new Map<string, JournalRecord[]>();
  for (const record of records) {
    if (record.operationId === undefined) continue;
    byId.set(record.operationId, [...(byId.get(record.operationId) ?? []), record]);
  }
  return [...byId.values()].flatMap(joined).sort((one, other) => one.seq - other.seq);
}

function joined(events: readonly JournalRecord[]): readonly RecordedOperation[] {
  const begun = events.find(({ kind }) => kind === 'operation-intent' || kind === 'operation-read');
  if (begun?.operation === undefined) return [];
  const end = events.find(({ kind }) => kind === 'operation-outcome' || kind === 'operation-read');
  const use = events.find(({ kind }) => kind === 'credential-used');
  const body = end?.body ?? {};
  const outcome = end?.outcome ?? 'unknown';
  const given = objectAt(body, 'given');
  const { typed, withheld, ...plain } = given;
  const on = wordsAt(body);
  return [
    {
      seq: begun.seq,
      operation: begun.operation,
      isRead: begun.kind === 'operation-read',
      hasSucceeded: SUCCESSES.includes(outcome),
      outcome,
      at: textAt(body, 'at') ?? '',
      isNamed: body['ref'] !== undefined,
      given: plain,
      ...(on === undefined ? {} : { on }),
      ...(typeof typed === 'string' ? { typed } : {}),
      ...(isWithheld(withheld) ? { withheld } : {}),
      ...ifText('destination', body['destination']),
      ...ifText('ledTo', body['ledTo']),
      ...ifText('holds', body['holds']),
      ...(typeof body['isChecked'] === 'boolean' ? { isChecked: body['isChecked'] } : {}),
      ...ifText('credentialOutcome', use?.outcome),
    },
  ];
}

function wordsAt(body: JsonObject): RecordedOperation['on'] {
  const on = objectAt(body, 'on');
  if (textAt(on, 'role') === undefined) return undefined;
  const { alike } = on;
  return {
    ...wordedOf(on),
    alike: Array.isArray(alike) ? alike.filter(isObject).map(wordedOf) : [],
    ...(typeof on['isFilled'] === 'boolean' ? { isFilled: on['isFilled'] } : {}),
  };
}

function wordedOf(element: JsonObject): WordedElement {
  return {
    role: textAt(element, 'role') ?? '',
    name: textAt(element, 'name') ?? '',
    around: textsAt(element, 'around'),
    states: textsAt(element, 'states'),
    inDialog: element['inDialog'] === true,
  };
}

function objectAt(body: JsonObject, key: string): JsonObject {
  const value = body[key];
  return isObject(value) ? value : {};
}

function textAt(body: JsonObject, key: string): string | undefined {
  const value = body[key];
  return typeof value === 'string' ? value : undefined;
}

function textsAt(body: JsonObject, key: string): readonly string[] {
  const value = body[key];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function ifText<Key extends string>(
  key: Key,
  value: JsonValue | undefined,
): { readonly [K in Key]?: string } {
  return typeof value === 'string' ? ({ [key]: value } as { readonly [K in Key]?: string }) : {};
}

function isWithheld(value: JsonValue | undefined): value is Withheld {
  return value === 'secret' || value === 'unknown' || value === 'long';
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
