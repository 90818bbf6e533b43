import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Consequence } from '#page/wire.ts';
import type { Effect } from '#policy/effects.ts';
import { fail } from '#snapshot/errors.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';

/** What a click or a key on an element will do, as far as the element tells. */
export interface Foreseen {
  readonly effects: readonly Effect[];
  readonly destination?: string;
}

/**
 * Looks at an element and says what a click, or Enter in it, leads to. Touches nothing.
 *
 * @throws detached_ref when the element is gone.
 */
export async function foresee(
  resolved: ResolvedRef,
  trigger: 'click' | 'enter',
  deadline: Deadline,
): Promise<Foreseen> {
  const found = await ask(resolved, trigger, deadline);
  const { destination } = found;
  const isWeb = destination !== undefined && /^https?:/i.test(destination);
  switch (found.kind) {
    case 'link':
      return isWeb ? { effects: ['navigate'], destination } : { effects: ['activate'] };
    case 'download':
      return isWeb ? { effects: ['download'], destination } : { effects: ['download'] };
    case 'submit':
      return isWeb ? { effects: ['submit'], destination } : { effects: ['submit'] };
    case 'other':
      return { effects: [trigger === 'enter' ? 'input' : 'activate'] };
  }
}

async function ask(
  resolved: ResolvedRef,
  trigger: 'click' | 'enter',
  deadline: Deadline,
): Promise<Consequence> {
  const gone = (cause?: unknown) =>
    fail(
      'detached_ref',
      `${resolved.text} is gone: the element is not in the page any more.`,
      { ref: resolved.text },
      cause,
    );
  try {
    const found = await resolved.frame.call<Consequence | null>('consequence', [resolved.element, trigger], {
      deadline,
    });
    if (found === null) throw gone();
    return found;
  } catch (error) {
    throw error instanceof DocumentReplaced ? gone(error) : error;
  }
}
