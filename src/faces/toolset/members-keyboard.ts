import { keyboard } from '#operations/keyboard.ts';
import { member, Refused } from './member.ts';
import { readKeys } from './read-keys.ts';

export const KEYBOARD_MEMBERS = [
  member('type', { acts: true }, async (context, { text }) => {
    if (text === '') throw new Refused('Error: text: there is nothing to type.');
    const { outcome } = await context.run(keyboard, { text });
    return { text: 'Typed.', outcome };
  }),
  member('key', { acts: true }, async (context, { text, repeat = 1 }) => {
    const once = readKeys(text);
    const keys = Array.from({ length: repeat }, () => once).flat();
    const { outcome } = await context.run(keyboard, { keys });
    return { text: `Pressed ${text}${repeat === 1 ? '' : ` ${repeat} times`}.`, outcome };
  }),
  member('hold_key', { acts: true }, async (context, { text, duration }) => {
    const keys = readKeys(text);
    if (keys.length !== 1) throw new Refused('Error: text: hold_key holds one key or chord.');
    const { outcome } = await context.run(keyboard, { keys, heldMs: Math.round(duration * 1_000) });
    return { text: `Held ${text} for ${duration}s.`, outcome };
  }),
] as const;
