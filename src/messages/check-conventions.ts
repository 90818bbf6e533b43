import { type Bag, isBag, listOf, type Report } from './broken-rule.ts';
import { MOST_NOTCHES, MOST_REPEATS, MOST_SECONDS } from './limits.ts';
import { readImageSize } from './read-image-size.ts';

/** A call of a member that was answered with success, and the blocks of its result. */
export interface AnsweredCall {
  readonly name: string;
  readonly input: unknown;
  readonly path: string;
  readonly blocks: readonly { readonly block: Bag; readonly path: string }[];
}

type Bound = readonly [field: string, words: string, isWithin: (value: unknown) => boolean];

const between =
  (least: number, most: number, isWhole = false) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isInteger(value));

const SECONDS: Bound = ['duration', `from 0 to ${MOST_SECONDS} seconds`, between(0, MOST_SECONDS)];

/** Bounds that models are told of and the API does not look at. */
const BOUNDS: Readonly<Record<string, Bound>> = {
  wait: SECONDS,
  hold_key: SECONDS,
  key: ['repeat', `a whole number from 1 to ${MOST_REPEATS}`, between(1, MOST_REPEATS, true)],
  scroll: ['scroll_amount', `from 1 to ${MOST_NOTCHES} notches`, between(1, MOST_NOTCHES)],
  read_page: ['depth', 'a whole number from 1', between(1, Number.MAX_SAFE_INTEGER, true)],
  zoom: ['region', 'left, top, right and bottom, in this order', isRegion],
};

const REF = /\bref_\w+/g;

/**
 * Looks at what an executor has to see to because the API does not: bounds of inputs, the one size of screenshots,
 * refs that were told for the tab they are used on. Calls are handed over in order; one that failed is not: refusing
 * is what an executor should do.
 */
export function watchConventions(report: Report): (call: AnsweredCall) => void {
  const toldBy = new Map<string, string | undefined>();
  let active: string | undefined;
  let firstSize: string | undefined;
  return ({ name, input, path, blocks }) => {
    const given: Bag = isBag(input) ? input : {};
    const tab = typeof given['tab_id'] === 'string' && given['tab_id'] !== '' ? given['tab_id'] : active;
    checkBound(name, given, path, report);
    checkRef(given, path, toldBy, tab, report);
    const after = blocks.map(({ block }) => activeOf(block)).find((id) => id !== undefined);
    const toldOf = tab ?? after;
    active = after ?? active;
    for (const { block, path: at } of blocks) {
      if (block['type'] === 'image' && name !== 'zoom') {
        const size = sizeOf(block);
        firstSize ??= size;
        if (size !== undefined && size !== firstSize)
          report(
            'W4',
            at,
            `The screenshot is ${size}, and the first one was ${firstSize}.`,
            'Keep one size for the session: coordinates are read from it.',
          );
      }
      if (block['type'] !== 'text') continue;
      // Where no tab was known yet, a ref is good on any.
      for (const [ref] of String(block['text']).matchAll(REF)) if (!toldBy.has(ref)) toldBy.set(ref, toldOf);
    }
  };
}

function checkBound(name: string, input: Bag, path: string, report: Report): void {
  const bound = Object.hasOwn(BOUNDS, name) ? BOUNDS[name] : undefined;
  if (bound === undefined) return;
  const [field, words, isWithin] = bound;
  const value = input[field];
  if (value === undefined || value === null || isWithin(value)) return;
  report(
    'W3',
    `${path}.input.${field}`,
    `${name} was carried out with ${field} outside its bounds.`,
    `Answer such a call with an error: it is ${words}.`,
  );
}

function checkRef(
  input: Bag,
  path: string,
  toldBy: ReadonlyMap<string, string | undefined>,
  tab: string | undefined,
  report: Report,
): void {
  const { target } = input;
  const [ref, at] =
    isBag(target) && target['type'] === 'ref'
      ? [target['ref'], `${path}.input.target.ref`]
      : [input['ref'], `${path}.input.ref`];
  if (typeof ref !== 'string') return;
  const owner = toldBy.get(ref);
  const isForeign = owner !== undefined && tab !== undefined && owner !== tab;
  if (toldBy.has(ref) && !isForeign) return;
  report(
    'W5',
    at,
    isForeign ? `${ref} is of another tab.` : `No earlier result told ${ref}.`,
    'Answer a call with an unknown ref with the error for stale refs.',
  );
}

function activeOf(state: Bag): string | undefined {
  const id = listOf(state['tabs'])
    .filter(isBag)
    .find((tab) => tab['active'] === true)?.['tab_id'];
  return typeof id === 'string' ? id : undefined;
}

function sizeOf(image: Bag): string | undefined {
  const source = image['source'];
  const data = isBag(source) ? source['data'] : undefined;
  const size = typeof data === 'string' ? readImageSize(data) : undefined;
  return size === undefined ? undefined : `${size.width} × ${size.height}`;
}

function isRegion(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 4 || !value.every(Number.isFinite)) return false;
  const [left, top, right, bottom] = value;
  return left >= 0 && top >= 0 && left < right && top < bottom;
}
