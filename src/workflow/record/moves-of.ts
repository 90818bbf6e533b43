import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';
import type { RecordedOperation } from '#sessions/recorded-operation.ts';
import type { ElementState } from '#workflow/step.ts';
import type { LeftOut } from './draft.ts';
import { isSameElement, type Lifted, type Meaning, type Move } from './move.ts';
import { plainName } from './name-target.ts';

export interface Moves {
  readonly moves: readonly Move[];
  readonly leftOut: readonly LeftOut[];
}

/** What may come of an operation: something to say, a reason why not, or nothing worth a word. */
type Said = Meaning | readonly Meaning[] | { readonly why: string } | undefined;

/** Puts what was done into the order and the number of sentences: what was corrected at once is said once. */
export function movesOf(operations: readonly RecordedOperation[]): Moves {
  const moves: Move[] = [];
  const leftOut: LeftOut[] = [];
  for (const operation of operations) {
    const said = saidOf(operation, moves.at(-1));
    if (said === undefined) continue;
    if ('why' in said) {
      leftOut.push(leaveOut(operation, said.why));
      continue;
    }
    for (const meaning of Array.isArray(said) ? said : [said as Meaning])
      leftOut.push(...addMove(moves, moveOf(operation, meaning)));
  }
  const said = moves.filter(({ meaning }) => meaning.does !== 'nothing');
  return { moves: said, leftOut: leftOut.sort((one, other) => one.seq - other.seq) };
}

function leaveOut(operation: RecordedOperation, why: string): LeftOut {
  return { seq: operation.seq, what: inWords(operation), why };
}

function moveOf({ seq, at, destination, on }: RecordedOperation, meaning: Meaning): Move {
  const place = meaning.does === 'open' ? (destination ?? meaning.url) : at;
  return { seq, at: place, meaning, ...(on === undefined ? {} : { on }) };
}

/** The operation and what it acted on, in words of ours; a name of the page is quoted. */
export function inWords({
  operation,
  on,
  destination,
}: Pick<RecordedOperation, 'operation' | 'on' | 'destination'>): string {
  if (on === undefined)
    return destination === undefined ? operation : `${operation} ${showAddress(destination)}`;
  return `${operation} on ${on.role}${on.name === '' ? ' without a name' : ` ${quotePageText(on.name)}`}`;
}

/** Operations that read, look or scroll: a run reads by itself, and brings into view what it acts on. */
const SILENT = new Set(['scroll', 'screenshot', 'snapshot', 'save-pdf']);

function saidOf(operation: RecordedOperation, last: Move | undefined): Said {
  const { hasSucceeded, outcome, given } = operation;
  const maker = MAKERS[operation.operation];
  if (maker === undefined)
    return SILENT.has(operation.operation) || operation.isRead ? undefined : { why: NO_SENTENCE };
  if (operation.isRead && !hasSucceeded) return undefined;
  if (!hasSucceeded)
    return {
      why: outcome === 'unknown' ? 'How it ended is not known.' : `It was refused or failed: ${outcome}.`,
    };
  return maker(operation, given, last);
}

const NO_SENTENCE = 'There is no sentence for it.';
const UNNAMED = 'It has no name to find it by.';

type Maker = (
  operation: RecordedOperation,
  given: RecordedOperation['given'],
  last: Move | undefined,
) => Said;

const MAKERS: Readonly<Record<string, Maker>> = {
  navigate: opened,
  tabs(operation, { action }) {
    if (action === 'new' && operation.destination !== undefined) return opened(operation);
    if (action === 'list' || action === 'new') return undefined;
    return { why: `There is no sentence for tabs (${String(action)}); a run goes on in the tab it is in.` };
  },
  travel({ outcome, ledTo }, { to }) {
    if (to === 'reload') return { why: 'There is no sentence for loading a page again.' };
    if (ledTo === undefined || (outcome !== 'navigated' && outcome !== 'changed'))
      return { why: 'It is not known where it led to.' };
    return { does: 'open', url: ledTo };
  },
  login({ credentialOutcome = 'unknown' }, { credentialId }) {
    if (typeof credentialId !== 'string') return { why: NO_SENTENCE };
    if (credentialOutcome !== 'verified')
      return { why: `The sign-in was not verified: ${credentialOutcome}.` };
    return { does: 'sign-in', credentialId };
  },
  click: clicked,
  'pointer-input'(operation, given) {
    if (given['action'] === 'wheel' || given['action'] === 'move') return undefined;
    return given['action'] === 'click' ? clicked(operation, given) : { why: NO_SENTENCE };
  },
  check: onNamed((_, { checked }) => ({ does: checked === false ? 'uncheck' : 'check' })),
  hover: onNamed(() => ({ does: 'hover' })),
  select: onNamed((_, { values }) => ({ does: 'select', values: textsIn(values).map(plainName) })),
  upload: onNamed(({ on }, { paths }) => ({
    does: 'upload',
    files: textsIn(paths).map((value) => ({ label: plainName(on?.name ?? ''), value })),
  })),
  type: onNamed(typed),
  keyboard(operation, given, last) {
    if (operation.typed !== undefined || operation.withheld !== undefined) {
      if (operation.on === undefined || operation.on.name === '') return { why: UNNAMED };
      return typed(operation, { ...given, append: true }, last);
    }
    const { keys } = given;
    if (keys === undefined) return { why: 'Text was typed key by key.' };
    return textsIn(keys).map((key) => ({ does: 'press', keys: keyNamed(key) }));
  },
  press(operation, { key }) {
    const keys = typeof key === 'string' ? key : operation.typed;
    if (keys === undefined) return { why: 'The key is part of what was typed into a secret field.' };
    if (operation.isNamed && (operation.on === undefined || operation.on.name === ''))
      return { why: UNNAMED };
    return { does: 'press', keys: keyNamed(keys) };
  },
  wait(operation, given) {
    const conditions = Object.keys(given);
    if (conditions.length === 0) return undefined;
    const [is = ''] = conditions;
    const text = given[is];
    if (conditions.length > 1 || typeof text !== 'string')
      return { why: 'Several conditions at once have no sentence.' };
    if (is === 'state') return waitedFor(operation, text);
    if (is === 'url' && text.includes('*'))
      return { why: 'There is no sentence for a pattern of an address.' };
    return { does: 'wait-for', text, is: is === 'textGone' ? 'no-text' : is === 'url' ? 'url' : 'text' };
  },
  drag: () => ({ why: NO_SENTENCE }),
  'answer-dialog'(_, { accept, hasText }) {
    if (hasText === true) return { why: 'There is no sentence for writing into a dialog of the browser.' };
    return { does: 'answer', accept: accept === true };
  },
};

function textsIn(given: RecordedOperation['given'][string]): readonly string[] {
  return Array.isArray(given) ? given.filter((entry) => typeof entry === 'string') : [];
}

const MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  option: 'Alt',
};

/** Keys as sentences name them: `ctrl+a` is `Control+A`. */
function keyNamed(keys: string): string {
  const parts = keys.split('+').map((part) => MODIFIERS[part.toLowerCase()] ?? part);
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && last.length === 1
    ? [...parts.slice(0, -1), last.toUpperCase()].join('+')
    : parts.join('+');
}

const STATES: Readonly<Record<string, ElementState>> = {
  visible: 'visible',
  hidden: 'hidden',
  gone: 'hidden',
  enabled: 'enabled',
  disabled: 'disabled',
};

function waitedFor({ on }: RecordedOperation, state: string): Said {
  const wanted = STATES[state];
  if (wanted === undefined) return { why: NO_SENTENCE };
  if (on === undefined || on.name === '') return { why: UNNAMED };
  return { does: 'wait-for-state', state: wanted };
}

function opened({ destination, outcome }: RecordedOperation): Said {
  if (destination === undefined || !/^https?:/i.test(destination)) return undefined;
  if (outcome === 'none' || outcome === 'download') return { why: 'The address gave no page.' };
  return { does: 'open', url: destination };
}

function onNamed(make: Maker): Maker {
  return (operation, given, last) => {
    const { on } = operation;
    return on === undefined || on.name === '' ? { why: UNNAMED } : make(operation, given, last);
  };
}

const CHECKED_BY_CLICK = new Set(['checkbox', 'switch', 'menuitemcheckbox']);

function clicked(
  { on, outcome, isChecked }: RecordedOperation,
  { button, count, modifiers }: RecordedOperation['given'],
): Said {
  if (on === undefined || on.name === '') return { why: UNNAMED };
  if (button !== undefined && button !== 'left')
    return { why: `There is no sentence for the ${String(button)} button.` };
  if (Array.isArray(modifiers) && modifiers.length > 0)
    return { why: 'There is no sentence for a click with a key held.' };
  if (count === 2) return { does: 'click', count };
  if (count !== undefined && count !== 1) return { why: 'There is no sentence for a triple click.' };
  if (outcome === 'download') return { does: 'download' };
  if (on.role === 'radio' || on.role === 'menuitemradio') return { does: 'check' };
  if (CHECKED_BY_CLICK.has(on.role) && isChecked !== undefined)
    return { does: isChecked ? 'check' : 'uncheck' };
  return { does: 'click' };
}

function typed(
  operation: RecordedOperation,
  { append, submit }: RecordedOperation['given'],
  last: Move | undefined,
): Said {
  const { on } = operation;
  const lifted = append === true ? added(operation, last) : liftedOf(operation, operation.typed);
  if (lifted === undefined) return { why: 'It was added to text that is not known.' };
  const label = plainName(on?.name ?? '');
  const fill: Meaning = { does: 'fill', lifted: { ...lifted, label } };
  return submit === true ? [fill, { does: 'press', keys: 'Enter' }] : fill;
}

function liftedOf({ withheld }: RecordedOperation, value: string | undefined): Omit<Lifted, 'label'> {
  return value === undefined ? { why: withheld ?? 'unknown' } : { value };
}

/** What a field holds after something was added to it: as it was read, else what was written before and this. */
function added(operation: RecordedOperation, last: Move | undefined): Omit<Lifted, 'label'> | undefined {
  const { on, typed: text, holds } = operation;
  const before =
    last?.meaning.does === 'fill' && isSameElement(last.on, on) ? last.meaning.lifted : undefined;
  if (text === undefined) return { why: operation.withheld ?? 'unknown' };
  if (before !== undefined && before.value === undefined) return before;
  if (holds !== undefined) return { value: holds };
  if (before?.value !== undefined) return { value: before.value + text };
  return on?.isFilled === false ? { value: text } : undefined;
}

/** Adds a move, taking back what it makes needless. @returns what is left out by that. */
function addMove(moves: Move[], move: Move): readonly LeftOut[] {
  const last = moves.at(-1);
  if (last === undefined) {
    moves.push(move);
    return [];
  }
  const { does } = move.meaning;
  const isSame = isSameElement(last.on, move.on);
  if (isSame && isTakenBackBy(last.meaning, move.meaning)) {
    moves.pop();
    return addMove(moves, move);
  }
  if (does === 'click' && isOption(move)) return addOption(moves, last, move);
  moves.push(move);
  return [];
}

const SETTLED_BY_LAST = new Set(['fill', 'select', 'upload', 'check', 'uncheck']);

/** Focusing a field before it is written into; and of several values given in a row, all but the last. */
function isTakenBackBy(before: Meaning, now: Meaning): boolean {
  if (before.does === 'click' && before.count === undefined)
    return now.does === 'fill' || now.does === 'select';
  const isState = (meaning: Meaning) => meaning.does === 'check' || meaning.does === 'uncheck';
  return SETTLED_BY_LAST.has(before.does) && (before.does === now.does || (isState(before) && isState(now)));
}

/** An option, or what is drawn in the place of one: then the list has an option of that very name. */
function isOption({ on }: Move): boolean {
  if (on === undefined) return false;
  return on.role === 'option' || on.alike.some(({ role, name }) => role === 'option' && name === on.name);
}

const LISTS = new Set(['combobox', 'listbox']);

/** An option that is pressed right after its list is chosen in it; two of them are one sentence too many. */
function addOption(moves: Move[], last: Move, move: Move): readonly LeftOut[] {
  const { meaning, on } = last;
  const isOpening = meaning.does === 'click' || meaning.does === 'fill';
  if (isOpening && on !== undefined && LISTS.has(on.role) && on.name !== '') {
    moves.pop();
    const value = plainName(move.on?.name ?? '');
    moves.push({ ...last, meaning: { does: 'select', values: [value] }, pressed: [last.seq, move.seq] });
    return [];
  }
  if (last.pressed !== undefined) {
    const isFirst = meaning.does === 'select';
    if (isFirst) moves.splice(-1, 1, { ...last, meaning: { does: 'nothing' } });
    return (isFirst ? [last, move] : [move]).map(({ seq, on: words }) => ({
      seq,
      what: inWords({ operation: 'click', ...(words === undefined ? {} : { on: words }) }),
      why: 'Several options of one list cannot be said in one sentence.',
    }));
  }
  moves.push(move);
  return [];
}
