import { z } from 'zod';
import type { ActionOptions } from '#actions/action-target.ts';
import { conclude } from '#actions/conclude.ts';
import { InputRun } from '#actions/input-run.ts';
import {
  MODIFIERS,
  MOUSE_BUTTONS,
  type MouseButton,
  sendClick,
  sendMove,
  sendWheel,
} from '#browser/input.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import type { Effect } from '#policy/effects.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, inWords } from './act-on-ref.ts';
import { afterAction } from './after-action.ts';
import { foresee } from './consequence.ts';
import { HeldDrag } from './held-drag.ts';
import { type Pointed, pointedAt, withRemedy } from './pointed-at.ts';
import { pictureOf } from './pointer-picture.ts';

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
    count: z.int().min(1).max(3).optional(),
    modifiers: z.array(z.enum(MODIFIERS)).max(4).optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ action, button, count, modifiers }) => ({
    plain: compact({ action, button, count, modifiers }),
  }),
  async plan({ session, deadline }, input) {
    requireCap(session.settings, 'vision', 'The pointer at coordinates');
    checkTogether(input);
    const { action, x, y, toX, toY, button } = input;
    const page = await session.currentPage();
    const picture = pictureOf(page);
    const from = await pointedAt(page, picture, { x, y }, deadline);
    const onto =
      toX === undefined || toY === undefined
        ? undefined
        : await pointedAt(page, picture, { x: toX, y: toY }, deadline);
    if (onto !== undefined && onto.frame !== from.frame)
      throw fail('invalid_arguments', 'A drag by coordinates stays within one frame: use refs.', NOT_SENT);
    const foreseen =
      action === 'click' && button !== 'right'
        ? await foresee(from, 'click', deadline)
        : { effects: EFFECTS[action] };
    const target = `${inWords(from)}${onto === undefined ? '' : ` to ${inWords(onto)}`}`;
    return { ...foreseen, url: page.url, target, page, from, onto, resolved: from };
  },
  async run({ session, deadline }, { page, from, onto, target }, input) {
    const options = await pointerOptions(session, deadline);
    const run = await preparedRun(from, options);
    const race = inputRace(deadline);
    const drag = onto === undefined ? undefined : new HeldDrag(run, from);
    try {
      const { action, deltaX = 0, deltaY = 0, count } = input;
      const { settled, verdict } = await run.send(
        async () => {
          if (action === 'move') await sendMove(page, from.place, race);
          else if (action === 'wheel') await sendWheel(page, from.place, { deltaX, deltaY }, race);
          else if (action === 'click') await sendClick(page, from.place, clickOf(input), race);
          else if (onto !== undefined) {
            await drag?.press(onto, race);
            await drag?.release(onto, race);
          }
        },
        action === 'click' ? { releases: count ?? 1 } : { isGuarded: action === 'drag' },
      );
      const outcome = await conclude(run, settled, undefined, verdict);
      return await afterAction({ session, deadline }, page, `${VERBS[action]} ${target}.`, outcome);
    } finally {
      await drag?.end();
      run.end();
    }
  },
});

const NOT_SENT = { dispatch: 'not_sent' } as const;

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

/** How an input of the pointer is sent in a session. */
export async function pointerOptions(
  session: Parameters<typeof afterAction>[0]['session'],
  deadline: Deadline,
): Promise<ActionOptions> {
  const { settle, actionTimeoutMs } = session.settings;
  return { context: await session.context(), deadline, settle, actionTimeoutMs };
}

/** A run whose guard expects what was pointed at. @throws outside, with the remedy. */
export async function preparedRun(from: Pointed, options: ActionOptions): Promise<InputRun> {
  const run = new InputRun(from, options);
  try {
    await run.prepare('preparePointed', { picture: from.picture, point: from.inFrame });
    return run;
  } catch (error) {
    run.end();
    return withRemedy(error);
  }
}

/** The end of a call is left to tell how it went. */
export function inputRace(deadline: Deadline): { readonly deadline: Deadline } {
  return { deadline: deadlineIn(Number.MAX_SAFE_INTEGER, { ...deadline, atMs: deadline.atMs - 150 }) };
}

interface Given {
  readonly action: (typeof ACTIONS)[number];
  readonly toX?: number | undefined;
  readonly toY?: number | undefined;
  readonly deltaX?: number | undefined;
  readonly deltaY?: number | undefined;
  readonly button?: MouseButton | undefined;
  readonly count?: number | undefined;
  readonly modifiers?: readonly (typeof MODIFIERS)[number][] | undefined;
}

function clickOf({ button, count, modifiers }: Given) {
  return compact({ button, count, modifiers });
}

/** Arguments that an action needs, and those that only another one has. */
function checkTogether(given: Given): void {
  const { action, toX, toY, deltaX, deltaY } = given;
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
            : action !== 'click' && Object.keys(clickOf(given)).length > 0
              ? 'button, count and modifiers go with click'
              : undefined;
  if (wrong !== undefined) throw fail('invalid_arguments', `${wrong}.`, NOT_SENT);
}
