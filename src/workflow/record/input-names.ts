import { compact } from '#kernel/compact.ts';
import type { WorkflowInput } from '#workflow/step.ts';
import type { LiftedInput } from './draft.ts';
import { hasSecretMark } from './has-marks.ts';
import type { Lifted } from './move.ts';

const NAME_LIMIT = 40;
const DESCRIPTION_LIMIT = 200;

/** The inputs of a draft, as they are lifted out step by step. */
export class InputNames {
  readonly #inputs: (LiftedInput & { readonly label: string })[] = [];

  /** Takes a value out. @returns the name it stands under; the same value of a field of the same label is one input. */
  lift({ label, value = '', why }: Lifted, step: number): string {
    const isSecret = why !== undefined || hasSecretMark(value);
    const known = this.#inputs.find(
      (input) => !isSecret && !input.isSecret && input.label === label && input.value === value,
    );
    if (known !== undefined) return known.name;
    const name = this.#unused(nameOf(label));
    this.#inputs.push({ name, value: isSecret ? '' : value, isSecret, step, label });
    return name;
  }

  get all(): readonly LiftedInput[] {
    return this.#inputs.map(({ label: _, ...input }) => input);
  }

  /** As the front matter has them: a secret has no default. */
  get declared(): readonly WorkflowInput[] {
    return this.#inputs.map(({ name, value, isSecret, label }) =>
      compact<WorkflowInput>({
        name,
        default: isSecret ? undefined : value,
        secret: isSecret || undefined,
        description: label === '' || hasSecretMark(label) ? undefined : label.slice(0, DESCRIPTION_LIMIT),
      }),
    );
  }

  /** A text with every value that was lifted before in it as its variable, the longest first. */
  inText(text: string): string {
    const shown = this.#inputs.filter(({ value, isSecret }) => !isSecret && value.length > 1);
    const longest = [...shown].sort((one, other) => other.value.length - one.value.length);
    let parts: readonly { readonly text: string; readonly isVariable: boolean }[] = [
      { text, isVariable: false },
    ];
    for (const { name, value } of longest)
      parts = parts.flatMap((part) =>
        part.isVariable ? [part] : splitAround(part.text, value, `{{${name}}}`),
      );
    return parts.map((part) => part.text).join('');
  }

  #unused(name: string): string {
    const taken = new Set(this.#inputs.map((input) => input.name));
    let free = name;
    for (let next = 2; taken.has(free); next += 1) free = `${name}_${next}`;
    return free;
  }
}

function splitAround(text: string, value: string, variable: string) {
  return text
    .split(value)
    .flatMap((piece, at) => [
      ...(at === 0 ? [] : [{ text: variable, isVariable: true }]),
      { text: piece, isVariable: false },
    ]);
}

/** A label as the name of an input may be: letters, digits, `-` and `_`; never a bare number, which would be sorted. */
function nameOf(label: string): string {
  const plain = label
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}-]+/gu, '_')
    .slice(0, NAME_LIMIT)
    .replace(/^[_-]+|[_-]+$/gu, '')
    .toLowerCase();
  if (plain === '') return 'value';
  return /^\d+$/.test(plain) ? `value_${plain}` : plain;
}
