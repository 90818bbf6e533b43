import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { Emitter } from '#kernel/emitter.ts';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { fail } from './errors.ts';

export interface RaceOptions {
  /** By when it must have answered; 5 s from now when absent. */
  readonly deadline?: Deadline;
  /** Goes on while a dialog is open: for the calls that the browser answers and not the page. */
  readonly duringDialog?: boolean;
}

export const DEFAULT_CALL_TIMEOUT_MS = 5_000;

/**
 * What silences a page: a dialog, a crash, the end of the tab or of the browser, a script that does not give
 * way. A call that such a thing befalls is often never answered and never rejected, so every call is raced.
 */
export class Interruptions {
  readonly #events = new Emitter<Error>();
  #lasting: Error | undefined;
  #dialog: PortolanError | undefined;
  #isSilent = false;

  /** The last call was not answered by its deadline. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** The page will not answer again: every waiting and later call ends with `error`. */
  end(error: Error): void {
    this.#lasting = error;
    this.#events.emit(error);
  }

  /** The page answers again, after a crash was followed by a navigation. */
  revive(): void {
    this.#lasting = undefined;
  }

  dialogOpened(message: string): void {
    this.#dialog = fail('dialog_open', message);
    this.#events.emit(this.#dialog);
  }

  dialogClosed(): void {
    this.#dialog = undefined;
  }

  /**
   * Waits for `call`, for an interruption, or for the deadline, whichever is first.
   *
   * @throws what was given to `end` (page_crashed, browser_gone, PageClosed); dialog_open;
   *   page_unresponsive at the deadline; cancelled.
   */
  async race<T>(call: () => Promise<T>, what: string, options: RaceOptions = {}): Promise<T> {
    if (this.#lasting) throw this.#lasting;
    if (this.#dialog && !options.duringDialog) throw this.#dialog;
    const deadline = options.deadline ?? deadlineIn(DEFAULT_CALL_TIMEOUT_MS);
    const { signal } = deadline;
    if (signal?.aborted) throw kernelFail('cancelled', `The call was cancelled before ${what}.`);
    return await new Promise<T>((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        off();
        signal?.removeEventListener('abort', onAbort);
        settle();
      };
      const timer = setTimeout(() => {
        this.#isSilent = true;
        finish(() =>
          reject(fail('page_unresponsive', `The page did not answer in time (${what}).`, { what })),
        );
      }, leftMs(deadline));
      const off = this.#events.on((error) => {
        if (isPortolanError(error, 'dialog_open') && options.duringDialog) return;
        finish(() => reject(error));
      });
      const onAbort = () =>
        finish(() => reject(kernelFail('cancelled', `The call was cancelled while it waited (${what}).`)));
      signal?.addEventListener('abort', onAbort, { once: true });
      call().then(
        (value) => {
          this.#isSilent = false;
          finish(() => resolve(value));
        },
        (error: unknown) => finish(() => reject(this.#lasting ?? error)),
      );
    });
  }
}
