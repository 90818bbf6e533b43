import { redactDeep } from '#kernel/redact-deep.ts';
import type { Session } from '#sessions/session.ts';
import type { StepRecord, WorkflowRun } from './run-record.ts';

type RunHead = Omit<WorkflowRun, 'startedAt' | 'state' | 'steps' | 'said' | 'gate'>;
type Kept = Awaited<ReturnType<Session['journal']['runBegan']>>;

/** Keeps a run in the journal as it goes. A run is sent on: what pages say in it is as clean as any reply. */
export class RunLog {
  readonly #session: Session;
  readonly #head: RunHead;
  readonly #kept: Kept;
  readonly #steps: StepRecord[] = [];

  private constructor(session: Session, head: RunHead, kept: Kept) {
    this.#session = session;
    this.#head = head;
    this.#kept = kept;
  }

  static async begin(session: Session, head: RunHead): Promise<RunLog> {
    const { id, workflow, session: _, ...facts } = head;
    return new RunLog(session, head, await session.journal.runBegan({ id, workflow, facts }));
  }

  /** How many steps have ended. */
  get steps(): number {
    return this.#steps.length;
  }

  /** A step has ended. @returns it as it is kept. */
  async step(done: StepRecord): Promise<StepRecord> {
    const record = redactDeep(done, this.#session.secrets);
    this.#steps.push(record);
    await this.#session.journal.runStep({ run: this.#head.id, number: record.number, facts: asJson(record) });
    return record;
  }

  async end(state: 'succeeded' | 'failed', said: string, gate?: string): Promise<WorkflowRun> {
    const run = redactDeep<WorkflowRun>(
      {
        ...this.#head,
        startedAt: this.#kept.startedAt,
        state,
        steps: this.#steps,
        said,
        ...(gate === undefined ? {} : { gate }),
      },
      this.#session.secrets,
    );
    await this.#session.journal.runEnded({
      ...this.#kept,
      state,
      facts: { ...this.#kept.facts, said: run.said },
    });
    return run;
  }
}

/** A record is plain data, which is all that JSON keeps. */
function asJson(record: StepRecord): Kept['facts'] {
  return JSON.parse(JSON.stringify(record)) as Kept['facts'];
}
