import { z } from 'zod';
import { conclude } from '#actions/conclude.ts';
import { refuse } from '#actions/refuse.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import type { PageRefusal, PicturedAt } from '#page/wire.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, inWords } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';
import { type DragEnd, HeldDrag } from './held-drag.ts';
import { pointedAt, withRemedy } from './pointed-at.ts';
import { inputRace, pointerOptions, preparedRun } from './pointer-input.ts';
import { noteOf, pictureOf, placeIn, type ShownPicture } from './pointer-picture.ts';

const PHASES = ['down', 'move', 'up'] as const;
const coordinate = z.number().min(0).max(100_000);
const NOT_SENT = { dispatch: 'not_sent' } as const;

const held = new WeakMap<Page, HeldDrag>();

/** Whether the left button is held in a tab. */
export function isHeld(page: Page): boolean {
  return held.has(page);
}

/**
 * Presses the left button at a place of the last picture and keeps it held, moves it, or lets it go: a drag in
 * several calls. It is pressed only on what the picture shows there, and let go only on what the picture shows
 * there or what is being dragged.
 */
export const pointerHold = operation({
  name: 'pointer-hold',
  summary: 'Presses and holds the left button, moves it while it is held, or lets it go.',
  input: z.strictObject({ phase: z.enum(PHASES), x: coordinate, y: coordinate }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  async plan({ session, deadline }, { phase, x, y }) {
    requireCap(session.settings, 'vision', 'The pointer at coordinates');
    const page = await session.currentPage();
    const picture = pictureOf(page);
    const drag = held.get(page);
    if (phase === 'down') {
      if (drag !== undefined)
        throw fail('invalid_arguments', 'The button is held already: let it go first.', NOT_SENT);
      const from = await pointedAt(page, picture, { x, y }, deadline);
      return { effects: ['activate'] as const, url: page.url, target: inWords(from), page, resolved: from };
    }
    if (drag === undefined) throw fail('invalid_arguments', 'No button is held: press it first.', NOT_SENT);
    placeIn(picture, { x, y });
    return { effects: ['activate'] as const, url: page.url, target: `(${x}, ${y})`, page };
  },
  async run(context, { page, target }, { phase, x, y }) {
    const { session, deadline } = context;
    const race = inputRace(deadline);
    const picture = pictureOf(page);
    if (phase === 'down') {
      const from = await pointedAt(page, picture, { x, y }, deadline);
      const run = await preparedRun(from, await pointerOptions(session, deadline));
      const drag = new HeldDrag(run, from);
      try {
        const { settled, verdict } = await run.send(async () => await drag.press(undefined, race));
        held.set(page, drag);
        const outcome = await conclude(run, settled, undefined, verdict && { ...verdict, clicked: true });
        return await afterAction(context, page, `Pressed the button on ${target}.`, outcome);
      } catch (error) {
        await letGo(page, drag);
        throw error;
      }
    }
    const drag = held.get(page);
    if (drag === undefined) throw fail('invalid_arguments', 'No button is held: press it first.', NOT_SENT);
    const isLast = phase === 'up';
    try {
      const place = placeIn(picture, { x, y });
      const onto = isLast ? { element: await shownAt(drag, picture, { x, y }, deadline), place } : undefined;
      const { settled, verdict } = await drag.run.send(
        async () => await (onto === undefined ? drag.moveTo(place, race) : drag.release(onto, race)),
        { isGuarded: isLast },
      );
      const outcome = await conclude(drag.run, settled, undefined, verdict);
      const said = isLast ? `Let the button go at ${target}.` : `Moved to ${target} with the button held.`;
      return await afterAction(context, page, said, outcome);
    } finally {
      if (isLast) await letGo(page, drag);
    }
  },
});

async function letGo(page: Page, drag: HeldDrag): Promise<void> {
  held.delete(page);
  await drag.end();
  drag.run.end();
}

/** What the picture shows at a place, which by now may lie under what is being dragged. */
async function shownAt(
  { run }: HeldDrag,
  picture: ShownPicture,
  given: DragEnd['place'],
  deadline: Deadline,
): Promise<number> {
  const { page, frame } = run;
  const text = `(${given.x}, ${given.y})`;
  if (frame !== page.mainFrame) return (await pointedAt(page, picture, given, deadline)).element;
  const reply = await frame.call<PageRefusal | PicturedAt>(
    'picturedThen',
    [noteOf(picture, frame), placeIn(picture, given)],
    { deadline },
  );
  if (!reply.ok) return withRemedy(refuse({ text, page, frame }, reply));
  return reply.element;
}
