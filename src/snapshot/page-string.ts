const REF_LIKE = /\[(?=(?:f\d+)?e\d+@v\d+\])/g;

/** Words that begin a line of ours; a page text that begins like one is quoted. */
const OURS =
  'alert|alertdialog|application|article|banner|button|canvas|cell|checkbox|clickable|columnheader|combobox|complementary|contentinfo|dialog|feed|figure|file|form|gone|grid|gridcell|group|heading|iframe|image|img|link|list|listbox|listitem|log|main|math|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|meter|navigation|option|progressbar|radio|radiogroup|region|row|rowheader|scrollbar|search|searchbox|slider|spinbutton|status|switch|tab|table|tablist|tabpanel|text|textbox|timer|toolbar|tooltip|tree|treegrid|treeitem|video|audio';
const LOOKS_LIKE_OURS = new RegExp(
  `^(?:[-…(#>=]|(?:${OURS})(?:[:[]| \\[| level=| columns:))| \\| |\\[(?:f\\d+)?e\\d+@|@v\\d|columns:|<</?page|… \\(`,
);
const LOOKS_LIKE_A_NODE = new RegExp(`(?:^|[\\s|:])(?:${OURS})\\s+["“]`, 'i');

/** A page string between quotes: quotes, backslashes and line breaks are escaped, what looks like a ref is broken. */
export function quoted(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(REF_LIKE, '\\[');
  return `"${escaped}"`;
}

/** A page string as it stands, or between quotes where it could be taken for a line of ours. */
export function plain(text: string): string {
  if (LOOKS_LIKE_OURS.test(text) || LOOKS_LIKE_A_NODE.test(text)) return quoted(text);
  return text.replace(REF_LIKE, '\\[');
}

/** A page string that is set off by its place (title, address): only what looks like a ref is broken. */
export function bare(text: string): string {
  return text.replace(/\s+/g, ' ').replace(REF_LIKE, '\\[');
}
