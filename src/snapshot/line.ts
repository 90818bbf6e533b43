/** One printed line, with what stands under it. */
export interface Line {
  /** Without indentation and dash. */
  readonly text: string;
  /** The text without what is joined behind its head, for folding; the whole text when nothing is. */
  readonly head: string;
  /** Ref of the node the line is about, `''` when it is about several or none. */
  readonly ref: string;
  /** A remark of ours (a cut, a marker): printed without a dash. */
  readonly isRemark: boolean;
  readonly children: readonly Line[];
}

/** Prints lines, two spaces a level. */
export function printLines(lines: readonly Line[], level = 0): string[] {
  const printed: string[] = [];
  for (const line of lines) {
    printed.push(`${'  '.repeat(level)}${line.isRemark ? '' : '- '}${line.text}`);
    printed.push(...printLines(line.children, level + 1));
  }
  return printed;
}

export function remark(text: string): Line {
  return { text, head: text, ref: '', isRemark: true, children: [] };
}
