import { z } from 'zod';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import { runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { PORTAL_NOTE } from './note.ts';
import { type PortalReply, replyToFailure, replyToResult } from './reply.ts';
import type { PortalTool } from './tool.ts';
import { PORTAL_TOOLS } from './tools.ts';

/** The portal face: tools that show pages as text with refs and act only on what was shown. */
export interface PortalFace {
  readonly name: 'portal';
  readonly instructions: string;
  readonly tools: readonly PortalTool[];
  /** Never throws for what a caller or a page did: that is a reply with `isError`. */
  call(
    session: Session,
    tool: string,
    args: unknown,
    options: { signal?: AbortSignal },
  ): Promise<PortalReply>;
}

export const portalFace: PortalFace = {
  name: 'portal',
  instructions: PORTAL_NOTE,
  tools: PORTAL_TOOLS,
  async call(session, name, rawArgs, { signal }) {
    let observe: 'full' | 'changes' | 'none' | undefined;
    try {
      const tool = toolNamed(name);
      const asked = tool.ask(checkArgs(tool, acceptTarget(rawArgs)));
      observe = asked.observe ?? session.settings.observe;
      const result = await runOperation(session, asked.operation, asked.input, { signal });
      return await replyToResult(session, result, tool.showsPage ? observe : 'none');
    } catch (error) {
      if (isPortolanError(error)) return await replyToFailure(session, error, observe);
      throw error;
    }
  },
};

function toolNamed(name: string): PortalTool {
  const found = PORTAL_TOOLS.find((tool) => tool.name === name);
  if (found) return found;
  throw fail('invalid_arguments', `There is no tool ${JSON.stringify(name)}.`, {
    remedy: `Tools: ${PORTAL_TOOLS.map((tool) => tool.name).join(', ')}.`,
  });
}

/** Other browser tools call the ref `target`; it is taken for `ref`. What it holds is still a ref or refused. */
function acceptTarget(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || 'ref' in args || !('target' in args)) return args ?? {};
  const { target, ...rest } = args;
  return { ...rest, ref: target };
}

function checkArgs(tool: PortalTool, args: unknown): object {
  const parsed = tool.inputSchema.safeParse(args);
  if (parsed.success && typeof parsed.data === 'object' && parsed.data !== null) return parsed.data;
  const why = parsed.error
    ? z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')
    : 'an object is expected';
  throw fail('invalid_arguments', `${tool.name}: ${why}`, { dispatch: 'not_sent', remedy: usage(tool) });
}

function usage(tool: PortalTool): string {
  const schema = z.toJSONSchema(tool.inputSchema, { io: 'input' });
  const required = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties ?? {}).map((key) => (required.has(key) ? key : `${key}?`));
  return `Arguments: ${names.join(', ') || 'none'}.`;
}
