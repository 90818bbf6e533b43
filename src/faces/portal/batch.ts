import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import type { BatchStep } from '#sessions/batch-step.ts';
import { BATCH_LIMIT, runBatch } from '#sessions/run-batch.ts';
import { callDeadline, inTurn } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { checkArgs } from './check-args.ts';
import { observeSchema } from './ref-schema.ts';
import { type PortalReply, replyToSteps } from './reply.ts';
import type { PortalTool } from './tool.ts';

const BATCH_TIMEOUT_MS = 50_000;

/** The schema of a batch over these tools. Each step's own arguments are checked by its tool's schema. */
export function batchSchema(tools: readonly PortalTool[]) {
  return z.strictObject({
    steps: z
      .array(z.looseObject({ action: z.enum(tools.map(actionOf)) }))
      .min(1)
      .max(BATCH_LIMIT)
      .describe("Each: action (a tool's name without browser_) and the arguments of that tool"),
    observe: observeSchema,
  });
}

/** What a step calls a tool. */
export function actionOf(tool: Pick<PortalTool, 'name'>): string {
  return tool.name.replace(/^browser_/, '');
}

/**
 * Runs known steps in one call. All are checked before the first one runs.
 *
 * @throws invalid_arguments, invalid_ref, before anything has run.
 */
export async function callBatch(
  session: Session,
  tools: readonly PortalTool[],
  args: object,
  signal: AbortSignal | undefined,
): Promise<PortalReply> {
  const { steps, observe = session.settings.observe } = batchSchema(tools).parse(args);
  const checked = steps.map((step, place) => readStep(tools, step, place));
  return await inTurn(session, 'in-turn', async () => {
    const ends = await runBatch(session, checked, callDeadline(session, BATCH_TIMEOUT_MS, signal));
    const labelled = ends.map((end, place) => ({
      label: `Step ${place + 1} of ${ends.length} (${steps[place]?.action ?? ''})`,
      end,
    }));
    return await replyToSteps(session, labelled, observe);
  });
}

function readStep(
  tools: readonly PortalTool[],
  { action, ...args }: { readonly action: string } & Record<string, unknown>,
  place: number,
): BatchStep {
  const tool = tools.find((candidate) => actionOf(candidate) === action);
  if (!tool) throw fail('invalid_arguments', `steps.${place}: there is no action ${JSON.stringify(action)}.`);
  const checked = checkArgs({ ...tool, name: `steps.${place} (${action})` }, args);
  const { operation, input } = tool.ask(checked);
  return { operation, input, kind: tool.kind, refs: refsOf(checked) };
}

function refsOf(args: object): readonly string[] {
  const { ref, from, to } = args as Readonly<Record<'ref' | 'from' | 'to', unknown>>;
  return [ref, from, to].filter((value) => typeof value === 'string');
}
