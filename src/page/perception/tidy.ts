import { NAME_LIMIT } from './describe.ts';
import { type Entry, newEntry } from './entry.ts';
import { shorten, visibleLine } from './visible-text.ts';

/** Dropped when they hold nothing. */
const NEEDS_CONTENT = new Set([
  'alert',
  'article',
  'banner',
  'complementary',
  'contentinfo',
  'document',
  'feed',
  'figure',
  'form',
  'group',
  'list',
  'listitem',
  'log',
  'main',
  'marquee',
  'navigation',
  'note',
  'region',
  'search',
  'status',
  'table',
  'timer',
]);
/** Say nothing without a name. */
const NEEDS_NAME = new Set(['group', 'figure', 'document', 'note', 'application']);

function replace(entry: Entry, by: readonly Entry[], sink: Entry[]): void {
  sink.splice(sink.indexOf(entry), 1, ...by);
}

/** Leaves a container out of its list when it says nothing: empty, or a wrapper without a name. */
export function tidy(entry: Entry, sink: Entry[]): void {
  const { children, role } = entry;
  if (entry.name && children[0]?.kind === 'text' && children[0].name === entry.name) children.shift();
  else if (entry.name && children.at(-1)?.kind === 'text' && children.at(-1)?.name === entry.name)
    children.pop();
  if (children.length === 0 && NEEDS_CONTENT.has(role) && !entry.states.includes('clickable')) {
    replace(entry, [], sink);
    return;
  }
  if (NEEDS_NAME.has(role) && !entry.name && entry.element === 0 && entry.states.length === 0) {
    replace(entry, children, sink);
    return;
  }
  const only = children[0];
  if (
    children.length === 1 &&
    only?.role === 'list' &&
    only.kind === 'node' &&
    !only.name &&
    role !== 'listitem'
  )
    entry.children = only.children;
}

/** Makes a cell that holds one text that text, and a row of column headers the columns of its table. */
export function tidyRow(entry: Entry, sink: Entry[]): void {
  const { children } = entry;
  if (entry.role !== 'row') {
    const only = children[0];
    if (children.length !== 1 || only?.kind !== 'text') return;
    if (entry.name.includes(only.name)) entry.children = [];
    else if (!entry.states.includes('clickable')) {
      entry.name = only.name;
      if (only.role) entry.states = [...entry.states, only.role];
      entry.children = [];
    }
    return;
  }
  if (children.length === 0) {
    replace(entry, [], sink);
    return;
  }
  const isHeader = children.every((cell) => cell.role === 'columnheader');
  if (isHeader && !sink.some((other) => other !== entry && other.role === 'row')) entry.kind = 'columns';
}

const BREAKS_FLOW = new Set([
  'checkbox',
  'combobox',
  'file',
  'heading',
  'listbox',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** Running text with links or buttons in it stays one line. */
export function joinFlow(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length < 2 || entries.length > 40 || !entries.some(isText)) return entries;
  const isFlow = (entry: Entry) =>
    entry.children.length === 0 &&
    (entry.kind === 'text' || (entry.kind === 'node' && !BREAKS_FLOW.has(entry.role)));
  if (!entries.every(isFlow)) return entries;
  const paragraph = newEntry('node', 'paragraph', '');
  paragraph.children = [...entries];
  return [paragraph];
}

const isText = (entry: Entry) => entry.kind === 'text';

/** Drops a text that only repeats the name of the control beside it. */
export function dropEchoes(entries: Entry[]): Entry[] {
  if (entries.length < 2 || !entries.some(isText)) return entries;
  const kept = entries.filter((entry, index) => {
    if (entry.kind !== 'text') return true;
    const echoes = (other: Entry | undefined) =>
      other?.kind === 'node' && other.element > 0 && other.name === entry.name && other.role !== 'cell';
    return !echoes(entries[index - 1]) && !echoes(entries[index + 1]);
  });
  if (kept.length === entries.length) return entries;
  entries.splice(0, entries.length, ...kept);
  return entries;
}

/** What lies in the drawn part of an undrawn control is that control: its texts and clickables are not printed again. */
export function settleStandIn(entries: readonly Entry[], control: Entry, part: Element): Entry[] {
  const kept: Entry[] = [];
  const held = control.value;
  for (const entry of entries) {
    if (entry === control) {
      kept.push(entry);
      continue;
    }
    if (
      entry.kind === 'node' &&
      (entry.role === 'clickable' || entry.role === 'img') &&
      entry.children.length === 0
    )
      continue;
    if (entry.kind === 'node' && entry.role === 'button' && isItsButton(entry, control)) continue;
    if (entry.kind === 'text') {
      if (control.name.includes(entry.name) || control.value === entry.name) continue;
      if (control.role === 'combobox') {
        if (held === null && !isPlaceholder(part, entry.name))
          control.value = control.value === null ? entry.name : `${control.value}, ${entry.name}`;
        continue;
      }
      if (!control.name) {
        control.name = shorten(entry.name, NAME_LIMIT);
        continue;
      }
    }
    kept.push(entry);
  }
  return kept;
}

/** The button of a file field, or a button that is what is drawn of a choice. */
function isItsButton(button: Entry, control: Entry): boolean {
  if (control.role === 'file') {
    control.name ||= button.name;
    return true;
  }
  return (
    (control.role === 'radio' || control.role === 'checkbox') &&
    button.name !== '' &&
    control.name.includes(button.name)
  );
}

function isPlaceholder(part: Element, text: string): boolean {
  for (const element of part.querySelectorAll('[class*=placeholder]'))
    if (visibleLine(element.textContent ?? '') === text) return true;
  return false;
}

/** A marker that what follows lies behind a dialog. */
export function coveredBy(dialog: Entry): Entry {
  const marker = newEntry('covered', dialog.role, dialog.name);
  marker.element = dialog.element;
  return marker;
}
