import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail } from './errors.ts';

/**
 * Remembers the last action that was refused before anything was sent. When the very same action comes next
 * and the same refusal still stands, the answer says so: repeating it does not help.
 */
export class RepeatedRefusal {
  #last: { readonly call: string; readonly code: string } | undefined;

  /** The action went through, or was another one. */
  clear(): void {
    this.#last = undefined;
  }

  /** What to answer for a refusal of this call: the refusal, or `repeated_action` when it is the second in a row. */
  answer(call: string, refusal: PortolanError): PortolanError {
    const isRepeated = this.#last?.call === call && this.#last.code === refusal.code;
    this.#last = { call, code: refusal.code };
    if (!isRepeated) return refusal;
    return fail(
      'repeated_action',
      `The same action was just refused as ${refusal.code}, and still is: ${refusal.message}`,
      { ...refusal.facts, repeated: refusal.code },
      refusal,
    );
  }
}

/** Whether an error is a refusal of an action on a ref, raised before anything was sent. */
export function isRefusalBeforeDispatch(error: unknown): error is PortolanError {
  return isPortolanError(error) && error.facts['dispatch'] === 'not_sent';
}
