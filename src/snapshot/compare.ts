import { type Language, WORDS } from './language.ts';
import { type Line, printLines, remark } from './line.ts';
import { portalLines } from './portal-lines.ts';
import { headerOf } from './render-portal.ts';
import type { Snapshot } from './snapshot.ts';

export interface Comparison {
  /** `unchanged`: nothing of what is printed or recorded changed. `changed`: `text` says what. `full`: `text` is the whole snapshot. */
  readonly kind: 'unchanged' | 'changed' | 'full';
  readonly text: string;
}

const GONE_SHOWN = 5;
const REF = / ?\[(?:f\d+)?e\d+@v\d+\]/g;

/** Whether every document is the same one and records, values, focus and styles say that nothing moved. */
export function isUnchanged(before: Snapshot, now: Snapshot): boolean {
  if (before.generation !== now.generation || before.documents.length !== now.documents.length) return false;
  return now.documents.every((document) => {
    const was = before.documents.find((other) => other.frame === document.frame);
    return (
      was?.documentId === document.documentId &&
      was.domVersion === document.domVersion &&
      was.signature === document.signature
    );
  });
}

/**
 * What a page shows now against what was shown before: regions that stayed are one line with role, name and
 * ref; what changed is printed in full; equal rows with new refs are one line with the range of their refs.
 * Never longer than the whole text.
 */
export function compareSnapshots(before: Snapshot, now: Snapshot, language: Language = 'en'): Comparison {
  const lines = portalLines(now.nodes, language);
  const header = headerOf(now);
  const whole = [header, ...printLines(lines)].join('\n');
  if (before.generation !== now.generation) return { kind: 'full', text: whole };
  const { unchanged } = WORDS[language];
  if (isUnchanged(before, now)) {
    const text = `${header}  ${unchanged}`;
    return { kind: 'unchanged', text };
  }
  const earlier = new EarlierLines(portalLines(before.nodes, language));
  const folded = foldLines(lines, earlier, language);
  folded.push(...goneLines(earlier, language));
  const text = [header, ...printLines(folded)].join('\n');
  return text.length < whole.length ? { kind: 'changed', text } : { kind: 'full', text: whole };
}

/** The lines that were shown before, each to be matched once. */
class EarlierLines {
  readonly #whole = new Map<string, number>();
  readonly #withoutRefs = new Map<string, number>();
  readonly #order: string[] = [];

  constructor(lines: readonly Line[]) {
    const add = (line: Line) => {
      const text = wholeText(line);
      count(this.#whole, text, 1);
      count(this.#withoutRefs, text.replace(REF, ''), 1);
      if (line.children.length === 0 && !line.isRemark) this.#order.push(line.text);
      for (const child of line.children) add(child);
    };
    for (const line of lines) add(line);
  }

  has(line: Line): boolean {
    return (this.#whole.get(wholeText(line)) ?? 0) > 0;
  }

  hasButForRefs(line: Line): boolean {
    return (this.#withoutRefs.get(wholeText(line).replace(REF, '')) ?? 0) > 0;
  }

  take(line: Line): void {
    const text = wholeText(line);
    count(this.#whole, text, -1);
    count(this.#withoutRefs, text.replace(REF, ''), -1);
    for (const child of line.children) this.take(child);
  }

  takeButForRefs(line: Line): void {
    count(this.#withoutRefs, wholeText(line).replace(REF, ''), -1);
    for (const child of line.children) this.takeButForRefs(child);
  }

  /** Single lines that nothing printed now corresponds to. */
  left(): string[] {
    const open = new Map(this.#withoutRefs);
    return this.#order.filter((text) => {
      const key = text.replace(REF, '');
      const isLeft = (open.get(key) ?? 0) > 0;
      if (isLeft) count(open, key, -1);
      return isLeft;
    });
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

function foldLines(lines: readonly Line[], earlier: EarlierLines, language: Language): Line[] {
  const words = WORDS[language];
  const folded: Line[] = [];
  let same: Line[] = [];
  let renewed: Line[] = [];
  const flush = () => {
    const count = same.length;
    if (count > 0) folded.push(...shorter(same, remark(words.asBefore(count))));
    if (renewed.length > 0)
      folded.push(...shorter(renewed, remark(words.newRefs(renewed.length, refRange(renewed)))));
    same = [];
    renewed = [];
  };
  for (const line of lines) {
    if (earlier.has(line)) {
      earlier.take(line);
      const isRegion = line.ref !== '' && line.head !== line.text;
      if (isRegion || (line.ref !== '' && line.children.length > 0)) {
        flush();
        const text = `${line.head} ${words.unchanged}`;
        folded.push({ ...line, text, head: text, children: [] });
        continue;
      }
      if (renewed.length > 0) flush();
      same.push(line);
      continue;
    }
    if (line.text.includes('[') && earlier.hasButForRefs(line) && line.children.length === 0) {
      earlier.takeButForRefs(line);
      if (same.length > 0) flush();
      renewed.push(line);
      continue;
    }
    flush();
    earlier.takeButForRefs({ ...line, children: [] });
    folded.push({ ...line, children: foldLines(line.children, earlier, language) });
  }
  flush();
  return folded;
}

function shorter(lines: readonly Line[], marker: Line): readonly Line[] {
  return printLines(lines).join('\n').length <= marker.text.length ? lines : [marker];
}

function refRange(lines: readonly Line[]): string {
  const refs = lines.flatMap((line) =>
    [...line.text.matchAll(/\[((?:f\d+)?e\d+)@v\d+\]/g)].map((found) => found[1] ?? ''),
  );
  const first = refs[0] ?? '';
  const last = refs.at(-1) ?? '';
  return first === last ? first : `${first}–${last}`;
}

function goneLines(earlier: EarlierLines, language: Language): Line[] {
  const words = WORDS[language];
  const left = earlier.left();
  const shown = left.slice(0, GONE_SHOWN).map((text): Line => {
    const line = `${words.gone}: ${text.replace(REF, '')}`;
    return { text: line, head: line, ref: '', isRemark: false, children: [] };
  });
  if (left.length > GONE_SHOWN) shown.push(remark(words.moreGone(left.length - GONE_SHOWN)));
  return shown;
}
