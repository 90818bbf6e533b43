import type { ParsedStep } from '#workflow/step.ts';
import { hasMarks } from './has-marks.ts';
import type { InputNames } from './input-names.ts';
import { sayStep } from './say-step.ts';

const SHORTEST = 2;
const LONGEST = 80;
/** A part of a message says as much as a whole one only from this length on. */
const SHORTEST_PART = 8;
const SHORTEST_HAN_PART = 4;

/**
 * The sentence that verifies the end: the first message that came with the last action and will be the same next time.
 * What was typed stands in it as its variable; any other digit is a number, a time or an id of this one run, and only
 * what stands before or after it is taken.
 *
 * @param messages - lines that were shown after the last action and not before, the surest first.
 */
export function verificationOf(
  messages: readonly string[],
  inputs: InputNames,
  locale: 'zh' | 'en',
): ParsedStep | undefined {
  for (const message of messages) {
    if (message.length > LONGEST || hasMarks(message)) continue;
    for (const text of lastingParts(inputs.inText(message))) {
      const said = sayStep({ does: 'verify', what: { is: 'text', text } }, locale);
      if (said !== undefined) return said;
    }
  }
  return undefined;
}

const VARIABLE = /\{\{[^}]*\}\}/gu;

/** The text whole, or its parts between what is of this one run, the longest first. */
function lastingParts(text: string): readonly string[] {
  const isLasting = (part: string) => !/\p{N}/u.test(part.replace(VARIABLE, '')) && /\p{L}/u.test(part);
  if (text.length >= SHORTEST && isLasting(text)) return [text];
  return text
    .split(/(?:(?!\{\{)[^\s\p{Script=Han}])*\p{N}(?:(?!\{\{)[^\s\p{Script=Han}])*/u)
    .map((part) => part.trim())
    .filter(
      (part) =>
        isLasting(part) && part.length >= (/\p{Script=Han}/u.test(part) ? SHORTEST_HAN_PART : SHORTEST_PART),
    )
    .sort((one, other) => other.length - one.length);
}
