/** One part of the page that has a ref, as its line shows it. */
export interface SeenNode {
  readonly role: string;
  readonly name: string;
  readonly ref: string;
  readonly states: string;
  readonly value: string | undefined;
  /** Place of its line in the page. */
  readonly line: number;
  /** Heads of the lines above it, outermost first, and what stands before it in its own line. */
  readonly within: readonly string[];
}

export interface PageText {
  readonly url: string;
  readonly lines: readonly string[];
  readonly nodes: readonly SeenNode[];
}

export interface ReplyText {
  readonly text: string;
  /** `covered` of `browser.covered: …`, when the reply is a failure. */
  readonly code: string | undefined;
  readonly isSilent: boolean;
  /** Everything before the page. */
  readonly own: string;
  readonly page: PageText | undefined;
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const NODE = new RegExp(
  String.raw`(?<![\w"])([a-z]+)(?: (${STRING}))? \[((?:f\d+)?e\d+@v\d+)\]((?: (?!\S+ ["\[])[a-z]+(?:=[\w•]+)?)*)(?:: (${STRING}))?`,
  'g',
);
const HEADER = /^(?:.* {2})?(\S+) {2}v\d+$/;

/** Reads a reply as a model does: the code, the effect, and the page between its marks. */
export function readReply(text: string): ReplyText {
  const [own = '', block] = text.split(/^<<page [^\n]*>>\n/m);
  return {
    text,
    own,
    code: /^browser\.([a-z_]+): /.exec(own)?.[1],
    isSilent: /^Effect: none\b/m.test(own),
    page: block === undefined ? undefined : readPage(block.replace(/\n<<\/page [^\n]*>>[\s\S]*$/, '')),
  };
}

export function readPage(block: string): PageText | undefined {
  const [header = '', ...lines] = block.split('\n');
  const url = HEADER.exec(header)?.[1];
  if (url === undefined) return undefined;
  return { url, lines, nodes: nodesOf(lines) };
}

/** Every node with a ref in these lines. */
export function nodesOf(lines: readonly string[]): readonly SeenNode[] {
  const above: { depth: number; head: string }[] = [];
  return lines.flatMap((line, place) => {
    const depth = line.length - line.trimStart().length;
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    const found = [...line.matchAll(NODE)].map((match) => ({
      role: match[1] ?? '',
      name: unquote(match[2]),
      ref: match[3] ?? '',
      states: match[4] ?? '',
      value: match[5] === undefined ? undefined : unquote(match[5]),
      line: place,
      within: [...above.map(({ head }) => head), line.slice(0, match.index)],
    }));
    above.push({ depth, head: line.trim() });
    return found;
  });
}

function unquote(text: string | undefined): string {
  return text === undefined ? '' : (JSON.parse(text) as string);
}

/** The lines of a node's block: its own and those deeper below it. */
export function blockOf(page: PageText, node: SeenNode): readonly string[] {
  const first = page.lines[node.line] ?? '';
  const depth = first.length - first.trimStart().length;
  const rest = page.lines.slice(node.line + 1);
  const end = rest.findIndex((line) => line.length - line.trimStart().length <= depth);
  return [first, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** Whether two labels are the same to a reader: case, white space and a mark at the end do not count. */
export function sameLabel(one: string, other: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s*:]+/g, ' ')
      .trim();
  return plain(one) === plain(other);
}
