import { quotePageText } from '#kernel/untrusted-text.ts';
import type { Survey, SurveyedElement } from '#operations/survey.ts';
import { AGREEMENTS, type Agreement, compareWords } from './locate-words.ts';
import type { ControlKind, StepTarget } from './step.ts';

/** What a step wants to do with its target: it decides which roles can be meant. */
export type Purpose = 'press' | 'fill' | 'choose' | 'check' | 'upload' | 'look' | 'press-keys';

/** An element that may be meant, and how well it fits. */
export interface Candidate {
  readonly element: SurveyedElement;
  /** From 0 to 1. */
  readonly score: number;
  /** How its words agree with those of the step. */
  readonly agrees: Agreement;
  readonly why: string;
}

export type Located =
  | { readonly found: 'one'; readonly candidate: Candidate; readonly candidates: readonly Candidate[] }
  | { readonly found: 'several' | 'none' | 'unusable'; readonly candidates: readonly Candidate[] };

const FIELDS = ['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider', 'date', 'time', 'color'];
const PRESSED = [
  'button',
  'link',
  'tab',
  'menuitem',
  'clickable',
  'option',
  'radio',
  'checkbox',
  'switch',
  'treeitem',
  'menuitemcheckbox',
  'menuitemradio',
  'combobox',
  'listitem',
  'row',
  'cell',
  'gridcell',
  'img',
  'image',
  'heading',
  'generic',
];

const ROLES: Readonly<Record<Purpose, readonly string[] | null>> = {
  press: PRESSED,
  fill: FIELDS,
  choose: ['combobox', 'listbox', 'radiogroup', 'group', 'textbox', 'button'],
  check: ['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'],
  upload: ['file', 'button', 'clickable'],
  look: null,
  'press-keys': null,
};

/** Roles that come first for a purpose: a button before what only can be clicked. */
const FIRST: Readonly<Partial<Record<Purpose, readonly string[]>>> = {
  press: ['button', 'link', 'tab', 'menuitem', 'option', 'radio', 'checkbox', 'switch', 'treeitem'],
  choose: ['combobox', 'listbox', 'radiogroup'],
  upload: ['file'],
};

const OF_KIND: Readonly<Record<ControlKind, readonly string[]>> = {
  button: ['button', 'clickable'],
  link: ['link'],
  tab: ['tab'],
  'menu-item': ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
  checkbox: ['checkbox', 'menuitemcheckbox'],
  radio: ['radio', 'menuitemradio'],
  switch: ['switch'],
  option: ['option', 'treeitem', 'radio', 'menuitem'],
  field: FIELDS,
  list: ['combobox', 'listbox'],
  date: [...FIELDS],
  file: ['file', 'button'],
  image: ['img', 'image'],
  row: ['row', 'listitem'],
};

/** One class of agreement is as good as another of its class: which of two longer names is meant cannot be told. */
const SCORES: Readonly<Record<Agreement, number>> = { exact: 1, contains: 0.8, near: 0.6 };
const WORDS: Readonly<Record<Agreement, string>> = {
  exact: 'has the name',
  contains: 'contains the name',
  near: 'nearly has the name',
};
/** Of a role that fits, but not first. */
const OTHER_ROLE = 0.04;

/**
 * Finds the element that a step means: by kind of control, then by its words (exact, contained, nearly), then by what
 * stands around it, then by whether it can be used. Two that fit alike are no match: nothing is chosen freely.
 */
export function locate(survey: Survey, target: StepTarget, purpose: Purpose): Located {
  const inDialogs = survey.elements.filter(({ inDialog }) => inDialog);
  const open = inDialogs.length > 0 ? decide(inDialogs, target, purpose) : undefined;
  const all = decide(survey.elements, target, purpose);
  // An open dialog is what a person would look at first: for the same words, not for words that are less the same.
  return open !== undefined && open.found !== 'none' && !agreesLess(open, all) ? open : all;
}

function agreesLess({ candidates: [one] }: Located, { candidates: [other] }: Located): boolean {
  if (one === undefined || other === undefined) return false;
  return AGREEMENTS.indexOf(one.agrees) > AGREEMENTS.indexOf(other.agrees);
}

function decide(elements: readonly SurveyedElement[], target: StepTarget, purpose: Purpose): Located {
  const candidates = elements
    .flatMap((element) => scored(element, target, purpose))
    .sort((one, other) => other.score - one.score);
  const usable = candidates.filter(({ element }) => purpose === 'look' || isUsable(element, purpose));
  const [best] = usable;
  if (best === undefined) return { found: candidates.length > 0 ? 'unusable' : 'none', candidates };
  const equals = usable.filter(({ score }) => score === best.score);
  const distinct = equals.filter(({ element }) => !isWithinAnother(element, equals));
  const [only] = distinct;
  if (distinct.length === 1 && only !== undefined) return { found: 'one', candidate: only, candidates };
  return { found: 'several', candidates };
}

/** The same words once more inside of a control are the control's own. */
function isWithinAnother(element: SurveyedElement, all: readonly Candidate[]): boolean {
  return all.some(
    ({ element: other }) =>
      other !== element &&
      ['cell', 'gridcell', 'row', 'listitem', 'generic', 'heading', 'clickable'].includes(element.role) &&
      !['cell', 'gridcell', 'row', 'listitem', 'generic', 'heading', 'clickable'].includes(other.role) &&
      other.name === element.name,
  );
}

function scored(element: SurveyedElement, target: StepTarget, purpose: Purpose): readonly Candidate[] {
  const roles = target.kind === undefined ? ROLES[purpose] : OF_KIND[target.kind];
  if (roles !== null && !roles.includes(element.role)) return [];
  const words = compareWords(target.name, element.name);
  if (words === null) return [];
  const place = target.within === undefined ? 1 : contextScore(element, target.within);
  if (place === 0) return [];
  const first = FIRST[purpose];
  const isFirst = first === undefined || first.includes(element.role);
  const score = SCORES[words.how] * place - (isFirst ? 0 : OTHER_ROLE);
  const around = target.within === undefined ? '' : `, in ${quotePageText(target.within)}`;
  return [{ element, score, agrees: words.how, why: `${element.role} ${WORDS[words.how]}${around}` }];
}

/** How near a part of that name stands around the element; 0 when none does. */
function contextScore({ contexts }: SurveyedElement, within: string): number {
  const place = contexts.findIndex((context) =>
    ['exact', 'contains'].includes(compareWords(within, context)?.how ?? ''),
  );
  return place < 0 ? 0 : 1 - Math.min(place, 20) / 100;
}

function isUsable({ states, role, isMasked }: SurveyedElement, purpose: Purpose): boolean {
  if (states.includes('disabled')) return false;
  return !(purpose === 'fill' && states.includes('readonly') && role !== 'combobox' && !isMasked);
}

/** What there is for a purpose, in the order of the page: for whoever has to say it with another name. */
export function fittingFor(survey: Survey, target: StepTarget, purpose: Purpose): readonly SurveyedElement[] {
  const roles = FIRST[purpose] ?? ROLES[purpose];
  const wanted = target.kind === undefined ? roles : OF_KIND[target.kind];
  return survey.elements.filter(
    ({ role, name }) => name !== '' && (wanted === null || wanted.includes(role)),
  );
}
