import { z } from 'zod';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { CommandMatch } from '#workflow/match-command.ts';
import type { Workflow } from '#workflow/step.ts';
import { reply, type WorkflowReply } from './reply.ts';
import { tool, type WorkflowTool } from './tool.ts';

const list = tool({
  name: 'workflow_list',
  title: 'List saved workflows',
  description:
    'The saved workflows: names, start page, and the inputs that each asks for. Look here before doing by hand what may be saved.',
  schema: z.strictObject({}),
  reads: true,
  async call(desk) {
    const { workflows, broken } = await desk.list();
    const wrong = broken.map(({ file, error }) => `not readable: ${file}: ${error.message} ${error.remedy}`);
    if (workflows.length + wrong.length === 0) return reply([`There is no workflow in ${desk.folder}.`]);
    return reply([...workflows.map(inWords), ...wrong]);
  },
});

const match = tool({
  name: 'workflow_match',
  title: 'Find a saved workflow',
  description:
    'Which saved workflow a short command means, such as "run create broadcast" or 执行创建直播流程. Starts nothing. When it means several, ask the user which.',
  schema: z.strictObject({ command: z.string().min(1).max(400).describe("The user's words") }),
  reads: true,
  call: async (desk, _, { command }) => matchReply(await desk.find({ command })),
});

/** What lists and finds, and opens nothing. */
export const LISTING_TOOLS: readonly WorkflowTool[] = [list, match];

/** What a command means; an error unless it is exactly one. */
export function matchReply(match: CommandMatch): WorkflowReply {
  switch (match.found) {
    case 'unique':
      return reply([`unique: ${match.why}`, inWords(match.workflow)]);
    case 'several':
      return reply(
        [
          'several: nothing was started. Ask the user which of these is meant, then call workflow_run with its name.',
          ...match.candidates.map(({ workflow, why }) => `${inWords(workflow)} ${why}`),
        ],
        true,
      );
    case 'none':
      return reply(
        [
          'none: no saved workflow is meant; nothing was started. Ask the user for a clearer name.',
          `Closest: ${match.closest.map((name) => quotePageText(name)).join(', ') || 'there is none'}.`,
        ],
        true,
      );
  }
}

function inWords({ name, aliases, start, steps, inputs }: Workflow): string {
  const also = aliases.length > 0 ? ` (also ${aliases.map((alias) => quotePageText(alias)).join(', ')})` : '';
  const asks = inputs.map(({ name: input, default: value, description, secret }) => {
    const about = description === undefined ? '' : `: ${description}`;
    if (secret) return `${input}${about}, a secret that only a person gives`;
    return `${input}${about}${value === undefined ? '' : `, ${quotePageText(value)} unless given`}`;
  });
  const told = asks.length > 0 ? ` Inputs: ${asks.join('; ')}.` : '';
  return `${quotePageText(name)}${also}: ${steps.length} steps from ${start}.${told}`;
}
