import { RecordWriter, type WalkReply, type WalkRequest } from '#page/wire.ts';
import { fitBudget } from './budget.ts';
import { domVersion } from './dom-version.ts';
import { elementOf, highestNumber } from './element-table.ts';
import { costOfAll, type Entry, newEntry } from './entry.ts';
import { isHiddenInTree } from './hidden.ts';
import { beginPass } from './pass.ts';
import { countRootless } from './rootless.ts';
import { withoutSecrets } from './secret-marks.ts';
import { signature } from './signature.ts';
import { unreadableSheets } from './style-index.ts';
import { coveredBy } from './tidy.ts';
import { untilChanged } from './until-changed.ts';
import { shorten, takeDropped, visibleLine } from './visible-text.ts';
import { Walker } from './walker.ts';

const ADDRESS_LIMIT = 300;

/**
 * Reads the document, or one region of it, as records. Changes nothing in the page.
 *
 * @returns `null` when the region is not in the document any more.
 */
export function walk(request: WalkRequest = {}): WalkReply | null {
  beginPass();
  takeDropped();
  const walker = new Walker(request);
  const entries = collect(walker, request);
  if (!entries) return null;
  const { budgetCharacters, runLimit } = request;
  if (budgetCharacters !== undefined || runLimit !== undefined)
    fitBudget(entries, walker, runLimit ?? Number.POSITIVE_INFINITY, withoutHeader(budgetCharacters));
  if (request.depth !== undefined) limitDepth(entries, request.depth);
  return replyOf(entries);
}

/** What is left for lines once title, address and generation stand above them. */
function withoutHeader(budgetCharacters: number | undefined): number {
  if (budgetCharacters === undefined) return Number.POSITIVE_INFINITY;
  return (
    budgetCharacters -
    Math.min(ADDRESS_LIMIT, document.title.length) -
    Math.min(ADDRESS_LIMIT, location.href.length)
  );
}

/** What a walk found, with the facts of the document beside it. */
export function replyOf(entries: readonly Entry[]): WalkReply {
  return {
    records: encode(entries),
    characters: costOfAll(entries, 0),
    domVersion: domVersion(),
    signature: signature(),
    highest: highestNumber(),
    droppedCodePoints: takeDropped(),
    unreadableSheets: unreadableSheets(),
    rootlessKinds: countRootless(),
    title: withoutSecrets(shorten(visibleLine(document.title), ADDRESS_LIMIT)),
    url: shorten(location.href, ADDRESS_LIMIT),
  };
}

/** Everything of the document or region, before any cut. `null` when the region is gone. */
export function collect(walker: Walker, request: WalkRequest): Entry[] | null {
  if (request.root !== undefined) {
    const root = elementOf(request.root);
    return root ? walker.walk(root) : null;
  }
  const body = document.body ?? document.documentElement;
  if (!body) return [];
  const first: Entry[] = [];
  for (const dialog of openModals()) {
    const entries = walker.takeFirst(dialog);
    first.push(...entries);
  }
  const rest = walker.walk(body);
  const top = first.find((entry) => entry.kind === 'node');
  return top ? [...first, coveredBy(top), ...rest] : rest;
}

const MODAL = '[role=dialog][aria-modal=true],[role=alertdialog][aria-modal=true]';
const mayBeModal = untilChanged((root: Document) => [...root.querySelectorAll(`dialog,${MODAL}`)]);
const isModal = (dialog: Element) => dialog.matches(`:modal,${MODAL}`);

/** Open modal dialogs, the topmost first. */
function openModals(): Element[] {
  const found = mayBeModal(document).filter((element) => element.localName !== 'dialog' || isModal(element));
  const shown = found.filter(
    (dialog) => !isHiddenInTree(dialog) && dialog.checkVisibility({ visibilityProperty: true }),
  );
  const outer = shown.filter((dialog) => !shown.some((other) => other !== dialog && other.contains(dialog)));
  return outer.reverse();
}

function limitDepth(entries: Entry[], depth: number): void {
  for (const entry of entries) {
    if (depth > 1) {
      limitDepth(entry.children, depth - 1);
      continue;
    }
    if (entry.children.length === 0) continue;
    const cut = newEntry('cut', '', '');
    for (const child of entry.children) cut.omitted += child.kind === 'cut' ? child.omitted : 1;
    entry.children = cut.omitted > 0 ? [cut] : [];
  }
}

function encode(entries: readonly Entry[]): string {
  const out = new RecordWriter();
  const add = (entry: Entry, depth: number) => {
    if (entry.kind === 'cut' && entry.omitted === 0) return;
    out.add(entry, depth);
    for (const child of entry.children) add(child, depth + 1);
  };
  for (const entry of entries) add(entry, 0);
  return out.text();
}
