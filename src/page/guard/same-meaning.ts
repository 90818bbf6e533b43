import { describe } from '#page/perception/describe.ts';
import { drawnFor, isNativeControl, isUndrawn, widgetAround } from '#page/perception/drawn-for.ts';
import type { Shown } from '#page/wire.ts';

/**
 * A name without what counts or runs: `(2)`, `2/5`, `29 s`, `03:12`, a badge at the end. Only by their form,
 * and never a digit that touches a letter or a hyphen: that is part of what the thing is called.
 */
function withoutCounters(name: string): string {
  return name
    .replace(/(?<![\p{L}\p{N}-])\(\s*\d+\+?\s*\)(?![\p{L}\p{N}-])/gu, '(#)')
    .replace(/(?<![\p{L}\p{N}/:.,-])\d+\s*\/\s*\d+(?![\p{L}\p{N}/:-]|[.,]\d)/gu, '#/#')
    .replace(/(?<![\p{L}\p{N}/:.,-])\d{1,3}:\d{2}(?::\d{2})?(?![\p{L}\p{N}/:-]|[.,]\d)/gu, '#:#')
    .replace(
      /(?<![\p{L}\p{N}/:.,-])\d+\s+(ms|s|sec|secs|seconds?|min|mins|minutes?|h|hours?|segundos?|minutos?|horas?)(?![\p{L}\p{N}-])/giu,
      '# $1',
    );
}

/** A badge at the end of a name: a number after other words. */
function withoutBadge(name: string): string {
  return name.replace(/(?<=[^\d\s-])\s+\d{1,3}\+?$/u, ' #');
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/**
 * Whether an element still is what was shown: the same role, the same row, item or card, and the same name
 * but for counters and clocks. In a run of alike siblings a number at the end is what tells them apart.
 */
export function isSameMeaning(was: Shown, is: Shown): boolean {
  if (was.role !== is.role || folded(was.rowKey) !== folded(is.rowKey)) return false;
  const isInRun = was.inRun || is.inRun;
  const plain = (name: string) => {
    const text = withoutCounters(folded(name));
    return isInRun ? text : withoutBadge(text);
  };
  return plain(was.name) === plain(is.name);
}

/**
 * What a snapshot taken now would say of an element that was shown as `shown`. A native control that is not
 * drawn and has no name of its own is shown by the words of what is drawn for it, so it still is that while
 * those words are there.
 */
export function describeAsShown(element: Element, shown: Shown | undefined): Shown {
  const is = describe(element);
  if (is.name !== '' || !shown?.name || !isNativeControl(element) || !isUndrawn(element)) return is;
  const drawn = drawnFor(element);
  const words = drawn === null ? '' : folded(widgetAround(drawn).textContent ?? '');
  return words.includes(folded(shown.name)) ? { ...is, name: shown.name } : is;
}
