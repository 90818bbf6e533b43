import { fail } from '#workflow/errors.ts';
import { type CommandMatch, matchCommand } from '#workflow/match-command.ts';
import { parseStep } from '#workflow/parse-step.ts';
import type { Workflow } from '#workflow/step.ts';
import { readWorkflowFolder, saveWorkflow } from '#workflow/workflow-folder.ts';

const NOT_ONE_EXIT = 4;
const WRONG_EXIT = 2;

type Verb = 'new' | 'list' | 'show' | 'check' | 'match';

/** `portolan workflow <verb>`: works on files only. `subject` is a name or a short command; '' for none. */
export async function workflowCommand(
  verb: Verb,
  subject: string,
  dir: string,
  json: boolean,
): Promise<void> {
  const print = (value: unknown, text: string): void => console.log(json ? JSON.stringify(value) : text);
  if (verb === 'new') {
    const file = await saveWorkflow(dir, starter(subject));
    print({ file }, `wrote ${file}`);
    return;
  }
  const { workflows, broken } = await readWorkflowFolder(dir);
  if (verb === 'match') {
    const match = matchCommand(subject, workflows);
    if (match.found === 'unique') {
      print(
        { found: match.found, name: match.workflow.name, why: match.why },
        `${match.workflow.name}: ${match.why}`,
      );
      return;
    }
    sayNotOne(match, json);
    return;
  }
  if (verb === 'show') {
    const workflow = workflows.find(({ name, aliases }) => [name, ...aliases].includes(subject));
    if (workflow === undefined) throw fail('workflow_not_found', `No workflow is named "${subject}".`);
    const steps = workflow.steps.map(
      ({ sentence, step }, at) => `${at + 1}. ${sentence}\n   ${JSON.stringify(step)}`,
    );
    print(workflow, [`${workflow.name}\nstart ${workflow.start}`, ...steps].join('\n'));
    return;
  }
  const wrong = broken.map(({ file, error }) => ({ file, message: error.message, remedy: error.remedy }));
  if (
    verb === 'check' &&
    subject !== '' &&
    !workflows.some(({ name }) => name === subject) &&
    wrong.length === 0
  ) {
    throw fail('workflow_not_found', `No workflow is named "${subject}".`);
  }
  if (verb === 'check' && wrong.length > 0) process.exitCode = WRONG_EXIT;
  print(
    { workflows: workflows.map(({ name, aliases, start }) => ({ name, aliases, start })), wrong },
    [
      ...workflows.map(({ name, steps }) => `${name} (${steps.length} steps)`),
      ...wrong.map(({ file, message, remedy }) => `${file}: ${message} ${remedy}`),
    ].join('\n'),
  );
}

function starter(name: string): Workflow {
  return {
    name,
    aliases: [],
    start: 'http://localhost/',
    hosts: [],
    inputs: [{ name: 'title', default: 'Launch' }],
    steps: ['Type "{{title}}" into "Title"', 'Click "Save"', 'Verify that the page contains "Saved"'].map(
      parseStep,
    ),
  };
}

/** Says which workflows a command may mean, or that it means none; nothing is run. */
export function sayNotOne(match: Exclude<CommandMatch, { readonly found: 'unique' }>, json: boolean): void {
  const print = (value: unknown, text: string): void => console.log(json ? JSON.stringify(value) : text);
  process.exitCode = NOT_ONE_EXIT;
  if (match.found === 'none') {
    print(match, `not found; give a clearer name. Closest: ${match.closest.join(', ') || 'none'}`);
    return;
  }
  const candidates = match.candidates.map(({ workflow, score, why }) => ({
    name: workflow.name,
    start: workflow.start,
    steps: workflow.steps.length,
    score,
    why,
  }));
  const lines = candidates.map(({ name, start, steps, why }) => `${name} (${start}, ${steps} steps): ${why}`);
  print({ found: match.found, candidates }, ['several; choose one:', ...lines].join('\n'));
}
