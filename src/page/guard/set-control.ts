import { elementOf } from '#page/perception/element-table.ts';
import { settleEnter } from '#page/settle/world-settle.ts';
import type { PageRefusal, SelectRequest, SetValueRequest } from '#page/wire.ts';
import { refusal } from './checks.ts';
import { fieldIn } from './control-kind.ts';
import { checkSettable } from './writable-value.ts';

const OPTIONS_LISTED = 30;

function tellChange(control: Element): void {
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Sets a control of dates, times, colours or ranges, and tells the page as if a person had. */
export function setValue(request: SetValueRequest): PageRefusal | { readonly ok: true } {
  const shown = elementOf(request.element);
  if (shown === undefined) return refusal('detached_ref');
  const input = fieldIn(shown);
  if (!(input instanceof HTMLInputElement)) return refusal('not_editable', { takes: 'other' });
  const wrong = checkSettable(input, request.value);
  if (wrong !== null) return wrong;
  settleEnter();
  input.focus({ preventScroll: true });
  input.value = input.type === 'color' ? request.value.toLowerCase() : request.value;
  tellChange(input);
  return { ok: true };
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function findOption(options: readonly HTMLOptionElement[], wanted: string): HTMLOptionElement | undefined {
  return (
    options.find((option) => option.value === wanted) ??
    options.find((option) => option.label === wanted) ??
    options.find((option) => folded(option.label) === folded(wanted))
  );
}

/** Chooses options of a native select, and no others. */
export function selectOptions(request: SelectRequest): PageRefusal | { readonly ok: true } {
  const select = elementOf(request.element);
  if (select === undefined) return refusal('detached_ref');
  if (!(select instanceof HTMLSelectElement)) return refusal('not_editable', { takes: 'other' });
  const all = [...select.options];
  const chosen: HTMLOptionElement[] = [];
  for (const wanted of request.options) {
    const option = findOption(all, wanted);
    if (option === undefined || option.matches(':disabled')) {
      return refusal('no_such_option', {
        wanted,
        isDisabled: option !== undefined,
        options: all
          .filter((each) => !each.matches(':disabled'))
          .slice(0, OPTIONS_LISTED)
          .map((each) => each.label),
        more: Math.max(0, all.length - OPTIONS_LISTED),
      });
    }
    chosen.push(option);
  }
  if (!select.multiple && chosen.length !== 1) return refusal('not_editable', { takes: 'one option' });
  if (all.every((option) => option.selected === chosen.includes(option))) return { ok: true };
  settleEnter();
  select.focus({ preventScroll: true });
  if (select.multiple) for (const option of all) option.selected = chosen.includes(option);
  else select.value = chosen[0]?.value ?? '';
  const only = chosen[0];
  if (!select.multiple && only !== undefined && !only.selected) only.selected = true;
  tellChange(select);
  return { ok: true };
}
