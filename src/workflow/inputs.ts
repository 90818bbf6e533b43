import { fail } from './errors.ts';
import type { ParsedStep, Step, Workflow, WorkflowInput } from './step.ts';

const VARIABLE = /\{\{\s*([\p{L}\p{N}_-]+)\s*\}\}/gu;

/** The names a text asks for as `{{name}}`, each once, in order. */
export function variablesOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map((match) => match[1] ?? ''))];
}

/** Values by input name; those of secret inputs come apart from the others. */
export interface GivenInputs {
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** What a run works with, as it is kept: values given, defaults of the others, and no secret. */
export function inputsWith(
  { inputs }: Workflow,
  { inputs: values = {}, secrets = {} }: GivenInputs,
): Readonly<Record<string, string>> {
  const defaults = inputs.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  return { ...Object.fromEntries(defaults), ...values, ...masked(secrets) };
}

/** In the place of each secret, what is written of it. */
export function masked(secrets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(secrets).map((name) => [name, `«secret:${secretName(name)}»`]));
}

/** What the value of a secret input is called where it would stand. */
export function secretName(input: string): string {
  return `input ${input}`;
}

/**
 * Puts values in the place of every `{{name}}`, in the start page and in each step's texts. A value is never
 * read as language: it goes into the parsed step, not into the sentence that is parsed.
 *
 * @returns the workflow without variables. Sentences stay as they were written.
 * @throws input_missing naming every input that has no value, or every name the workflow does not know.
 * @throws secret_input for a secret among the inputs, or an input among the secrets.
 */
export function fillInputs(workflow: Workflow, given: GivenInputs): Workflow {
  const { inputs = {}, secrets = {} } = given;
  const values = { ...inputs, ...secrets };
  requireKnown(workflow, Object.keys(values));
  const isSecret = (name: string) => workflow.inputs.some((input) => input.name === name && input.secret);
  const open = Object.keys(inputs).filter(isSecret);
  if (open.length > 0) throw fail('secret_input', `${open.join(', ')} of "${workflow.name}" is secret.`);
  const plain = Object.keys(secrets).filter((name) => !isSecret(name));
  if (plain.length > 0)
    throw fail('secret_input', `${plain.join(', ')} of "${workflow.name}" is not secret.`, {
      remedy: 'Give it as an input, or write `secret: true` beside it in the file.',
    });
  const filled = new Map<string, string>();
  for (const input of workflow.inputs) {
    const value = Object.hasOwn(values, input.name) ? values[input.name] : input.default;
    if (value !== undefined) filled.set(input.name, value);
  }
  requireAll(workflow, filled);
  const fill = (text: string): string => text.replace(VARIABLE, (_, name: string) => filled.get(name) ?? '');
  return {
    ...workflow,
    start: fill(workflow.start),
    steps: workflow.steps.map((step) => fillStep(step, fill)),
  };
}

function requireKnown(workflow: Workflow, names: readonly string[]): void {
  const known = new Set(workflow.inputs.map((input) => input.name));
  const strange = names.filter((name) => !known.has(name));
  if (strange.length === 0) return;
  const list = known.size > 0 ? [...known].join(', ') : 'none';
  throw fail('input_missing', `"${workflow.name}" has no input ${strange.join(', ')}; it has: ${list}.`, {
    unknown: strange,
  });
}

function requireAll(workflow: Workflow, filled: ReadonlyMap<string, string>): void {
  const { inputs, start, steps } = workflow;
  const named = variablesOf([start, ...steps.map(({ step }) => JSON.stringify(step))].join('\n'));
  const asked = [...new Set([...inputs.map(({ name }) => name), ...named])];
  const missing = asked.filter((name) => !filled.has(name));
  if (missing.length === 0) return;
  const told = missing.map((name) => {
    const { description, secret }: Partial<WorkflowInput> = inputs.find((input) => input.name === name) ?? {};
    const about = [description ?? [], secret ? 'secret' : []].flat().join('; ');
    return about === '' ? name : `${name} (${about})`;
  });
  throw fail('input_missing', `"${workflow.name}" needs a value for: ${told.join(', ')}.`, { missing });
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
