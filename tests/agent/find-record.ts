import type { Hands } from './hands.ts';
import { clearWay } from './interruptions.ts';
import { press } from './press.ts';
import { nodesOf, type SeenNode, sameLabel } from './reply-text.ts';
import * as words from './words.ts';

const MOST_PAGES = 30;

/**
 * Brings the record of this key onto the page: as the page shows it, by the search, by leafing through. Opens
 * it when its line has something that opens it.
 *
 * @returns the line that shows the record; undefined when no way led to it.
 */
export async function findRecord(
  hands: Hands,
  key: string,
  isSignedOut: () => boolean,
): Promise<string | undefined> {
  const here = await open(hands, key);
  if (here !== undefined) return here;
  const box = hands.page.nodes.find(
    ({ role, name }) => role === 'searchbox' || (role === 'textbox' && words.SEARCH.test(name)),
  );
  if (box) {
    await clearWay(hands);
    await hands.act('browser_type', { ref: box.ref, text: key, submit: true }, `search ${key}`);
    const found = await open(hands, key);
    if (found !== undefined) return found;
  }
  for (let page = 0; page < MOST_PAGES && !isSignedOut(); page++) {
    const next = ({ role, name }: SeenNode) => /^(link|button)$/.test(role) && words.NEXT.test(name);
    if ((await press(hands, 'next', { why: 'next results', which: next })) === undefined) return undefined;
    const found = await open(hands, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function open(hands: Hands, key: string): Promise<string | undefined> {
  await clearWay(hands);
  const reply = await hands.act('browser_find', { text: key }, `look for ${key}`);
  const lines = reply.text.split('\n').filter((line) => line.startsWith('-') || line.startsWith(' '));
  const line = lines.find((each) => each.includes(key) && !/searchbox|textbox/.test(each));
  if (line === undefined || reply.code !== undefined) return undefined;
  const opener = nodesOf([line]).find(
    ({ role, name }) => /^(link|button)$/.test(role) && (name.includes(key) || words.OPEN.test(name)),
  );
  if (opener === undefined) return line;
  const opened = await hands.act('browser_click', { ref: opener.ref }, `open ${key}`);
  if (opened.code === undefined && !opened.isSilent) return line;
  // What came with the failure is the newest state: the same record, chosen from it.
  const again = await press(hands, key, {
    why: `open ${key}`,
    which: (node) =>
      /^(link|button)$/.test(node.role) &&
      (node.name.includes(key) || (words.OPEN.test(node.name) && lineOf(hands, node).includes(key))),
  });
  return again === undefined ? undefined : line;
}

function lineOf(hands: Hands, { line }: SeenNode): string {
  return hands.page.lines[line] ?? '';
}

/** What stands at this label on the page: beside it, in its field, or in the column of that name. */
export function valueAt(hands: Hands, field: string, key: string): string | undefined {
  const { lines, nodes } = hands.page;
  for (const line of lines) {
    const parts = line
      .trim()
      .replace(/^- (?:[a-z]+ (?:"[^"]*" )?(?:\[\S+\])?: )?/, '')
      .split(' | ');
    for (const [place, part] of parts.entries()) {
      if (parts.length === 2 && place === 0 && sameLabel(part, field)) return parts[1];
      const [, label = '', value = ''] = /^([^:"]+): (.+)$/.exec(part) ?? [];
      if (value !== '' && sameLabel(label, field)) return value;
    }
  }
  const input = nodes.find((node) => sameLabel(node.name, field) && node.value !== undefined);
  if (input) return input.value;
  return inColumn(lines, field, key);
}

function inColumn(lines: readonly string[], field: string, key: string): string | undefined {
  let columns: readonly string[] = [];
  for (const line of lines) {
    const head = / columns: (.+)$/.exec(line)?.[1];
    if (head !== undefined) columns = head.split(' | ');
    const place = columns.findIndex((column) => sameLabel(column, field));
    if (head === undefined && place >= 0 && key !== '' && line.includes(key))
      return line.trim().replace(/^- /, '').split(' | ')[place];
  }
  return undefined;
}
