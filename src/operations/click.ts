import { z } from 'zod';
import { click as clickElement } from '#actions/click.ts';
import { MODIFIERS, MOUSE_BUTTONS } from '#browser/input.ts';
import { compact } from '#kernel/compact.ts';
import { operation } from '#sessions/operation.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, refInput, resolve } from './act-on-ref.ts';
import { foresee } from './consequence.ts';

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
  async plan(context, { ref, button }) {
    const resolved = await resolve(context, ref);
    const foreseen =
      button === 'right'
        ? { effects: ['activate'] as const }
        : await foresee(resolved, 'click', context.deadline);
    return planOn(resolved, ref, foreseen);
  },
  async run(context, plan, { button, count, modifiers }) {
    const verb = count === 2 ? 'Double-clicked' : button === 'right' ? 'Right-clicked' : 'Clicked';
    return await actOn(context, plan, verb, (target, options) =>
      clickElement(target, options, compact({ button, count, modifiers })),
    );
  },
});
