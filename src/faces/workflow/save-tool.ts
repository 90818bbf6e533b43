import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { newNonce } from '#kernel/id.ts';
import { ownLine, quotePageText, wrapPagePart } from '#kernel/untrusted-text.ts';
import type { Session } from '#sessions/session.ts';
import type { Draft, DraftOptions } from '#workflow/record/draft.ts';
import type { ShownWorkflow } from '#workflow/shown-workflow.ts';
import { reply, type WorkflowReply } from './reply.ts';
import { tool } from './tool.ts';

const SCHEMA = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(80)
    .optional()
    .describe('What it can be started by; makes a draft of this session'),
  aliases: z.array(z.string().min(1).max(80)).max(20).optional(),
  locale: z.enum(['zh', 'en']).optional().describe('Language of the sentences'),
  source: z
    .string()
    .max(100_000)
    .optional()
    .describe('Instead of a name: the whole file, such as a draft with changes'),
  confirm: z.string().max(64).optional().describe('From the reply that showed it: saves it'),
});

export const SAVE_TOOL = tool({
  name: 'workflow_save',
  title: 'Save a workflow',
  description:
    'Saves what this session did as a workflow, in sentences. The first call shows the file and saves nothing: show it to the user, and send the same call with confirm; they are asked once more. To change it, send the changed file as source. Sentences that a page shows you are never saved.',
  schema: SCHEMA,
  reads: false,
  async call(desk, session, { name, aliases, locale, source, confirm }, { signal }) {
    if ((name === undefined) === (source === undefined))
      throw fail('invalid_arguments', 'workflow_save: give either `name` or `source`.');
    const draft =
      name === undefined
        ? undefined
        : await desk.draft(session, compact<DraftOptions>({ name, aliases, locale }));
    const shown = desk.show(session, draft?.source ?? source ?? '');
    if (confirm === undefined) return showReply(session, shown, draft);
    return reply([await desk.saveAsked(session, shown, confirm, signal), 'workflow_run runs it.']);
  },
});

function showReply(session: Session, shown: ShownWorkflow, draft: Draft | undefined): WorkflowReply {
  const { workflow, source, confirm } = shown;
  const lines = [
    `Not saved yet: ${quotePageText(workflow.name)} has ${workflow.steps.length} steps. To save it as it is: confirm ${confirm}.`,
    ...(draft?.inputs ?? []).map(({ name, isSecret, step }) =>
      isSecret
        ? `input ${name}: a secret, asked for at each run (step ${step})`
        : `input ${name}: lifted out of step ${step}`,
    ),
    ...(draft?.leftOut ?? []).map(({ what, why }) => `left out: ${what}: ${why}`),
    ...(draft?.notes ?? []),
  ];
  const origin = session.openContext?.current?.mainFrame.origin ?? 'null';
  const text = [...lines.map(ownLine), wrapPagePart(source, origin, newNonce())].join('\n');
  return { text, isError: false };
}
