import type { Kysely, Transaction } from 'kysely';
import type { ApprovalAnswer, ApprovalFilter, ApprovalRecord } from '#journal/approval.ts';
import type { ArtifactFilter, ArtifactRecord } from '#journal/artifact-record.ts';
import type { CommittedDurability } from '#journal/durability.ts';
import type { JournalRecord, StampedEvent } from '#journal/event.ts';
import type { FoundRun, KeptRun, KeptStep, RunFilter } from '#journal/kept-run.ts';
import type { Receipt } from '#journal/receipt.ts';
import { fail } from '#kernel/errors.ts';
import { chainRowOf } from './event-row.ts';
import type {
  AppendRequest,
  BeginRequest,
  Begun,
  ChainHeads,
  ChainRow,
  JournalStore,
  RecordFilter,
  SettleRequest,
  Writer,
} from './journal-store.ts';
import type { JournalTables } from './schema.ts';
import { answerApprovals, insertApprovals, readApprovals, useApproval } from './sql-approvals.ts';
import { insertArtifact, readArtifactBytes, readArtifacts } from './sql-artifacts.ts';
import { appendToChains, readHeads } from './sql-chain.ts';
import type { SqlConnection } from './sql-connection.ts';
import {
  beginOperation,
  findOperation,
  isLost,
  readReceipt,
  settleIfLost,
  settleOperation,
} from './sql-receipts.ts';
import { readRecords } from './sql-records.ts';
import { endRun, insertRun, insertRunStep, readRunSteps, readRuns } from './sql-runs.ts';
import {
  beginVaultKey,
  claimCodeStep,
  putVaultRecord,
  readVaultKey,
  readVaultRecord,
  readVaultRecords,
  removeVaultRecord,
  rotateVaultKey,
} from './sql-vault.ts';
import type {
  CodeStep,
  PutAnswer,
  PutVaultRecord,
  RecordName,
  RotateAnswer,
  RotateVaultKey,
  VaultKey,
  VaultRecord,
} from './vault-store.ts';

/** The journal on a SQL database; what is particular to one database is in its connection. */
export class SqlStore implements JournalStore {
  readonly #connection: SqlConnection;
  readonly #key: Uint8Array;
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(connection: SqlConnection, key: Uint8Array) {
    this.#connection = connection;
    this.#key = key;
  }

  append(request: AppendRequest): Promise<readonly JournalRecord[]> {
    return this.#write(request.durability, async (transaction) => {
      if (request.artifact !== undefined) await insertArtifact(transaction, request.artifact);
      return appendToChains(transaction, this.#key, request.events);
    });
  }

  begin(request: BeginRequest): Promise<Begun> {
    return this.#write(request.durability, (transaction) => beginOperation(transaction, this.#key, request));
  }

  settle(request: SettleRequest): Promise<Receipt> {
    return this.#write(request.durability, (transaction) => settleOperation(transaction, this.#key, request));
  }

  async renew(operationIds: readonly string[], leaseUntilMs: number): Promise<void> {
    if (operationIds.length === 0) return;
    await this.#write('normal', (transaction) =>
      transaction
        .updateTable('operations')
        .set({ lease_until_ms: leaseUntilMs })
        .where('operation_id', 'in', operationIds)
        .where('outcome_seq', 'is', null)
        .execute(),
    );
  }

  async receipt(operationId: string, at: string): Promise<Receipt | undefined> {
    const row = await this.#read((db) => findOperation(db, operationId, undefined));
    if (row === undefined) return undefined;
    if (!isLost(row, at)) return this.#read((db) => readReceipt(db, row));
    return this.#write('full', async (transaction) => {
      const now = await findOperation(transaction, operationId, undefined);
      return settleIfLost(transaction, this.#key, now ?? row, at);
    });
  }

  records(filter: RecordFilter): Promise<readonly JournalRecord[]> {
    return this.#read((db) => readRecords(db, filter));
  }

  chainRows(session: string, afterSeq: number, limit: number): Promise<readonly ChainRow[]> {
    return this.#read(async (db) => {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('session', '=', session)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(chainRowOf);
    });
  }

  chainSessions(): Promise<readonly string[]> {
    return this.#read(async (db) => {
      const rows = await db
        .selectFrom('events')
        .select('session')
        .union(db.selectFrom('chain_heads').select('session'))
        .execute();
      return rows.map((row) => row.session).sort();
    });
  }

  chainHeads(): Promise<ChainHeads> {
    return this.#read((db) => readHeads(db, this.#key));
  }

  artifacts(filter: ArtifactFilter): Promise<readonly ArtifactRecord[]> {
    return this.#read((db) => readArtifacts(db, filter));
  }

  artifactBytes(): Promise<number> {
    return this.#read(readArtifactBytes);
  }

  askApprovals(approvals: readonly ApprovalRecord[], event: StampedEvent): Promise<void> {
    return this.#write('full', async (transaction) => {
      await insertApprovals(transaction, approvals);
      await appendToChains(transaction, this.#key, [event]);
    });
  }

  approvals(filter: ApprovalFilter): Promise<readonly ApprovalRecord[]> {
    return this.#read((db) => readApprovals(db, filter));
  }

  answerApprovals(answer: ApprovalAnswer, event: StampedEvent): Promise<readonly ApprovalRecord[]> {
    return this.#write('full', async (transaction) => {
      const answered = await answerApprovals(transaction, answer);
      if (answered.length > 0) await appendToChains(transaction, this.#key, [event]);
      return answered;
    });
  }

  useApproval(session: string, bound: string, atMs: number): Promise<ApprovalRecord | undefined> {
    return this.#write('full', (transaction) => useApproval(transaction, session, bound, atMs));
  }

  beginRun(run: KeptRun, writer: Writer, event: StampedEvent): Promise<void> {
    return this.#write('normal', async (transaction) => {
      await insertRun(transaction, run, writer);
      await appendToChains(transaction, this.#key, [event]);
    });
  }

  addRunStep(step: KeptStep): Promise<void> {
    return this.#write('normal', (transaction) => insertRunStep(transaction, step));
  }

  endRun(run: KeptRun, event: StampedEvent): Promise<void> {
    return this.#write('normal', async (transaction) => {
      await endRun(transaction, run);
      await appendToChains(transaction, this.#key, [event]);
    });
  }

  runs(filter: RunFilter): Promise<readonly FoundRun[]> {
    return this.#read((db) => readRuns(db, filter));
  }

  runSteps(run: string): Promise<readonly KeptStep[]> {
    return this.#read((db) => readRunSteps(db, run));
  }

  async probe(at: string): Promise<void> {
    await this.#write('normal', async (transaction) => {
      await transaction
        .insertInto('probes')
        .values({ id: 1, at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
        .execute();
    });
    const written = await this.#read((db) => db.selectFrom('probes').select('at').executeTakeFirst());
    if (written === undefined) throw fail('environment', 'The journal does not keep what is written to it.');
  }

  vaultKey(): Promise<VaultKey | undefined> {
    return this.#read(readVaultKey);
  }

  beginVaultKey(key: VaultKey): Promise<VaultKey> {
    return this.#write('full', (transaction) => beginVaultKey(transaction, key));
  }

  vaultRecords(owner: string, vault?: string): Promise<readonly VaultRecord[]> {
    return this.#read((db) => readVaultRecords(db, owner, vault));
  }

  vaultRecord(name: RecordName): Promise<VaultRecord | undefined> {
    return this.#read((db) => readVaultRecord(db, name));
  }

  allVaultRecords(): Promise<readonly VaultRecord[]> {
    return this.#read((db) => readVaultRecords(db));
  }

  putVaultRecord(request: PutVaultRecord): Promise<PutAnswer> {
    return this.#write('full', (transaction) => putVaultRecord(transaction, request));
  }

  removeVaultRecord(name: RecordName): Promise<boolean> {
    return this.#write('full', (transaction) => removeVaultRecord(transaction, name));
  }

  rotateVaultKey(request: RotateVaultKey): Promise<RotateAnswer> {
    return this.#write('full', (transaction) => rotateVaultKey(transaction, request));
  }

  claimCodeStep(step: CodeStep): Promise<boolean> {
    return this.#write('full', (transaction) => claimCodeStep(transaction, step));
  }

  integrityFaults(): Promise<readonly string[]> {
    return this.#translating(() => this.#connection.integrityFaults());
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.allSettled([...this.#running]);
    await this.#connection.close();
  }

  #read<T>(work: (db: Kysely<JournalTables>) => Promise<T>): Promise<T> {
    return this.#translating(() => work(this.#connection.db));
  }

  #write<T>(
    durability: CommittedDurability,
    work: (transaction: Transaction<JournalTables>) => Promise<T>,
  ): Promise<T> {
    return this.#translating(() => this.#connection.write(durability, work));
  }

  async #translating<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw fail('environment', 'The journal is closed.');
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (error) {
      throw this.#connection.translate(error);
    } finally {
      this.#running.delete(running);
    }
  }
}
