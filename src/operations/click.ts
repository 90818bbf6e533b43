import { z } from 'zod';
import { click as clickElement, clickRequest } from '#actions/click.ts';
import { prepareAhead } from '#actions/preparation.ts';
import { MODIFIERS, MOUSE_BUTTONS } from '#browser/input.ts';
import { compact } from '#kernel/compact.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, preparing, refInput, resolve } from './act-on-ref.ts';
import { foresee } from './consequence.ts';

const RIGHT_CLICK = Promise.resolve({ effects: ['activate'] as const });

/** Clicks an element, if it still is what was shown. */
export const click = operation({
  name: 'click',
  summary: 'Clicks an element that was shown, and waits for what comes of it.',
  input: z.strictObject({
    ref: refInput,
    button: z.enum(MOUSE_BUTTONS).optional(),
    count: z.int().min(1).max(3).optional(),
    modifiers: z.array(z.enum(MODIFIERS)).max(4).optional(),
  }),
  turn: 'in-turn',
  awaitsRecord: true,
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ button, count, modifiers }) => ({ plain: compact({ button, count, modifiers }) }),
  async plan(context, { ref, button }) {
    const resolved = await resolve(context, ref);
    const foreseeing = button === 'right' ? RIGHT_CLICK : foresee(resolved, 'click', context.deadline);
    // What looks goes out behind the question of what the click leads to: both are answered in the time of one.
    if (context.mayReveal === true) {
      const request = preparing(context, resolved, clickRequest(resolved));
      prepareAhead({ frame: resolved.frame, request }, context.deadline);
    }
    return planOn(resolved, ref, await foreseeing);
  },
  async run(context, plan, { button, count, modifiers }) {
    const verb = count === 2 ? 'Double-clicked' : button === 'right' ? 'Right-clicked' : 'Clicked';
    return await actOn(context, plan, verb, (target, options) =>
      clickElement(target, options, compact({ button, count, modifiers })),
    );
  },
});
