import { parseDocument, stringify } from 'yaml';
import { compact } from '#kernel/compact.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from './errors.ts';
import { variablesOf } from './inputs.ts';
import { parseStep } from './parse-step.ts';
import type { ParsedStep, Workflow, WorkflowInput } from './step.ts';

const KEYS = ['name', 'aliases', 'start', 'hosts', 'inputs', 'credential'];
const INPUT_KEYS = ['default', 'description', 'secret'];
const INPUT_NAME = /^[\p{L}\p{N}_-]+$/u;
const NUMBERED = /^\s*\d+[.、.)]\s*(.*)$/u;

/**
 * Reads a workflow file: front matter between two `---` lines, then a numbered list, one sentence a step.
 *
 * @param file - said in errors and kept in the workflow.
 * @throws workflow_invalid with `facts.line`, counted from 1; step_not_understood likewise.
 */
export function readWorkflow(source: string, file?: string): Workflow {
  const lines = source.replace(/^\ufeff/, '').split(/\r?\n/);
  const refuse = (line: number, what: string): Error =>
    fail('workflow_invalid', `${file ?? 'The workflow'}, line ${line}: ${what}`, { line });
  if (lines[0]?.trim() !== '---') throw refuse(1, 'the file has to begin with a line of `---`.');
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === '---');
  if (end < 0) throw refuse(1, 'the front matter has no closing line of `---`.');

  const document = parseDocument(lines.slice(1, end).join('\n'), { uniqueKeys: true });
  const [wrong] = document.errors;
  if (wrong !== undefined) throw refuse((wrong.linePos?.[0].line ?? 1) + 1, 'the front matter is not YAML.');
  const front: unknown = document.toJS({ maxAliasCount: 0 });
  if (!isRecord(front)) throw refuse(2, 'the front matter has to be keys with values.');
  const lineOf = (key: string): number => {
    const at = lines.findIndex((line, index) => index < end && line.startsWith(`${key}:`));
    return at < 0 ? 1 : at + 1;
  };
  for (const key of Object.keys(front)) {
    if (!KEYS.includes(key)) throw refuse(lineOf(key), `"${key}" is none of ${KEYS.join(', ')}.`);
  }
  const textAt = (key: string): string | undefined => {
    const value = front[key];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.trim() === '')
      throw refuse(lineOf(key), `"${key}" has to be a text.`);
    return value.trim();
  };
  const listAt = (key: string): readonly string[] => {
    const value = front[key] ?? [];
    if (!Array.isArray(value) || !value.every((entry): entry is string => typeof entry === 'string')) {
      throw refuse(lineOf(key), `"${key}" has to be a list of texts.`);
    }
    return value;
  };
  const name = textAt('name');
  const start = textAt('start');
  if (name === undefined) throw refuse(1, '"name" is missing.');
  if (start === undefined) throw refuse(1, '"start" is missing: the address of the first page.');
  if (variablesOf(start).length === 0 && !/^https?:$/.test(protocolOf(start))) {
    throw refuse(lineOf('start'), '"start" has to be an http or https address.');
  }
  const inputs = readInputs(front['inputs'], (what) => refuse(lineOf('inputs'), what));
  const steps = readSteps(lines, end + 1, refuse);
  const known = new Set(inputs.map((input) => input.name));
  for (const { sentence } of [{ sentence: start }, ...steps]) {
    const unknown = variablesOf(sentence).find((variable) => !known.has(variable));
    if (unknown === undefined) continue;
    const line = lines.findIndex((text) => text.includes(sentence)) + 1;
    throw refuse(line, `{{${unknown}}} is none of the inputs; add it under "inputs".`);
  }
  return compact<Workflow>({
    name,
    aliases: listAt('aliases'),
    start,
    hosts: listAt('hosts'),
    inputs,
    credential: textAt('credential'),
    steps,
    file,
  });
}

/** No text breaks a line: a line of `---` in one would end the front matter, and what follows would be steps. */
const ON_ONE_LINE = {
  lineWidth: 0,
  blockQuote: false,
  singleQuote: false,
  doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
} as const;

/** Writes a workflow as its file; `readWorkflow` gives the same workflow back. */
export function writeWorkflow(workflow: Workflow): string {
  const inputs = Object.fromEntries(
    workflow.inputs.map(({ name, ...rest }) => [name, Object.keys(rest).length === 0 ? {} : rest]),
  );
  const front = compact<Record<string, unknown>>({
    name: workflow.name,
    aliases: workflow.aliases.length > 0 ? workflow.aliases : undefined,
    start: workflow.start,
    hosts: workflow.hosts.length > 0 ? workflow.hosts : undefined,
    inputs: workflow.inputs.length > 0 ? inputs : undefined,
    credential: workflow.credential,
  });
  const steps = workflow.steps.map(({ sentence }, at) => `${at + 1}. ${sentence}`);
  return `---\n${stringify(front, ON_ONE_LINE)}---\n\n${steps.join('\n')}\n`;
}

function readInputs(value: unknown, refuse: (what: string) => Error): readonly WorkflowInput[] {
  if (value === undefined) return [];
  if (!isRecord(value))
    throw refuse(`"inputs" has to be names, each with ${INPUT_KEYS.join(', ')} or nothing.`);
  return Object.entries(value).map(([name, entry]) => {
    const given = entry ?? {};
    if (!INPUT_NAME.test(name)) throw refuse(`"${name}" is no name of an input: letters, digits, - and _.`);
    if (!isRecord(given)) throw refuse(`the input "${name}" may hold ${INPUT_KEYS.join(', ')}.`);
    const strange = Object.keys(given).find((key) => !INPUT_KEYS.includes(key));
    if (strange !== undefined) throw refuse(`the input "${name}" has no "${strange}".`);
    const { default: fallback, description, secret } = given;
    if (fallback !== undefined && typeof fallback !== 'string') {
      throw refuse(`the default of "${name}" has to be a text in quotes.`);
    }
    if (description !== undefined && typeof description !== 'string') {
      throw refuse(`the description of "${name}" has to be a text.`);
    }
    if (secret !== undefined && typeof secret !== 'boolean') {
      throw refuse(`"secret" of "${name}" has to be true or false.`);
    }
    if (secret && fallback !== undefined) {
      throw refuse(`the input "${name}" is secret, and a file is no place for it: take its default out.`);
    }
    return compact<WorkflowInput>({ name, default: fallback, description, secret: secret || undefined });
  });
}

function readSteps(
  lines: readonly string[],
  from: number,
  refuse: (line: number, what: string) => Error,
): readonly ParsedStep[] {
  const steps: ParsedStep[] = [];
  for (const [at, line] of lines.entries()) {
    if (at < from || line.trim() === '') continue;
    const sentence = NUMBERED.exec(line)?.[1]?.trim();
    if (sentence === undefined) throw refuse(at + 1, 'a step has to begin with its number, such as `1. `.');
    try {
      steps.push(parseStep(sentence));
    } catch (error) {
      if (!isPortolanError(error)) throw error;
      const facts = { ...error.facts, line: at + 1 };
      throw fail('step_not_understood', `Line ${at + 1}: ${error.message}`, facts, error);
    }
  }
  if (steps.length === 0) throw refuse(lines.length, 'there is no step; write `1. ` and a sentence.');
  return steps;
}

function protocolOf(address: string): string {
  return URL.canParse(address) ? new URL(address).protocol : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
