import { elementOf } from '#page/perception/element-table.ts';
import type { SteppedValue } from '#page/wire.ts';
import { fieldIn } from './control-kind.ts';

/** What a slider or spin button that the page draws itself says of its value; null when it says none. */
export function steppedValue(number: number): SteppedValue | null {
  const shown = elementOf(number);
  if (shown === undefined) return null;
  const element = fieldIn(shown);
  const read = (name: string) => {
    const said = element.getAttribute(name);
    return said === null || said === '' || !Number.isFinite(Number(said)) ? undefined : Number(said);
  };
  const now = read('aria-valuenow');
  if (now === undefined) return null;
  const min = read('aria-valuemin');
  const max = read('aria-valuemax');
  return { now, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
