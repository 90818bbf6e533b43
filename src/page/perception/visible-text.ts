const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;
const MAYBE_INVISIBLE = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u0300\u0400-\u0500\u2010-\u2027\u4e00-\u9fff]/;
const JOINER = /[\u200c\u200d]/;
const JOINS = /[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}]|\ufe0f/u;

/** Plain words with single spaces between: nothing to fold, nothing invisible. */
const FOLDED = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/;

/** What stands between tags in most sources. */
const BLANK = /^[\t\n\f\r ]+$/;

let dropped = 0;

/** Code points dropped since the last call. */
export function takeDropped(): number {
  const count = dropped;
  dropped = 0;
  return count;
}

/** HTML white space, which folds; a no-break space stays. */
export function foldSpace(text: string): string {
  if (FOLDED.test(text)) return text;
  return text.replace(/[\t\n\f\r ]+/g, ' ').replace(/^ | $/g, '');
}

/** Drops what a person cannot see; `keeps` names white space that stays (in values of text areas). */
export function dropInvisible(text: string, keeps = ''): string {
  if (!MAYBE_INVISIBLE.test(text)) return text;
  return text.replace(INVISIBLE, (mark, offset: number) => {
    if (keeps.includes(mark)) return mark;
    if (JOINER.test(mark)) {
      const before = [...text.slice(Math.max(0, offset - 2), offset)].at(-1) ?? '';
      const after = String.fromCodePoint(text.codePointAt(offset + 1) ?? 0);
      if (JOINS.test(before) && JOINS.test(after)) return mark;
    }
    dropped += 1;
    return '';
  });
}

/** One line of text as a person sees it. */
export function visibleLine(text: string): string {
  if (FOLDED.test(text)) return text;
  if (BLANK.test(text)) return '';
  return foldSpace(dropInvisible(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')));
}

/** Cuts to `limit` characters with an ellipsis, never inside a surrogate pair. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
