import { fail } from './errors.ts';
import type { ParsedStep, Step, Workflow } from './step.ts';

const VARIABLE = /\{\{\s*([\p{L}\p{N}_-]+)\s*\}\}/gu;

/** The names a text asks for as `{{name}}`, each once, in order. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map((match) => match[1] ?? ''))];
}

/** What a run works with: the values given, and the defaults of the others. */
export function inputsWith(
  { inputs }: Workflow,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const defaults = inputs.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(defaults), ...values };
}

/**
 * Puts values in the place of every `{{name}}`, in the start page and in each step's texts. A value is never
 * read as language: it goes into the parsed step, not into the sentence that is parsed.
 *
 * @param values - by input name; an input with a default may be left out.
 * @returns the workflow without variables. Sentences stay as they were written.
 * @throws input_missing naming every input that has no value, or every name the workflow does not know.
 */
export function fillInputs(workflow: Workflow, values: Readonly<Record<string, string>>): Workflow {
  const known = new Set(workflow.inputs.map((input) => input.name));
  const strange = Object.keys(values).filter((name) => !known.has(name));
  if (strange.length > 0) {
    const list = known.size > 0 ? [...known].join(', ') : 'none';
    throw fail('input_missing', `"${workflow.name}" has no input ${strange.join(', ')}; it has: ${list}.`, {
      unknown: strange,
    });
  }
  const filled = new Map<string, string>();
  for (const input of workflow.inputs) {
    const value = Object.hasOwn(values, input.name) ? values[input.name] : input.default;
    if (value !== undefined) filled.set(input.name, value);
  }
  const asked = new Set([...known, ...variablesOf(workflow.start)]);
  for (const { step } of workflow.steps) {
    for (const name of variablesOf(JSON.stringify(step))) asked.add(name);
  }
  const missing = [...asked].filter((name) => !filled.has(name));
  if (missing.length > 0) {
    const told = missing.map((name) => {
      const about = workflow.inputs.find((input) => input.name === name)?.description;
      return about === undefined ? name : `${name} (${about})`;
    });
    throw fail('input_missing', `"${workflow.name}" needs a value for: ${told.join(', ')}.`, { missing });
  }
  const fill = (text: string): string => text.replace(VARIABLE, (_, name: string) => filled.get(name) ?? '');
  return {
    ...workflow,
    start: fill(workflow.start),
    steps: workflow.steps.map((step) => fillStep(step, fill)),
  };
}

function fillStep(parsed: ParsedStep, fill: (text: string) => string): ParsedStep {
  return { ...parsed, step: fillTexts(parsed.step, fill) };
}

function fillTexts(step: Step, fill: (text: string) => string): Step {
  // A step is plain data, and only its strings change: the shape that comes back is the shape that went in.
  return JSON.parse(JSON.stringify(step), (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as Step;
}
