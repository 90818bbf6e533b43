import { createReadStream } from 'node:fs';
import type { Approvals } from '#journal/approvals.ts';
import type { ArtifactKind } from '#journal/artifact-record.ts';
import type { JsonObject } from '#journal/canonical-json.ts';
import type { DispatchState, JournalEvent, JournalRecord } from '#journal/event.ts';
import type { Journal } from '#journal/journal.ts';
import type { KeptRun, KeptStep } from '#journal/kept-run.ts';
import type { VaultStore } from '#journal/store/vault-store.ts';
import { isPortolanError } from '#kernel/error.ts';
import { gravestOf } from '#policy/effects.ts';
import type { EndedDownload } from './downloads.ts';
import type { DurableWords } from './durable-words.ts';
import { type Given, writtenOf } from './given.ts';
import type { NewsItem } from './news.ts';
import type { OperationResult, Plan } from './plan.ts';
import { OPERATION_EVENTS, type RecordedOperation, recordedOperations } from './recorded-operation.ts';
import type { SavedFile } from './save-file.ts';

/** One run of an operation, as it is written down. */
export interface OperationEntry {
  readonly operationId: string;
  readonly operation: string;
  readonly plan: Plan;
  /** The rule that let it through. */
  readonly rule: string;
  /** What it acts on, in words that outlast its ref. */
  readonly words?: DurableWords | undefined;
  readonly given?: Given | undefined;
}

export interface OperationEnd extends OperationEntry {
  readonly isRead: boolean;
  readonly durationMs: number;
  readonly result?: OperationResult;
  readonly error?: unknown;
}

/** Writes what one session does. The session's opening is written with its first line. */
export class SessionJournal {
  readonly #journal: Journal;
  readonly #session: string;
  readonly #about: { readonly owner: string; readonly name: string };
  #opening: Promise<void> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(journal: Journal, session: string, about: { readonly owner: string; readonly name: string }) {
    this.#journal = journal;
    this.#session = session;
    this.#about = about;
  }

  /** What waits for a person's word. */
  get approvals(): Approvals {
    return this.#journal.approvals;
  }

  /** Nothing may be dispatched before this resolves. @throws environment when it cannot be written. */
  async intent(entry: OperationEntry): Promise<void> {
    await this.#open();
    await this.#journal.intent(this.#event(entry));
  }

  /**
   * Writes how an operation ended, while its caller goes on to look at the page; `written` waits for it.
   */
  outcome(end: OperationEnd): void {
    const writing = Promise.all([this.#writing, this.#writeOutcome(end)]);
    // Whoever waits for `written` hears of a failure.
    writing.catch(() => {});
    this.#writing = writing;
  }

  /** Waits until every outcome is written. No reply leaves before. @throws environment when one cannot be. */
  async written(): Promise<void> {
    const writing = this.#writing;
    try {
      await writing;
    } finally {
      if (this.#writing === writing) this.#writing = Promise.resolve();
    }
  }

  async #writeOutcome(end: OperationEnd): Promise<void> {
    const event = this.#event(end);
    const body = { ...event.body, ...doneInWords(end) };
    const told = { ...event, body, durationMs: end.durationMs, ...howItEnded(end) };
    if (!end.isRead) {
      await this.#journal.outcome(told);
      return;
    }
    await this.#open();
    await this.#journal.append({ ...told, kind: 'operation-read' });
  }

  /** Writes what happened beside the operations, without holding anything up. */
  news(item: NewsItem): void {
    const event = eventOf(item);
    if (!event) return;
    // A store that cannot be written stops the next operation; it must not stop the browser's events.
    this.#open()
      .then(() => this.#journal.append({ session: this.#session, ...event }))
      .catch(() => {});
  }

  /** Keeps a copy of a file that came or went, under its hash. */
  async keepFile(file: SavedFile, kind: ArtifactKind): Promise<void> {
    await this.#open();
    const { mediaType, name } = file;
    await this.#journal.artifacts.put(createReadStream(file.path), {
      session: this.#session,
      kind,
      mediaType,
      name,
    });
  }

  /** Keeps a picture of a page, under its hash. */
  async keepPicture(
    png: Uint8Array,
    name: string,
  ): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    await this.#open();
    return await this.#journal.artifacts.put(png, {
      session: this.#session,
      kind: 'screenshot',
      mediaType: 'image/png',
      name,
    });
  }

  /** Keeps a page as it would be printed, under its hash. */
  async keepPrint(
    pdf: Uint8Array,
    name: string,
  ): Promise<{ readonly hash: string; readonly sizeBytes: number }> {
    await this.#open();
    return await this.#journal.artifacts.put(pdf, {
      session: this.#session,
      kind: 'other',
      mediaType: 'application/pdf',
      name,
    });
  }

  /** Writes that a host was added to the session, by which gate. */
  async boundaryChanged(host: string, gate: string): Promise<void> {
    await this.#open();
    await this.#journal.append({
      session: this.#session,
      kind: 'boundary-changed',
      effect: 'boundary',
      decision: 'allow',
      body: { host, gate },
    });
  }

  /** Writes that a person has taken the session over, or given it back. */
  async takenOver(by: string, isBegun: boolean): Promise<void> {
    await this.#open();
    await this.#journal.append({
      session: this.#session,
      kind: 'take-over',
      outcome: isBegun ? 'begun' : 'ended',
      body: { by },
    });
  }

  /** Writes that a credential was used, or was to be. */
  async credentialUsed(event: Omit<JournalEvent, 'session'>): Promise<void> {
    await this.#open();
    await this.#journal.append({ session: this.#session, ...event });
  }

  /** Where it is kept which steps of one-time codes were used. */
  get codeSteps(): Pick<VaultStore, 'claimCodeStep'> {
    return this.#journal.vault;
  }

  /** A saved workflow is about to be run in this session. Written before it returns. */
  async runBegan(run: Pick<KeptRun, 'id' | 'workflow' | 'facts'>): Promise<KeptRun> {
    await this.#open();
    return await this.#journal.runs.begin({ ...run, session: this.#session, owner: this.#about.owner });
  }

  /** A step of a run has ended. Written before it returns. */
  async runStep(step: KeptStep): Promise<void> {
    await this.#journal.runs.step(step);
  }

  async runEnded(run: KeptRun): Promise<void> {
    await this.#journal.runs.end(run);
  }

  /**
   * The operations of this session, in the order in which they began.
   *
   * @param from - the place in the journal to begin at.
   */
  async operations(from = 1): Promise<readonly RecordedOperation[]> {
    await this.#writing;
    await this.#journal.flush();
    const records: JournalRecord[] = [];
    for await (const record of this.#journal.log.read({ session: this.#session, kinds: OPERATION_EVENTS }))
      records.push(record);
    return recordedOperations(records).filter(({ seq }) => seq >= from);
  }

  async closed(reason: string): Promise<void> {
    if (!this.#opening) return;
    await this.#opening;
    await this.#journal.append({ session: this.#session, kind: 'session-closed', body: { reason } });
  }

  #open(): Promise<void> {
    this.#opening ??= this.#journal.append({
      session: this.#session,
      kind: 'session-opened',
      body: { owner: this.#about.owner, name: this.#about.name },
    });
    return this.#opening;
  }

  #event({ operationId, operation, plan, rule }: OperationEntry) {
    return {
      session: this.#session,
      operation,
      operationId,
      effect: gravestOf(plan.effects),
      origin: originOf(plan.url),
      decision: 'allow' as const,
      rule,
      body: {
        ...(plan.ref === undefined ? {} : { ref: plan.ref }),
        ...(plan.target === undefined ? {} : { target: plan.target }),
        ...(plan.destination === undefined ? {} : { destination: plan.destination }),
      },
    };
  }
}

/** What was done, for whoever reads or repeats it: only of what has succeeded, and no secret. */
function doneInWords({ plan, words, given, result, error }: OperationEnd): JsonObject {
  if (error !== undefined || given === undefined) return {};
  const { outcome } = result ?? {};
  const written = writtenOf(given, { isSecret: outcome?.isSecret, label: words?.name ?? '' });
  const isWithheld = written['withheld'] !== undefined;
  const holds = isWithheld || written['typed'] === undefined ? undefined : outcome?.value;
  return {
    at: plan.url,
    given: written,
    ...(words === undefined
      ? {}
      : { on: { ...words, alike: words.alike.map((element) => ({ ...element })) } }),
    ...(holds === undefined ? {} : { holds }),
    ...(outcome?.url === undefined ? {} : { ledTo: outcome.url }),
    ...(outcome?.isChecked === undefined ? {} : { isChecked: outcome.isChecked }),
  };
}

interface Ending {
  readonly dispatch: DispatchState;
  readonly outcome: string;
}

function howItEnded({ result, error }: OperationEnd): Ending {
  if (error === undefined)
    return {
      dispatch: result?.outcome?.dispatch ?? 'sent',
      outcome: result?.isUnchanged ? 'unchanged' : (result?.outcome?.effect ?? 'done'),
    };
  if (!isPortolanError(error)) return { dispatch: 'unknown', outcome: 'internal_error' };
  const { dispatch } = error.facts;
  return {
    dispatch: dispatch === 'not_sent' || dispatch === 'sent' ? dispatch : 'unknown',
    outcome: error.code,
  };
}

/** Of an address; `null` for what is none, as the web writes it. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

function eventOf(item: NewsItem) {
  switch (item.kind) {
    case 'alert':
    case 'dialog-opened':
      return {
        kind: 'dialog' as const,
        body: { type: item.dialog.type, message: item.dialog.message, tab: item.page.id },
      };
    case 'dialog-answered':
      return {
        kind: 'dialog' as const,
        body: { type: item.dialog.type, accepted: item.accepted, tab: item.page.id },
      };
    case 'download':
      return { kind: 'download' as const, outcome: item.ended.kind, body: downloadBody(item.ended) };
    case 'crashed':
      return { kind: 'page-crashed' as const, body: { tab: item.page.id } };
    case 'refused': {
      const { code, host, port, rule } = item.refusal;
      return { kind: 'egress-refused' as const, rule, body: { code, host, port } };
    }
    default:
      return undefined;
  }
}

function downloadBody(ended: EndedDownload) {
  if (ended.kind !== 'saved') return { url: ended.url, name: ended.name, why: ended.why };
  const { name, path, sizeBytes, mediaType, sha256 } = ended.file;
  return { url: ended.url, name, path, sizeBytes, mediaType, sha256 };
}
