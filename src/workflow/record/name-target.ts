import type { Survey, SurveyedElement } from '#operations/survey.ts';
import type { WordedElement } from '#sessions/durable-words.ts';
import { locate, type Purpose } from '#workflow/locate.ts';
import type { ControlKind, StepTarget } from '#workflow/step.ts';
import type { RecordedWords } from './move.ts';

const KIND_OF: Readonly<Record<string, ControlKind>> = {
  button: 'button',
  clickable: 'button',
  link: 'link',
  tab: 'tab',
  menuitem: 'menu-item',
  menuitemcheckbox: 'menu-item',
  menuitemradio: 'menu-item',
  checkbox: 'checkbox',
  radio: 'radio',
  switch: 'switch',
  option: 'option',
  treeitem: 'option',
  textbox: 'field',
  searchbox: 'field',
  spinbutton: 'field',
  slider: 'field',
  date: 'field',
  time: 'field',
  color: 'field',
  combobox: 'list',
  listbox: 'list',
  img: 'image',
  image: 'image',
};

const OWN = 'own';

/**
 * Every way to name an element so that a run finds this one and no other among what was shown when it was acted on:
 * its name alone first, then with its kind, with what stands around it, with both. What a run finds by is asked, not
 * guessed: the same `locate` decides here and there.
 */
export function* targetsFor(on: RecordedWords, purpose: Purpose): Generator<StepTarget> {
  const survey = surveyOf(on);
  const kind = KIND_OF[on.role];
  const kinds = kind === undefined ? [undefined] : [undefined, kind];
  const name = plainName(on.name);
  const around = on.around.map(plainName).filter((place) => place !== '' && place !== name);
  const places = [undefined, ...new Set(around)];
  for (const within of places)
    for (const one of kinds) {
      const target: StepTarget = {
        name,
        ...(one === undefined ? {} : { kind: one }),
        ...(within === undefined ? {} : { within }),
      };
      const located = locate(survey, target, purpose);
      if (located.found === 'one' && located.candidate.element.ref === OWN) yield target;
    }
}

/** A name as one would say it: without the star of a required field, a colon at its end, and the page's own spaces. */
export function plainName(name: string): string {
  return name
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^\*\s*|\s*\*$|\s*[:：]+$/gu, '');
}

/** What was shown then, as far as it could be taken for this element. It was acted on, so it could be used. */
function surveyOf(on: RecordedWords): Survey {
  const own = { ...surveyed(on, OWN), states: [] };
  return { url: '', text: '', elements: [own, ...on.alike.map((other, at) => surveyed(other, `${at}`))] };
}

function surveyed(
  { role, name, around, states = [], inDialog = false }: WordedElement,
  ref: string,
): SurveyedElement {
  return { ref, role, name, states, isMasked: false, contexts: around, inDialog };
}
