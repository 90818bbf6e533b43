import { CHAIN_START, hashRecord } from './chain.ts';
import type { ChainRow, JournalStore, SignedHead } from './store/journal-store.ts';

/**
 * - `edited`: the record at `seq` is not what was written there, or does not follow from the one before.
 * - `missing`: the record at `seq` is not there, and later ones are.
 * - `cut_tail`: the chain ends before its signed head; `seq` is the first one that is gone.
 * - `bad_head`: the head of the session, or the count of sessions, is not signed by the journal's key, or
 *   does not fit the chain.
 * - `missing_session`: a whole session is gone, head and all.
 */
export const CHAIN_FAULTS = ['edited', 'missing', 'cut_tail', 'bad_head', 'missing_session'] as const;
export type ChainFaultKind = (typeof CHAIN_FAULTS)[number];

export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly session?: string;
  readonly seq?: number;
  /** One sentence for people. */
  readonly says: string;
}

const ROWS_PER_READ = 500;

/**
 * Reads chains from their first record and says what was changed from outside. It can be run while others
 * write. What it cannot see: a database and its heads put back as a whole to an earlier state.
 *
 * @param session - one session only; all, and the table of heads itself, when absent.
 * @returns the faults, in order; empty when every chain is as it was written.
 */
export async function verifyChain(store: JournalStore, session?: string): Promise<readonly ChainFault[]> {
  const { heads, sessions, isCountSigned } = await store.chainHeads();
  const faults: ChainFault[] = [];
  if (session === undefined) faults.push(...countFaults(heads, sessions, isCountSigned));
  for (const name of session === undefined ? await store.chainSessions() : [session]) {
    const head = heads.find((candidate) => candidate.session === name);
    faults.push(...(await sessionFaults(store, name, head)));
  }
  return faults;
}

function countFaults(
  heads: readonly SignedHead[],
  sessions: number,
  isCountSigned: boolean,
): readonly ChainFault[] {
  const faults: ChainFault[] = [];
  if (!isCountSigned) {
    faults.push({ kind: 'bad_head', says: 'The count of sessions is not signed by the key.' });
  }
  const ordinals = new Set(heads.map((head) => head.ordinal));
  for (let ordinal = 1; ordinal <= sessions; ordinal += 1) {
    if (!ordinals.has(ordinal)) {
      faults.push({ kind: 'missing_session', says: `Session number ${ordinal} of ${sessions} has no head.` });
    }
  }
  return faults;
}

async function sessionFaults(
  store: JournalStore,
  session: string,
  head: SignedHead | undefined,
): Promise<readonly ChainFault[]> {
  const faults: ChainFault[] = [];
  let seq = 0;
  let hash = CHAIN_START;
  let hashAtHead = head?.seq === 0 ? CHAIN_START : undefined;
  for (;;) {
    const rows = await store.chainRows(session, seq, ROWS_PER_READ);
    for (const row of rows) {
      faults.push(...gapFaults(session, seq + 1, row.seq));
      const isNext = row.seq === seq + 1;
      const says = rowFault(row, isNext ? hash : undefined);
      if (says !== undefined) faults.push({ kind: 'edited', session, seq: row.seq, says });
      seq = row.seq;
      hash = row.record?.hash ?? '';
      if (seq === head?.seq) hashAtHead = hash;
    }
    if (rows.length < ROWS_PER_READ) break;
  }
  if (head === undefined) {
    if (seq > 0)
      faults.push({ kind: 'bad_head', session, says: `Session ${session} has records but no head.` });
    return faults;
  }
  return [...faults, ...headFaults(head, seq, hashAtHead)];
}

function gapFaults(session: string, expected: number, found: number): readonly ChainFault[] {
  if (expected === found) return [];
  const said = found - 1 === expected ? `Record ${expected} is` : `Records ${expected} to ${found - 1} are`;
  return [{ kind: 'missing', session, seq: expected, says: `${said} missing from session ${session}.` }];
}

function rowFault(row: ChainRow, previousHash: string | undefined): string | undefined {
  if (row.record === undefined) return `Record ${row.seq} has a body that is not JSON.`;
  if (!row.isCanonical || hashRecord(row.record) !== row.record.hash) {
    return `Record ${row.seq} does not have the hash of its content.`;
  }
  if (previousHash !== undefined && row.record.previousHash !== previousHash) {
    return `Record ${row.seq} does not follow from the record before it.`;
  }
  return undefined;
}

/** Records may follow the head while others write; what the head names must be there, as signed. */
function headFaults(
  head: SignedHead,
  lastSeq: number,
  hashAtHead: string | undefined,
): readonly ChainFault[] {
  const { session } = head;
  if (!head.isSigned) {
    return [{ kind: 'bad_head', session, says: `The head of session ${session} is not signed by the key.` }];
  }
  if (lastSeq < head.seq) {
    const says = `Session ${session} ends at ${lastSeq}; its head says ${head.seq}.`;
    return [{ kind: 'cut_tail', session, seq: lastSeq + 1, says }];
  }
  if (hashAtHead !== undefined && hashAtHead !== head.hash) {
    const says = `Record ${head.seq} of session ${session} is not the one its head names.`;
    return [{ kind: 'bad_head', session, seq: head.seq, says }];
  }
  return [];
}
