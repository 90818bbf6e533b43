import { z } from 'zod';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import type { Session } from '#sessions/session.ts';
import { batchSchema, callBatch } from './batch.ts';
import { callTool } from './call-tool.ts';
import { requireOn, type ToolSettings, toolsOf } from './caps.ts';
import { checkArgs } from './check-args.ts';
import { PORTAL_NOTE } from './note.ts';
import { type PortalReply, replyToFailure } from './reply.ts';
import type { PortalTool, ToolAnnotations } from './tool.ts';

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
  /** @throws not_enabled for a tool of a group that is off here. */
  requireOn(tool: string): void;
  /** Never throws for what a caller or a page did: that is a reply with `isError`. */
  call(
    session: Session,
    tool: string,
    args: unknown,
    options: { signal?: AbortSignal },
  ): Promise<PortalReply>;
}

const lists = new Map<string, readonly ListedTool[]>();

/**
 * The face with the tools that the settings switch on. A call goes by the settings of its session: what is off
 * there is refused, whatever was listed.
 */
export function createPortalFace(settings: ToolSettings): PortalFace {
  return {
    name: 'portal',
    instructions: PORTAL_NOTE,
    tools: listedTools(settings),
    requireOn: (name) => requireOn(settings, name),
    async call(session, name, args, { signal }) {
      try {
        return redacted(session, await toolNamed(session.settings, name).call(session, args, signal));
      } catch (error) {
        if (!isPortolanError(error)) throw error;
        return redacted(session, await replyToFailure(session, error, undefined));
      }
    },
  };
}

/** The one way out of this face: no secret that the session has used leaves in any form. */
function redacted(session: Session, reply: PortalReply): PortalReply {
  return { ...reply, text: session.secrets.redact(reply.text) };
}

/** The face with its usual tools and no others. */
export const portalFace: PortalFace = createPortalFace({});

/** Made once for each choice of groups. */
function listedTools(settings: ToolSettings): readonly ListedTool[] {
  const tools = toolsOf(settings);
  const key = tools.map((tool) => tool.name).join(' ');
  const list = lists.get(key) ?? [...tools.map(listed), batchOf(tools)];
  lists.set(key, list);
  return list;
}

function listed(tool: PortalTool): ListedTool {
  return {
    ...tool,
    call: async (session, args, signal) => await callTool(session, tool, args, signal),
  };
}

function batchOf(tools: readonly PortalTool[]): ListedTool {
  const batch: ListedTool = {
    name: 'browser_batch',
    title: 'Run known steps',
    description:
      'Several steps in one call, for a known sequence such as filling fields and sending. All refs come from what you were shown; stops at the first failure. On an unpredictable page take one step at a time.',
    inputSchema: batchSchema(tools),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    call: async (session, args, signal) => {
      for (const action of actionsIn(args)) requireOn(session.settings, `browser_${action}`);
      return await callBatch(session, tools, checkArgs(batch, args), signal);
    },
  };
  return batch;
}

/** The actions that unchecked arguments name. */
function actionsIn(args: unknown): readonly string[] {
  const named = z.object({ steps: z.array(z.object({ action: z.string() })) }).safeParse(args);
  return named.data?.steps.map((step) => step.action) ?? [];
}

function toolNamed(settings: ToolSettings, name: string): ListedTool {
  const tools = listedTools(settings);
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  requireOn(settings, name);
  throw fail('invalid_arguments', `There is no tool ${JSON.stringify(name)}.`, {
    remedy: `Tools: ${tools.map((tool) => tool.name).join(', ')}.`,
  });
}
