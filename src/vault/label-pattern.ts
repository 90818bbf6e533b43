import { LABEL_KINDS, type LabelKind, type Lexicon } from './lexicon/lexicon.ts';

/** A label as it stands in a text, and how its value follows. */
export interface FoundLabel {
  readonly kinds: ReadonlySet<LabelKind>;
  readonly start: number;
  /** Where the value begins. */
  readonly valueAt: number;
  /** Joined by a colon or its like; otherwise by a word or a space only. */
  readonly isMarked: boolean;
}

/** Words of all languages, ready to look for. */
export interface LabelPattern {
  /** The label that begins at `at`, with what joins it to a value. */
  labelAt(text: string, at: number): FoundLabel | undefined;
  isLabel(word: string): boolean;
  isNoValue(word: string): boolean;
  hasAnnouncement(text: string): boolean;
}

const HAN = /\p{Script=Han}/u;
const WORD = String.raw`[\p{Script=Latin}\p{N}_]`;
const SPACE = String.raw`[^\S\r\n]`;

export function compileLabels(lexicons: readonly Lexicon[]): LabelPattern {
  const kindsOf = new Map<string, Set<LabelKind>>();
  for (const { labels } of lexicons) {
    for (const kind of LABEL_KINDS) {
      for (const word of labels[kind] ?? []) {
        const folded = fold(word);
        kindsOf.set(folded, (kindsOf.get(folded) ?? new Set()).add(kind));
      }
    }
  }
  const noValues = new Set(lexicons.flatMap((lexicon) => lexicon.notValues.map(fold)));
  const joiners = alternation(lexicons.flatMap((lexicon) => lexicon.joiners));
  const label = new RegExp(
    `(${alternation([...kindsOf.keys()])})` +
      `(?:${SPACE}*(?<mark>=>|->|→|[:=：＝])\\s*|${SPACE}*(?:${joiners})(?<mark2>\\s*[:：])?${SPACE}*|${SPACE}+|(?<=\\p{Script=Han})(?=[!-~]))`,
    'yiu',
  );
  const announced = new RegExp(alternation(lexicons.flatMap((lexicon) => lexicon.announcements)), 'iu');
  return {
    labelAt(text, at) {
      label.lastIndex = at;
      const match = label.exec(text);
      if (match === null) return undefined;
      const word = fold(match[1] ?? '');
      const kinds = kindsOf.get(word);
      if (kinds === undefined) return undefined;
      const isMarked = match.groups?.['mark'] !== undefined || match.groups?.['mark2'] !== undefined;
      return { kinds, start: at, valueAt: at + match[0].length, isMarked };
    },
    isLabel: (word) => kindsOf.has(fold(word)),
    isNoValue: (word) => noValues.has(fold(word)),
    hasAnnouncement: (text) => announced.test(text),
  };
}

function fold(word: string): string {
  return word.normalize('NFC').toLowerCase();
}

/** The longest first; a word stands alone, except in a script that sets none apart. */
function alternation(words: readonly string[]): string {
  const longestFirst = [...new Set(words.map(fold))].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((word) =>
    word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/ /g, `${SPACE}+`),
  );
  const together = escaped.filter((word) => HAN.test(word));
  const apart = escaped.filter((word) => !HAN.test(word)).join('|');
  return [`(?<!${WORD})(?:${apart})(?!${WORD})`, ...together].join('|');
}
