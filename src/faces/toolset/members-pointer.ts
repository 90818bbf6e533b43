import { USUAL_NOTCHES } from '#messages/limits.ts';
import type { MemberName } from '#messages/members.ts';
import { click } from '#operations/click.ts';
import { hover } from '#operations/hover.ts';
import { isHeld, pointerHold } from '#operations/pointer-hold.ts';
import { pointerInput } from '#operations/pointer-input.ts';
import { scroll } from '#operations/scroll.ts';
import { type MemberAnswer, type MemberContext, member, Refused } from './member.ts';
import type { AnyTarget, MemberInput, PointTarget } from './member-inputs.ts';
import { type ModifierKey, readModifiers } from './read-keys.ts';

/** One notch of a wheel, in CSS pixels. */
const NOTCH_PIXELS = 100;

type ClickName = Extract<MemberName, `${string}_click`>;

interface ClickKind {
  readonly button?: 'right' | 'middle';
  readonly count?: 2 | 3;
  readonly verb: string;
}

const CLICKS: Readonly<Record<ClickName, ClickKind>> = {
  left_click: { verb: 'Clicked' },
  right_click: { button: 'right', verb: 'Right-clicked' },
  middle_click: { button: 'middle', verb: 'Middle-clicked' },
  double_click: { count: 2, verb: 'Double-clicked' },
  triple_click: { count: 3, verb: 'Triple-clicked' },
};

function clickMember<Name extends ClickName>(name: Name) {
  const { verb, ...kind } = CLICKS[name];
  return member(name, { acts: true }, async (context, input: MemberInput<ClickName>) => {
    const { target } = input;
    const how = { ...kind, ...modifiersOf(input.modifiers) };
    if (target.type === 'ref') {
      const { outcome } = await context.run(click, { ref: context.ref(target.ref), ...how });
      return { text: `${verb} element ${target.ref}.`, outcome };
    }
    return await pointed(context, target, { action: 'click', ...how }, `${verb} at ${inWords(target)}.`);
  });
}

export const POINTER_MEMBERS = [
  clickMember('left_click'),
  clickMember('right_click'),
  clickMember('middle_click'),
  clickMember('double_click'),
  clickMember('triple_click'),
  member('hover', { acts: false, wantsFront: true }, async (context, { target }) => {
    if (target.type === 'coordinate')
      return await pointed(context, target, { action: 'move' }, `Hovered over ${inWords(target)}.`);
    const { outcome } = await context.run(hover, { ref: context.ref(target.ref) });
    return { text: `Hovered over element ${target.ref}.`, outcome };
  }),
  member('left_click_drag', { acts: true }, async (context, { from, target }) => {
    requireInside(context, target);
    const input = { action: 'drag', toX: target.x, toY: target.y };
    return await pointed(context, from, input, `Dragged from ${inWords(from)} to ${inWords(target)}.`);
  }),
  member(
    'left_mouse_down',
    { acts: true },
    async (context, { target }) =>
      await heldAt(context, target, 'down', `Mouse button pressed at ${inWords(target)}.`),
  ),
  member(
    'left_mouse_up',
    { acts: true },
    async (context, { target }) =>
      await heldAt(context, target, 'up', `Mouse button released at ${inWords(target)}.`),
  ),
  member('mouse_move', { acts: false, wantsFront: true }, async (context, { target }) => {
    const text = `Moved the mouse to ${inWords(target)}.`;
    return isHeld(context.page)
      ? await heldAt(context, target, 'move', text)
      : await pointed(context, target, { action: 'move' }, text);
  }),
  member('scroll', { acts: false, wantsFront: true }, async (context, input) => {
    const { target, scroll_direction: direction, scroll_amount: notches = USUAL_NOTCHES } = input;
    const pixels = notches * NOTCH_PIXELS * (direction === 'up' || direction === 'left' ? -1 : 1);
    const isUpright = direction === 'up' || direction === 'down';
    const wheel = isUpright ? { deltaY: pixels } : { deltaX: pixels };
    return await pointed(context, target, { action: 'wheel', ...wheel }, `Scrolled ${direction}.`);
  }),
  member('scroll_to', { acts: false, wantsFront: true }, async (context, { target }) => {
    const { outcome } = await context.run(scroll, { ref: context.ref(target.ref) });
    return { text: `Scrolled to ${target.ref}.`, outcome };
  }),
] as const;

function inWords({ x, y }: PointTarget): string {
  return `(${x}, ${y})`;
}

async function pointed(
  context: MemberContext,
  target: PointTarget,
  input: object,
  text: string,
): Promise<MemberAnswer> {
  requireInside(context, target);
  const { outcome } = await context.run(pointerInput, { x: target.x, y: target.y, ...input });
  return { text, outcome };
}

async function heldAt(
  context: MemberContext,
  target: PointTarget,
  phase: 'down' | 'move' | 'up',
  text: string,
): Promise<MemberAnswer> {
  requireInside(context, target);
  if (phase === 'up' && !isHeld(context.page))
    throw new Refused('Error: no mouse button is held: call left_mouse_down first.');
  const { outcome } = await context.run(pointerHold, { phase, x: target.x, y: target.y });
  return { text, outcome };
}

/** A point outside is refused and never brought inside. */
function requireInside({ pictureSize }: MemberContext, target: AnyTarget): void {
  if (target.type !== 'coordinate') return;
  const { x, y } = target;
  if (x >= 0 && y >= 0 && x < pictureSize.width && y < pictureSize.height) return;
  throw new Refused(
    `Error: (${x}, ${y}) is outside the screenshot, which is ${pictureSize.width} × ${pictureSize.height}.`,
  );
}

function modifiersOf(text = ''): { readonly modifiers?: readonly ModifierKey[] } {
  const modifiers = readModifiers(text);
  return modifiers.length === 0 ? {} : { modifiers };
}
