import type { EventKind, JournalEvent } from './event.ts';

/**
 * What a written event survives.
 *
 * - `batched`: written a moment later with others; a killed process may lose the last of them.
 * - `normal`: written before the call returns; a killed process loses nothing, a power cut may.
 * - `full`: on the disk before the call returns.
 */
export const DURABILITIES = ['batched', 'normal', 'full'] as const;
export type Durability = (typeof DURABILITIES)[number];
/** A durability that is answered only when the write is done. */
export type CommittedDurability = Exclude<Durability, 'batched'>;

const BY_KIND: Partial<Record<EventKind, Durability>> = {
  'operation-read': 'batched',
  'approval-asked': 'full',
  'approval-answered': 'full',
  'credential-used': 'full',
  'boundary-changed': 'full',
  'egress-refused': 'batched',
  decision: 'normal',
  'session-opened': 'normal',
  'session-closed': 'normal',
  'browser-started': 'normal',
  'browser-gone': 'normal',
  'page-crashed': 'normal',
  dialog: 'normal',
  download: 'normal',
  artifact: 'normal',
  'workflow-begun': 'normal',
  'workflow-ended': 'normal',
};

/** Effects by how much is lost when their record is; one that is not here is written `full`. */
const BY_EFFECT: Readonly<Record<string, CommittedDurability>> = {
  read: 'normal',
  reveal: 'normal',
  input: 'normal',
  activate: 'normal',
  navigate: 'normal',
  download: 'normal',
  tree: 'normal',
};

/** How an event is written: by its kind, and an operation's intent and outcome by its effect. */
export function durabilityOf(event: Pick<JournalEvent, 'kind' | 'effect'>): Durability {
  const byKind = BY_KIND[event.kind];
  if (byKind !== undefined) return byKind;
  return event.effect === undefined ? 'normal' : (BY_EFFECT[event.effect] ?? 'full');
}

/** The stronger of two. */
export function strongest(first: Durability, second: Durability): Durability {
  return DURABILITIES.indexOf(first) > DURABILITIES.indexOf(second) ? first : second;
}
