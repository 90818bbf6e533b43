import type { z } from 'zod';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import type { Session } from '#sessions/session.ts';
import { batchSchema, callBatch } from './batch.ts';
import { callTool } from './call-tool.ts';
import { checkArgs } from './check-args.ts';
import { PORTAL_NOTE } from './note.ts';
import { type PortalReply, replyToFailure } from './reply.ts';
import type { ToolAnnotations } from './tool.ts';
import { PORTAL_TOOLS } from './tools.ts';

/** A tool as clients list it, and what calls it. */
interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly annotations: ToolAnnotations;
  call(session: Session, args: unknown, signal: AbortSignal | undefined): Promise<PortalReply>;
}

/** The portal face: tools that show pages as text with refs and act only on what was shown. */
export interface PortalFace {
  readonly name: 'portal';
  readonly instructions: string;
  readonly tools: readonly ListedTool[];
  /** Never throws for what a caller or a page did: that is a reply with `isError`. */
  call(
    session: Session,
    tool: string,
    args: unknown,
    options: { signal?: AbortSignal },
  ): Promise<PortalReply>;
}

const BATCH: ListedTool = {
  name: 'browser_batch',
  title: 'Run known steps',
  description:
    'Several steps in one call, for a known sequence such as filling fields and sending. All refs come from what you were shown; stops at the first failure. On an unpredictable page take one step at a time.',
  inputSchema: batchSchema(PORTAL_TOOLS),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  call: async (session, args, signal) =>
    await callBatch(session, PORTAL_TOOLS, checkArgs(BATCH, args), signal),
};

const TOOLS: readonly ListedTool[] = [
  ...PORTAL_TOOLS.map(
    (tool): ListedTool => ({
      ...tool,
      call: async (session, args, signal) => await callTool(session, tool, args, signal),
    }),
  ),
  BATCH,
];

export const portalFace: PortalFace = {
  name: 'portal',
  instructions: PORTAL_NOTE,
  tools: TOOLS,
  async call(session, name, args, { signal }) {
    try {
      return await toolNamed(name).call(session, args, signal);
    } catch (error) {
      if (!isPortolanError(error)) throw error;
      return await replyToFailure(session, error, undefined);
    }
  },
};

function toolNamed(name: string): ListedTool {
  const found = TOOLS.find((tool) => tool.name === name);
  if (found) return found;
  throw fail('invalid_arguments', `There is no tool ${JSON.stringify(name)}.`, {
    remedy: `Tools: ${TOOLS.map((tool) => tool.name).join(', ')}.`,
  });
}
