import type { Clock } from '#kernel/clock.ts';
import type { Redactor } from '#kernel/redact.ts';
import type { JournalEvent, StampedEvent } from './event.ts';
import type { FoundRun, KeptRun, KeptStep, RunFilter } from './kept-run.ts';
import { redactJson } from './redact-event.ts';
import type { JournalStore } from './store/journal-store.ts';
import { thisWriter } from './store/writer-alive.ts';

export interface RunsOptions {
  readonly store: JournalStore;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Redacts an event and gives it its time. */
  readonly stamp: (event: JournalEvent) => StampedEvent;
}

/**
 * Runs of saved workflows, step by step as they go: a process that is killed loses none that had ended. Everything
 * that is written passes the redactor.
 */
export class Runs {
  readonly #options: RunsOptions;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** A run begins. Written before it returns. */
  async begin(run: Omit<KeptRun, 'state' | 'startedAt'>): Promise<KeptRun> {
    const { store, redactor, clock } = this.#options;
    const begun = {
      ...redactJson(run, redactor),
      state: 'running',
      startedAt: clock.now().toISOString(),
    };
    await store.beginRun(begun, thisWriter(), this.#event(begun, 'workflow-begun'));
    return begun;
  }

  /** A step of it has ended. */
  async step(step: KeptStep): Promise<void> {
    const { store, redactor } = this.#options;
    await store.addRunStep({ ...step, facts: redactJson(step.facts, redactor) });
  }

  /** It has ended, in this state. */
  async end(run: KeptRun): Promise<void> {
    const { store, redactor } = this.#options;
    const ended = redactJson({ ...run }, redactor);
    await store.endRun(ended, this.#event(ended, 'workflow-ended'));
  }

  /** The newest first. */
  async list(filter: RunFilter = {}): Promise<readonly FoundRun[]> {
    return await this.#options.store.runs(filter);
  }

  /** The steps of a run that have ended, in order. */
  async steps(run: string): Promise<readonly KeptStep[]> {
    return await this.#options.store.runSteps(run);
  }

  #event({ id, session, workflow, state }: KeptRun, kind: 'workflow-begun' | 'workflow-ended'): StampedEvent {
    return this.#options.stamp({ session, kind, outcome: state, body: { run: id, workflow } });
  }
}
