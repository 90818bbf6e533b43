import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { ScrollReport, ScrollRequest } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { conclude } from './conclude.ts';
import { InputRun } from './input-run.ts';
import type { Outcome } from './outcome.ts';

/** Scrolls what is around an element, or the page, and waits for what that loads. */
export async function scroll(
  at: ActionTarget | { readonly page: Page },
  how: Omit<ScrollRequest, 'element'>,
  options: ActionOptions,
): Promise<Outcome> {
  const target = 'element' in at ? at : undefined;
  const frame: Frame = target?.frame ?? at.page.mainFrame;
  const run = new InputRun({ text: target?.text ?? 'the page', page: at.page, frame }, options);
  try {
    await run.standByEverywhere();
    const request = target === undefined ? how : { ...how, element: target.element };
    const report = await run.ask<ScrollReport>('scroll', [request]);
    const settled = await run.settle();
    const end = how.direction === 'up' || how.direction === 'left' ? 'start' : 'end';
    const note = report.moved ? [] : ['It did not scroll.'];
    return await conclude(run, settled, undefined, null, [
      ...note,
      ...(report.isAtEnd ? [`It is at the ${end}.`] : []),
    ]);
  } finally {
    run.end();
  }
}
