import { type Language, WORDS } from './language.ts';
import { type Line, printLines, remark } from './line.ts';

export interface FoldOptions {
  readonly language: Language;
  /** Records and signatures say that nothing moved, what is cut included. */
  readonly isStill: boolean;
}

/** Fewer lines as before than this are printed as they are. */
const FEWEST_FOLDED = 3;
const REF = / ?\[(?:f\d+)?e\d+@v\d+\]/g;

/**
 * The lines of now, with what stands as it was folded away: a region to its head, a run of lines to their
 * count, equal rows with new refs to their count and the range of the refs.
 */
export function foldLines(
  lines: readonly Line[],
  before: readonly Line[],
  options: FoldOptions,
): readonly Line[] {
  return fold(lines, new EarlierLines(before), options);
}

/** A line without the refs in it. */
export function withoutRefs(text: string): string {
  return text.replace(REF, '');
}

/** The lines that were shown before, each to be matched once. */
class EarlierLines {
  readonly #whole = new Map<string, number>();
  readonly #withoutRefs = new Map<string, number>();

  constructor(lines: readonly Line[]) {
    const add = (line: Line) => {
      this.#count(wholeText(line), 1);
      for (const child of line.children) add(child);
    };
    for (const line of lines) add(line);
  }

  has(line: Line): boolean {
    return (this.#whole.get(wholeText(line)) ?? 0) > 0;
  }

  hasButForRefs(line: Line): boolean {
    return (this.#withoutRefs.get(withoutRefs(wholeText(line))) ?? 0) > 0;
  }

  take(line: Line): void {
    this.#count(wholeText(line), -1);
    for (const child of line.children) this.take(child);
  }

  takeButForRefs(line: Line): void {
    count(this.#withoutRefs, withoutRefs(wholeText(line)), -1);
    for (const child of line.children) this.takeButForRefs(child);
  }

  #count(text: string, by: number): void {
    count(this.#whole, text, by);
    count(this.#withoutRefs, withoutRefs(text), by);
  }
}

function count(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

const wholeTexts = new WeakMap<Line, string>();
function wholeText(line: Line): string {
  const known = wholeTexts.get(line);
  if (known !== undefined) return known;
  const text =
    line.children.length === 0 ? line.text : [line.text, ...printLines(line.children, 1)].join('\n');
  wholeTexts.set(line, text);
  return text;
}

function fold(lines: readonly Line[], earlier: EarlierLines, options: FoldOptions): Line[] {
  const words = WORDS[options.language];
  const folded: Line[] = [];
  let same: Line[] = [];
  let renewed: Line[] = [];
  const flush = () => {
    folded.push(...shorter(same, () => words.asBefore(same.length)));
    folded.push(...shorter(renewed, () => words.newRefs(renewed.length, refRange(renewed))));
    same = [];
    renewed = [];
  };
  for (const line of lines) {
    if (earlier.has(line)) {
      earlier.take(line);
      if (!isRegion(line)) {
        if (renewed.length > 0) flush();
        same.push(line);
        continue;
      }
      flush();
      folded.push(foldedRegion(line, options));
      continue;
    }
    if (line.text.includes('[') && line.children.length === 0 && earlier.hasButForRefs(line)) {
      earlier.takeButForRefs(line);
      if (same.length > 0) flush();
      renewed.push(line);
      continue;
    }
    flush();
    earlier.takeButForRefs({ ...line, children: [] });
    folded.push({ ...line, children: fold(line.children, earlier, options) });
  }
  flush();
  return folded;
}

/** Can be asked for again by its own ref. */
function isRegion(line: Line): boolean {
  return line.ref !== '' && (line.head !== line.text || line.children.length > 0);
}

function foldedRegion(line: Line, { language, isStill }: FoldOptions): Line {
  const words = WORDS[language];
  // What a cut left out was never shown: nothing can be said of it.
  const hasCut = !isStill && words.isCut.test(wholeText(line));
  const text = `${line.head} ${hasCut ? words.unchangedAsShown : words.unchanged}`;
  if (wholeText(line).length <= text.length) return line;
  return { ...line, text, head: text, children: [] };
}

/** The lines, or the words for them where those are shorter. */
function shorter(lines: readonly Line[], words: () => string): readonly Line[] {
  if (lines.length < FEWEST_FOLDED) return lines;
  const marker = words();
  return printLines(lines).join('\n').length <= marker.length ? lines : [remark(marker)];
}

function refRange(lines: readonly Line[]): string {
  const refs = lines.flatMap((line) =>
    [...line.text.matchAll(/\[((?:f\d+)?e\d+)@v\d+\]/g)].map((found) => found[1] ?? ''),
  );
  const first = refs[0] ?? '';
  const last = refs.at(-1) ?? '';
  return first === last ? first : `${first}–${last}`;
}
