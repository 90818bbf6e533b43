import { cutText, ownLine } from '#kernel/untrusted-text.ts';

/** Most characters of everything but the page part, and of a list that was asked for. */
export const OWN_WORDS_LIMIT = 600;
/** No line is cut below this while another one is longer. */
const LEAST = 40;

/**
 * Our own lines of a reply, each one line whatever the page put into it, together within the limit: the longest
 * is shortened first, so that none is lost; when there are too many, the last ones go and are counted.
 */
export function ownWords(lines: readonly string[], limit = OWN_WORDS_LIMIT): readonly string[] {
  const kept = lines.map(ownLine);
  let dropped = 0;
  const more = () => (dropped === 0 ? '' : `… and ${dropped} more lines.`);
  const size = () => kept.reduce((sum, line) => sum + line.length + 1, 0) + more().length;
  while (size() > limit) {
    const longest = kept.reduce((at, line, place) => (line.length > (kept[at]?.length ?? 0) ? place : at), 0);
    const line = kept[longest] ?? '';
    if (line.length > LEAST) kept[longest] = cutText(line, Math.max(LEAST, line.length - (size() - limit)));
    else if (kept.length > 1) {
      kept.pop();
      dropped += 1;
    } else break;
  }
  return dropped === 0 ? kept : [...kept, more()];
}
