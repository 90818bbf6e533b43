import type { ControlKind, PageRefusal, PrepareRequest } from '#page/wire.ts';
import { refusal } from './checks.ts';

/** A value each type of control takes, to show its form. */
const EXAMPLES: Readonly<Record<string, string>> = {
  date: '2026-12-31',
  time: '14:30',
  'datetime-local': '2026-12-31T14:30',
  month: '2026-12',
  week: '2026-W07',
  color: '#ff8800',
  range: '42',
  number: '3.5',
};

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Refuses, before anything is sent, a text whose form the control cannot hold. */
export function checkWritable(
  element: Element,
  kind: ControlKind,
  request: PrepareRequest,
): PageRefusal | null {
  const { text } = request;
  if (text === undefined || text === '' || !(element instanceof HTMLInputElement)) return null;
  if (kind === 'setter') return checkSettable(element, text);
  if (element.type === 'number' && !NUMBER.test(text.trim()))
    return refusal('value_refused', { type: 'number', example: EXAMPLES['number'] });
  return null;
}

/** Whether a control of dates, colours or ranges takes a value: its form, then its limits. */
export function checkSettable(input: HTMLInputElement, value: string): PageRefusal | null {
  const { type } = input;
  const probe = document.createElement('input');
  probe.type = type;
  for (const name of ['min', 'max', 'step']) {
    const limit = input.getAttribute(name);
    if (limit !== null && type !== 'range') probe.setAttribute(name, limit);
  }
  if (type === 'range') {
    if (!NUMBER.test(value)) return refusal('value_refused', { type, example: EXAMPLES[type] });
    return checkRange(input, Number(value));
  }
  probe.value = value;
  const isHeld = type === 'color' ? probe.value === value.toLowerCase() : probe.value !== '';
  if (!isHeld && value !== '') return refusal('value_refused', { type, example: EXAMPLES[type] });
  const { validity } = probe;
  if (validity.rangeUnderflow || validity.rangeOverflow || validity.stepMismatch) {
    return refusal('value_refused', {
      type,
      ...(input.min === '' ? {} : { min: input.min }),
      ...(input.max === '' ? {} : { max: input.max }),
      ...(input.step === '' ? {} : { step: input.step }),
    });
  }
  return null;
}

function checkRange(input: HTMLInputElement, value: number): PageRefusal | null {
  const min = input.min === '' ? 0 : Number(input.min);
  const max = input.max === '' ? 100 : Number(input.max);
  const probe = input.cloneNode() as HTMLInputElement;
  probe.value = `${value}`;
  if (value >= min && value <= max && Number(probe.value) === value) return null;
  return refusal('value_refused', {
    type: 'range',
    min,
    max,
    ...(input.step === '' ? {} : { step: input.step }),
  });
}
