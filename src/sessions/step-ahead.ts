import type { Deadline } from '#kernel/deadline.ts';
import type { BatchStep } from './batch-step.ts';
import { abandonCall, type ReadyCall, readyCall } from './run-operation.ts';
import type { Session } from './session.ts';

/**
 * The step that follows in a batch, made ready while the one before it runs: its intent is written meanwhile, and
 * its document is asked about it in the breath in which that one ends. Only between steps that fill and that
 * nobody has to be asked about.
 */
export class StepAhead {
  #ready: ReadyCall | undefined;
  readonly #session: Session;
  readonly #deadline: Deadline;
  readonly #unborn: ReadonlySet<string>;
  readonly #isFree: boolean;

  /** @param unborn - refs that had not been issued when the batch began. */
  constructor(session: Session, deadline: Deadline, unborn: ReadonlySet<string>) {
    this.#session = session;
    this.#deadline = deadline;
    this.#unborn = unborn;
    this.#isFree = session.isAllowed(['read', 'reveal', 'input']);
  }

  get ready(): ReadyCall | undefined {
    return this.#ready;
  }

  /** Hands over what is ready for the step that is due, if it still is to run; else it is recorded as not sent. */
  take(isToRun: boolean): ReadyCall | undefined {
    const ready = this.#ready;
    this.#ready = undefined;
    if (isToRun || ready === undefined) return ready;
    abandonCall(ready);
    return undefined;
  }

  /** Makes the following step ready, if both are of the kind. What cannot be made so says why in its own turn. */
  async look(step: BatchStep, following: BatchStep | undefined): Promise<void> {
    if (following === undefined || !this.#isQuiet(step) || !this.#isQuiet(following)) return;
    const { operation, input } = following;
    this.#ready = await readyCall(this.#session, operation, input, { within: this.#deadline }).catch(
      () => undefined,
    );
  }

  #isQuiet({ operation, input, refs }: BatchStep): boolean {
    if (!this.#isFree || operation.prepares === undefined) return false;
    return operation.staysInPage?.(input) === true && !refs.some((ref) => this.#unborn.has(ref));
  }
}
