import { html } from './layout.mjs';

/**
 * A labelled field with the sentence of what is wrong with it.
 *
 * @param {{ name: string, label: string, control: string, problem?: string, isWide?: boolean, isNative?: boolean }} field
 */
export function field({ name, label, control, problem, isWide = false, isNative = true }) {
  const sentence = problem ? `<p class="problem" id="${name}-problem">${html(problem)}</p>` : '';
  const title = isNative
    ? `<label for="${name}">${html(label)}</label>`
    : `<span class="label" id="${name}-label">${html(label)}</span>`;
  return `<div class="${isWide ? 'field wide' : 'field'}">${title}${control}${sentence}</div>`;
}

export function input({ name, type, value, problem, more = '' }) {
  return `<input id="${name}" name="${name}" type="${type}" value="${html(value)}"${more}${marks(name, problem)}>`;
}

export function select({ name, options, value = '', problem, placeholder = 'Choose …' }) {
  const all = ['', ...options].map((each) => option(each, each || placeholder, value)).join('');
  return `<select id="${name}" name="${name}"${marks(name, problem)}>${all}</select>`;
}

export function option(value, label, chosen) {
  return `<option value="${html(value)}"${value === chosen ? ' selected' : ''}>${html(label)}</option>`;
}

/** A dropdown made of nothing native: a combobox that opens a listbox, its value in a hidden input. */
export function choice({ name, options, value = '', problem, isDisabled = false }) {
  const items = options.map((each, place) => choiceItem(name, each, place, value)).join('');
  return `<div class="choice" data-choice-of="${name}">
<div class="choice-box" id="${name}" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="${name}-list" aria-labelledby="${name}-label"${isDisabled ? ' aria-disabled="true"' : ''}${marks(name, problem)}>${html(value) || 'Choose …'}</div>
<ul class="choice-list" id="${name}-list" role="listbox" aria-labelledby="${name}-label" hidden>${items}</ul>
<input type="hidden" name="${name}" value="${html(value)}">
</div>`;
}

function choiceItem(name, value, place, chosen) {
  return `<li role="option" id="${name}-${place}" aria-selected="${value === chosen}">${html(value)}</li>`;
}

/** A day chosen in a calendar made of nothing native. */
export function calendar({ name, value = '', problem }) {
  return `<div class="calendar" data-calendar-of="${name}">
<div class="choice-box" id="${name}" role="combobox" tabindex="0" aria-haspopup="dialog" aria-expanded="false" aria-controls="${name}-calendar" aria-labelledby="${name}-label"${marks(name, problem)}>${html(value) || 'Choose a day'}</div>
<div class="calendar-sheet" id="${name}-calendar" role="dialog" aria-label="Choose a day" hidden></div>
<input type="hidden" name="${name}" value="${html(value)}">
</div>`;
}

function marks(name, problem) {
  return problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : '';
}
