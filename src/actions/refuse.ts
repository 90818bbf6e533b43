import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { PortolanError } from '#kernel/error.ts';
import { quotePageText, showPageWords } from '#kernel/untrusted-text.ts';
import type { ControlKind, PageRefusal, Shown } from '#page/wire.ts';
import { fail as failRef } from '#snapshot/errors.ts';
import { refIn } from './action-target.ts';
import { fail } from './errors.ts';

const ROLE_LIMIT = 40;
const OPTION_LIMIT = 40;

/** Where a refusal was found. */
export interface RefusedAt {
  /** The ref, or what else it was about, for the sentence. */
  readonly text: string;
  readonly page: Page;
  readonly frame: Frame;
}

/** The error for a refusal of the page: its facts in a sentence, and that nothing was sent. */
export function refuse(at: RefusedAt, refusal: PageRefusal): PortolanError {
  const facts = { ref: at.text, dispatch: 'not_sent', ...withRefs(at, refusal.facts) };
  switch (refusal.code) {
    case 'detached_ref':
      return failRef('detached_ref', `${at.text} is gone from the page.`, facts);
    case 'changed_ref':
      return failRef('changed_ref', changed(at, refusal.facts), facts);
    default:
      return fail(refusal.code, sentence(at, refusal), facts);
  }
}

function withRefs(at: RefusedAt, facts: PageRefusal['facts']): Record<string, unknown> {
  const { byElement, closerElement, holderElement, dialogElement, ...rest } = facts;
  const ref = (key: string, element: unknown) =>
    typeof element === 'number' ? { [key]: refIn(at.page, at.frame, element) } : {};
  return {
    ...rest,
    ...ref('byRef', byElement),
    ...ref('closerRef', closerElement),
    ...ref('dialogRef', dialogElement),
    ...ref('holderRef', holderElement),
  };
}

function named(shown: unknown): string {
  if (typeof shown !== 'object' || shown === null) return 'nothing';
  const { role, name, rowKey } = shown as Shown;
  return `${showPageWords(role, ROLE_LIMIT)}${name === '' ? '' : ` ${quotePageText(name)}`}${rowKey === '' ? '' : ` in ${quotePageText(rowKey)}`}`;
}

function changed(at: RefusedAt, facts: PageRefusal['facts']): string {
  if (facts['why'] === 'focus') {
    const holder = facts['holderElement'];
    const ref = typeof holder === 'number' ? ` (${refIn(at.page, at.frame, holder)})` : '';
    return `The focus has moved from ${at.text} to ${named(facts['is'])}${ref}.`;
  }
  return `${at.text} was ${named(facts['was'])} and is now ${named(facts['is'])}.`;
}

const TAKES: Readonly<Record<ControlKind | 'radio' | 'one option' | 'link', string>> = {
  text: 'it takes text',
  editable: 'it takes text',
  setter: 'it takes a value to type',
  stepped: 'it takes a number to type',
  select: 'it takes options to select',
  checkable: 'it is checked and unchecked',
  file: 'it takes files',
  other: 'it takes no value',
  link: 'it leads somewhere, so it is clicked',
  radio: 'a radio button is unchecked by checking another',
  'one option': 'it takes exactly one option',
};

function sentence(at: RefusedAt, { code, facts }: PageRefusal): string {
  const { text } = at;
  const word = (key: string) => (typeof facts[key] === 'string' ? showPageWords(facts[key]) : '');
  const reason = word('why') === '' ? '' : ` (${word('why')})`;
  switch (code) {
    case 'hidden':
      return `${text} is not visible${reason}.`;
    case 'covered':
      return `${text} is covered by ${withRef(at, facts, 'by')}${closedBy(at, facts)}.`;
    case 'moving':
      return `${text} is moving.`;
    case 'intercepted':
      return `The input for ${text} was stopped before it was sent: ${word('by')} has the focus.`;
    case 'disabled':
      return `${text} is disabled${reason}.`;
    case 'readonly':
      return `${text} is read-only.`;
    case 'not_editable':
      return `${text} does not take this: ${TAKES[word('takes') as ControlKind] ?? 'it takes no value'}.`;
    case 'no_such_option':
      return noOption(text, facts);
    case 'value_refused':
      return badValue(text, facts);
    default:
      return `${text} cannot be acted on${reason}.`;
  }
}

function withRef(at: RefusedAt, facts: PageRefusal['facts'], key: string): string {
  const element = facts[`${key}Element`];
  const ref = typeof element === 'number' ? ` [${refIn(at.page, at.frame, element)}]` : '';
  return `${showPageWords(String(facts[key]))}${ref}`;
}

function closedBy(at: RefusedAt, facts: PageRefusal['facts']): string {
  const dialog = facts['dialog'] === undefined ? '' : `, the shade of ${withRef(at, facts, 'dialog')}`;
  if (facts['closer'] !== undefined) return `${dialog}; ${withRef(at, facts, 'closer')} may close it`;
  return facts['isLeftByEscape'] === true ? `${dialog}; the key Escape may close it` : dialog;
}

function noOption(text: string, facts: PageRefusal['facts']): string {
  const options = Array.isArray(facts['options'])
    ? facts['options'].map((each) => quotePageText(String(each), OPTION_LIMIT))
    : [];
  const more = typeof facts['more'] === 'number' && facts['more'] > 0 ? `, and ${facts['more']} more` : '';
  const state = facts['isDisabled'] === true ? 'its option is disabled:' : 'no option';
  return `${text} has ${state} ${quotePageText(String(facts['wanted']), OPTION_LIMIT)}. It has: ${options.join(', ')}${more}.`;
}

function badValue(text: string, facts: PageRefusal['facts']): string {
  if (facts['example'] !== undefined)
    return `${text} is a ${showPageWords(String(facts['type']), ROLE_LIMIT)} field and takes a value such as ${String(facts['example'])}.`;
  const limits = ['min', 'max', 'step']
    .filter((key) => facts[key] !== undefined)
    .map((key) => `${key} ${showPageWords(String(facts[key]), ROLE_LIMIT)}`);
  return `${text} takes only values within its limits: ${limits.join(', ')}.`;
}
