/**
 * Code points that a person cannot see but a model reads: format and control characters, bidirectional
 * marks, tag characters, variation selectors beyond plain use, invisible operators and fillers.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** Joiners that visible text needs: emoji sequences and scripts that shape by them. */
const NEEDED_JOINER = /[\u200c\u200d]/u;
const JOINS = /[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}]|\ufe0f/u;

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]/g;

/**
 * Page text as a person would see it, on one line: invisible code points are dropped (a joiner between
 * letters or emoji stays), every run of white space is one space.
 *
 * @returns the text, and how many invisible code points were dropped.
 */
export function cleanText(raw: string): { readonly text: string; readonly dropped: number } {
  const { text, dropped } = dropInvisible(raw.replace(LINE_BREAKS, ' '));
  return { text: text.replace(/ {2,}/g, ' ').trim(), dropped };
}

function dropInvisible(spaced: string): { readonly text: string; readonly dropped: number } {
  let dropped = 0;
  const text = spaced.replace(INVISIBLE, (mark, offset: number, whole: string) => {
    if (NEEDED_JOINER.test(mark)) {
      const before = [...whole.slice(Math.max(0, offset - 2), offset)].at(-1) ?? '';
      const after = String.fromCodePoint(whole.codePointAt(offset + 1) ?? 0);
      if (JOINS.test(before) && JOINS.test(after)) return mark;
    }
    dropped += 1;
    return '';
  });
  return { text, dropped };
}

const MARKER = /<<(?=\s*\/?\s*page)/gi;
const REF = /\[(?=(?:f\d+)?e\d+@)/g;

/**
 * A page string inside a sentence of ours: as a person sees it, on one line, between quotes. Quotes in it are
 * escaped; what looks like a ref or a boundary of ours is broken.
 *
 * @param limit - most characters of the string itself; what is longer ends in `…`.
 */
export function quotePageText(raw: string, limit = 80): string {
  const { text } = cleanText(raw.slice(0, 4 * limit + 400));
  const escaped = JSON.stringify(cutText(text, limit)).replace(REF, '\\[');
  return breakMarkers(escaped);
}

/** Words of the page inside a sentence of ours without quotes, where their place sets them off: a role, a reason. */
export function showPageWords(raw: string, limit = 120): string {
  const { text } = cleanText(raw.slice(0, 4 * limit + 400));
  return breakMarkers(cutText(text, limit).replace(REF, '\\['));
}

/** An address inside a sentence of ours: without white space, at most `limit` characters. */
export function showAddress(url: string, limit = 120): string {
  const { text } = cleanText(url.slice(0, 4 * limit + 400).replace(/\s/g, '%20'));
  return breakMarkers(cutText(text, limit).replace(REF, '%5B'));
}

/** A line of ours whatever got into it: one line, nothing invisible, no boundary. */
export function ownLine(text: string): string {
  return breakMarkers(dropInvisible(text.replace(LINE_BREAKS, ' ')).text);
}

/** Cuts to `limit` characters, never inside a surrogate pair, and says so with `…`. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function breakMarkers(text: string): string {
  return text.replace(MARKER, '‹‹');
}

/** Wraps a page part in the boundary of one reply. Marker-like text inside is broken, so it cannot close it. */
export function wrapPagePart(text: string, origin: string, nonce: string): string {
  return `<<page ${nonce} ${origin}>>\n${breakMarkers(text)}\n<</page ${nonce}>>`;
}
