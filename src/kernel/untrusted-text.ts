/**
 * Code points that a person cannot see but a model reads: format and control characters, bidirectional
 * marks, tag characters, variation selectors beyond plain use, invisible operators and fillers.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** Joiners that visible text needs: emoji sequences and scripts that shape by them. */
const NEEDED_JOINER = /[\u200c\u200d]/u;
const JOINS = /[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}]|\ufe0f/u;

/**
 * Page text as a person would see it, on one line: invisible code points are dropped (a joiner between
 * letters or emoji stays), every run of white space is one space.
 *
 * @returns the text, and how many invisible code points were dropped.
 */
export function cleanText(raw: string): { readonly text: string; readonly dropped: number } {
  let dropped = 0;
  const spaced = raw.replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ');
  const text = spaced.replace(INVISIBLE, (mark, offset: number, whole: string) => {
    if (NEEDED_JOINER.test(mark)) {
      const before = [...whole.slice(Math.max(0, offset - 2), offset)].at(-1) ?? '';
      const after = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0);
      if (JOINS.test(before) && JOINS.test(after)) return mark;
    }
    dropped += 1;
    return '';
  });
  return { text: text.replace(/ {2,}/g, ' ').trim(), dropped };
}

/** Wraps a page part in the boundary of one reply. Marker-like text inside is broken, so it cannot close it. */
export function wrapPagePart(text: string, origin: string, nonce: string): string {
  const safe = text.replaceAll('<<page', '‹‹page').replaceAll('<</page', '‹‹/page');
  return `<<page ${nonce} ${origin}>>\n${safe}\n<</page ${nonce}>>`;
}
