import { z } from 'zod';
import { conclude } from '#actions/conclude.ts';
import { InputRun } from '#actions/input-run.ts';
import type { Outcome } from '#actions/outcome.ts';
import { refuse } from '#actions/refuse.ts';
import { MOUSE_BUTTONS, type MouseButton, sendClick, sendMove, sendWheel } from '#browser/input.ts';
import type { Page } from '#browser/page.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import { isPortolanError, PortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import type { PageRefusal, Point, Shown } from '#page/wire.ts';
import type { Effect } from '#policy/effects.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { ACTION_TIMEOUT_MS, inWords } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';
import { foresee } from './consequence.ts';
import { dragBetween } from './pointer-drag.ts';
import { NEW_PICTURE, pictureOf, placeIn, type ShownPicture } from './pointer-picture.ts';

const ACTIONS = ['move', 'click', 'drag', 'wheel'] as const;
const coordinate = z.number().min(0).max(100_000);

/** Uses the pointer at a place of the last picture, if what was pictured there still is there. */
export const pointerInput = operation({
  name: 'pointer-input',
  summary: 'Moves, clicks, drags or turns the wheel at a place of the last picture of the tab.',
  input: z.strictObject({
    action: z.enum(ACTIONS),
    x: coordinate,
    y: coordinate,
    toX: coordinate.optional(),
    toY: coordinate.optional(),
    deltaX: z.number().min(-100_000).max(100_000).optional(),
    deltaY: z.number().min(-100_000).max(100_000).optional(),
    button: z.enum(MOUSE_BUTTONS).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  async plan({ session, deadline }, input) {
    requireCap(session.settings, 'vision', 'The pointer at coordinates');
    checkTogether(input);
    const { action, x, y, toX, toY, button } = input;
    const page = await session.currentPage();
    const picture = pictureOf(page);
    const place = placeIn(picture, { x, y });
    const from = await pointedAt(page, picture, place, { x, y }, deadline);
    const onto =
      toX === undefined || toY === undefined
        ? undefined
        : {
            ...(await pointedAt(
              page,
              picture,
              placeIn(picture, { x: toX, y: toY }),
              { x: toX, y: toY },
              deadline,
            )),
            place: placeIn(picture, { x: toX, y: toY }),
          };
    const foreseen =
      action === 'click' && button !== 'right'
        ? await foresee(from, 'click', deadline)
        : { effects: EFFECTS[action] };
    const target = `${inWords(from)}${onto === undefined ? '' : ` to ${inWords(onto)}`}`;
    return { ...foreseen, url: page.url, target, page, picture, place, from, onto, resolved: from };
  },
  async run({ session, deadline }, { page, picture, place, from, onto, target }, input) {
    const { settle, actionTimeoutMs } = session.settings;
    const options = { context: await session.context(), deadline, settle, actionTimeoutMs };
    const run = new InputRun({ text: from.text, page, frame: page.mainFrame }, options);
    const race = {
      deadline: deadlineIn(Number.MAX_SAFE_INTEGER, { ...deadline, atMs: deadline.atMs - 150 }),
    };
    let outcome: Outcome;
    try {
      await run.prepare('preparePointed', { picture: picture.picture, point: place }).catch(withRemedy);
      const { action, button, deltaX = 0, deltaY = 0 } = input;
      const isGuarded = action === 'click' || action === 'drag';
      const { settled, verdict } = await run.send(
        async () => {
          if (action === 'move') await sendMove(page, place, race);
          else if (action === 'wheel') await sendWheel(page, place, { deltaX, deltaY }, race);
          else if (action === 'click') await sendClick(page, place, buttonOf(button), race);
          else if (onto !== undefined) await dragBetween(run, { from: { ...from, place }, onto }, race);
        },
        { isGuarded },
      );
      outcome = await conclude(run, settled, undefined, verdict);
    } finally {
      run.end();
    }
    return await afterAction({ session, deadline }, page, `${VERBS[input.action]} ${target}.`, outcome);
  },
});

const EFFECTS: Readonly<Record<(typeof ACTIONS)[number], readonly Effect[]>> = {
  move: ['reveal'],
  wheel: ['reveal'],
  click: ['activate'],
  drag: ['activate'],
};

const VERBS: Readonly<Record<(typeof ACTIONS)[number], string>> = {
  move: 'Moved the pointer to',
  click: 'Clicked',
  drag: 'Dragged from',
  wheel: 'Turned the wheel over',
};

interface Given {
  readonly action: (typeof ACTIONS)[number];
  readonly toX?: number | undefined;
  readonly toY?: number | undefined;
  readonly deltaX?: number | undefined;
  readonly deltaY?: number | undefined;
  readonly button?: MouseButton | undefined;
}

/** Arguments that an action needs, and those that only another one has. */
function checkTogether({ action, toX, toY, deltaX, deltaY, button }: Given): void {
  const hasEnd = toX !== undefined && toY !== undefined;
  const wrong =
    action === 'drag' && !hasEnd
      ? 'drag needs toX and toY'
      : action !== 'drag' && (toX !== undefined || toY !== undefined)
        ? 'toX and toY go with drag'
        : action === 'wheel' && (deltaX ?? 0) === 0 && (deltaY ?? 0) === 0
          ? 'wheel needs deltaX or deltaY'
          : action !== 'wheel' && (deltaX !== undefined || deltaY !== undefined)
            ? 'deltaX and deltaY go with wheel'
            : action !== 'click' && button !== undefined
              ? 'button goes with click'
              : undefined;
  if (wrong !== undefined) throw fail('invalid_arguments', `${wrong}.`, { dispatch: 'not_sent' });
}

/** What stands at a place of the viewport, if it is what the picture shows there. */
async function pointedAt(
  page: Page,
  { picture }: ShownPicture,
  place: Point,
  given: Point,
  deadline: Deadline,
): Promise<ResolvedRef & { readonly shown: Shown }> {
  const frame = page.mainFrame;
  const text = `(${given.x}, ${given.y})`;
  const reply = await frame.call<
    PageRefusal | { readonly ok: true; readonly element: number; readonly described: Shown }
  >('picturedAt', [picture, place], { deadline });
  if (!reply.ok) return withRemedy(refuse({ text, page, frame }, reply));
  return { text, page, frame, element: reply.element, shown: reply.described };
}

/** A place that cannot be acted on any more wants a new picture. */
function withRemedy(error: unknown): never {
  if (!isPortolanError(error, 'outside')) throw error;
  throw new PortolanError(
    error.code,
    error.entry,
    error.message,
    { ...error.facts, remedy: NEW_PICTURE },
    error,
  );
}

function buttonOf(button: MouseButton | undefined) {
  return button === undefined ? {} : { button };
}
