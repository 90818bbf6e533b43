import { z } from 'zod';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { operation } from '#sessions/operation.ts';
import { fail } from '#snapshot/errors.ts';
import { afterAction } from './after-action.ts';
import { settleAfter } from './settle-after.ts';

/** Answers the dialog that waits in a tab. It runs at any time: other calls may be waiting for just this. */
export const answerDialog = operation({
  name: 'answer-dialog',
  summary: 'Accepts or dismisses the dialog of the page that waits for an answer.',
  input: z.strictObject({ accept: z.boolean(), text: z.string().max(10_000).optional() }),
  turn: 'any-time',
  timeoutMs: () => 50_000,
  gives: ({ accept, text }) => ({ plain: { accept, hasText: text !== undefined } }),
  async plan({ session }) {
    const pages = session.openContext?.pages() ?? [];
    const page = pages.find((candidate) => candidate.dialog !== null);
    const dialog = page?.dialog;
    if (!page || !dialog)
      throw fail('not_found', 'No dialog is open.', { dispatch: 'not_sent', remedy: 'Go on with the page.' });
    return {
      effects: ['activate'] as const,
      url: page.url,
      target: `${dialog.type} dialog ${quotePageText(dialog.message, 1_000)}`,
      page,
      dialog,
    };
  },
  async run(context, { page, dialog }, { accept, text }) {
    const { session, deadline } = context;
    if (page.dialog !== dialog)
      throw fail('not_found', 'The dialog is not there any more; another one may be.', {
        dispatch: 'not_sent',
      });
    const isLeaving = accept && dialog.type === 'beforeunload';
    const outcome = await settleAfter({ session, page, deadline, isLeaving }, async () => {
      await page.answerDialog(accept, text);
    });
    const verb = accept ? 'Accepted' : 'Dismissed';
    const what = dialog.message === '' ? '' : ` ${quotePageText(dialog.message)}`;
    const said = `${verb} the ${dialog.type} dialog${what}.`;
    return await afterAction(context, page, said, outcome);
  },
});
