import { type Language, WORDS } from './language.ts';
import { type Line, remark } from './line.ts';
import { plain, quoted } from './page-string.ts';
import type { SnapshotNode } from './snapshot.ts';

const INLINE_LIMIT = 240;
const PACK_LIMIT = 160;
const VALUE_LIMIT = 1_000;

const FIELDS = new Set([
  'checkbox',
  'combobox',
  'file',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);
const ALWAYS_BLOCK = new Set(['main', 'dialog', 'alertdialog', 'table', 'grid', 'treegrid', 'tree']);
const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);

/** The lines of a snapshot in the words of the portal. */
export function portalLines(nodes: readonly SnapshotNode[], language: Language): readonly Line[] {
  const words = WORDS[language];

  function linesOf(siblings: readonly SnapshotNode[]): Line[] {
    return siblings.flatMap(lineOf);
  }

  function lineOf(node: SnapshotNode): readonly Line[] {
    if (node.role === 'canvas' && node.kind === 'node') return [drawnLine(node)];
    if (node.kind === 'cut') return [remark(words.omitted(node.omitted))];
    if (node.kind === 'virtual') return [remark(words.virtual(node.name, node.omitted, node.ref))];
    if (node.kind === 'covered') return [remark(`(${words.coveredBy} ${headOf(node)})`)];
    const inline = inlineOf(node);
    if (
      inline !== null &&
      (inline.length <= INLINE_LIMIT || node.role === 'row' || node.children.length === 0)
    )
      return [{ text: inline, head: headOf(node), ref: node.ref, isRemark: false, children: [] }];
    if (isItem(node)) return itemLines(node);
    const rest = node.children.filter((child) => child.kind !== 'columns' || node.role === '');
    return [
      { text: headOf(node), head: headOf(node), ref: node.ref, isRemark: false, children: packed(rest) },
    ];
  }

  /** A picture made by script: no ref of what is in it, and no text. */
  function drawnLine(node: SnapshotNode): Line {
    const text = `${headOf(node)} (${words.drawn})`;
    return { text, head: text, ref: node.ref, isRemark: false, children: [] };
  }

  /** An item without a head of its own: what can stand in a line leads, the rest is under it. */
  function itemLines(node: SnapshotNode): readonly Line[] {
    const lead: string[] = [];
    let from = 0;
    for (const child of node.children) {
      const inline = child.kind === 'cut' ? null : inlineOf(child);
      if (inline === null || lead.join(' | ').length + inline.length > INLINE_LIMIT) break;
      lead.push(inline);
      from++;
    }
    const rest = packed(node.children.slice(from), true);
    if (lead.length === 0) return rest;
    const text = lead.join(' | ');
    return [{ text, head: text, ref: '', isRemark: false, children: rest }];
  }

  /** Many small siblings share lines; fields and everything with a structure stand alone. */
  function packed(siblings: readonly SnapshotNode[], isItemRest = false): Line[] {
    const small = siblings.map((child) =>
      isSmall(child) || (isItemRest && child.kind === 'text') ? inlineOf(child) : null,
    );
    if (!isItemRest && siblings.length < 4) return linesOf(siblings);
    if (small.filter((text) => text === null).length > 1) return linesOf(siblings);
    const lines: Line[] = [];
    let text = '';
    const flush = () => {
      if (text) lines.push({ text, head: text, ref: '', isRemark: false, children: [] });
      text = '';
    };
    siblings.forEach((child, place) => {
      const own = small[place];
      if (own === null || own === undefined) {
        flush();
        lines.push(...lineOf(child));
        return;
      }
      if (text && text.length + own.length + 3 > PACK_LIMIT) flush();
      text = text ? `${text} | ${own}` : own;
    });
    flush();
    return lines;
  }

  function isSmall(node: SnapshotNode): boolean {
    if (node.kind !== 'node' || FIELDS.has(node.role) || node.role === 'row' || node.role === 'heading')
      return false;
    if (node.role === 'listitem' || node.role === '') {
      const only = node.children[0];
      return node.children.length === 1 && only !== undefined && (only.kind === 'text' || isSmall(only));
    }
    return node.children.length === 0 && node.kind === 'node';
  }

  /** The node and all below it in one line; `null` when its structure needs several. */
  function inlineOf(node: SnapshotNode): string | null {
    if (node.kind === 'cut') return words.omitted(node.omitted);
    if (node.kind === 'virtual') return null;
    if (node.kind === 'frame') return node.children.length === 0 ? headOf(node) : null;
    if (node.children.length === 0) return headOf(node);
    if (ALWAYS_BLOCK.has(node.role)) return null;
    const parts: string[] = [];
    for (const child of node.children) {
      if (child.kind === 'covered' || child.kind === 'frame') return null;
      if (!CELLS.has(child.role) && hasParts(child)) return null;
      const part = inlineOf(child);
      if (part === null) return null;
      parts.push(part);
    }
    if (CELLS.has(node.role) || node.role === 'paragraph') {
      const text = parts.join(' ');
      return node.ref ? `${headOf(node)}: ${text}` : text;
    }
    const text = parts.join(' | ');
    if (node.role === 'heading' && repeatsItsLink(node)) return `${headOf({ ...node, name: '' })}: ${text}`;
    if (isItem(node)) return text;
    const fields = node.children.filter((child) => FIELDS.has(child.role)).length;
    if (fields > 0 && node.children.length > 3) return null;
    const line = `${headOf(node)}: ${text}`;
    return line.length > INLINE_LIMIT && node.role !== 'row' ? null : line;
  }

  return linesOf(nodes);
}

/** Whether it would be ambiguous among the parts of another line. */
function hasParts(node: SnapshotNode): boolean {
  if (node.children.length === 0) return false;
  if (node.role === 'paragraph') return false;
  if (isItem(node)) return node.children.length > 1 || node.children.some(hasParts);
  return (
    node.role !== 'heading' && node.role !== 'link' && node.role !== 'button' && node.role !== 'clickable'
  );
}

/** Printed by its content alone: a row, a list item, an article or card that says nothing of itself. */
function isItem(node: SnapshotNode): boolean {
  if (node.kind !== 'node' || node.ref !== '' || node.states.length > 0) return false;
  if (node.role === 'article') return node.name === '';
  return node.role === '' || node.role === 'row' || node.role === 'listitem' || node.role === 'paragraph';
}

function repeatsItsLink(heading: SnapshotNode): boolean {
  const only = heading.children[0];
  return heading.children.length === 1 && only !== undefined && only.name === heading.name;
}

/** `role "name" [ref] states: "value"`, and the columns of a table. */
export function headOf(node: SnapshotNode): string {
  if (node.kind === 'text') return node.role ? `text ${quoted(node.name)} ${node.role}` : plain(node.name);
  if (CELLS.has(node.role) && !node.ref && node.states.length === 0) return node.name ? plain(node.name) : '';
  let text = node.role;
  if (node.name) text += ` ${quoted(node.name)}`;
  if (node.ref) text += ` [${node.ref}]`;
  for (const state of node.states) text += ` ${state}`;
  if (node.isMasked) text += ' value=•••';
  if (node.value !== null) text += `: ${valueText(node.value)}`;
  const columns = node.children.find((child) => child.kind === 'columns');
  if (columns && node.kind === 'node') text += ` columns: ${columns.children.map(columnText).join(' | ')}`;
  return text;
}

function columnText(cell: SnapshotNode): string {
  if (cell.kind === 'cut') return `… (${cell.omitted})`;
  if (cell.children.length === 0) return headOf(cell);
  const parts = cell.children.flatMap((child) => (child.role === 'paragraph' ? child.children : [child]));
  const inner = parts.map(headOf).join(' ');
  return cell.states.length > 0 ? `${inner} ${cell.states.join(' ')}` : inner;
}

function valueText(value: string): string {
  if (value.length <= VALUE_LIMIT) return quoted(value);
  return `${quoted(value.slice(0, VALUE_LIMIT))}… (${value.length - VALUE_LIMIT} characters omitted)`;
}
