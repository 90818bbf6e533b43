import { isPortolanError } from '#kernel/error.ts';
import { callDeadline, inTurn, runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { checkArgs } from './check-args.ts';
import { type PortalReply, replyToFailure, replyToResult } from './reply.ts';
import type { PortalTool } from './tool.ts';

/** Calls a tool that stands for one operation, and shows the page before another call may act on it. */
export async function callTool(
  session: Session,
  tool: PortalTool,
  args: unknown,
  signal: AbortSignal | undefined,
): Promise<PortalReply> {
  const { operation, input, observe = session.settings.observe } = tool.ask(checkArgs(tool, args));
  return await inTurn(session, operation.turn, async () => {
    try {
      const within = callDeadline(session, operation.timeoutMs(session, input), signal);
      const shown = tool.showsPage ? observe : 'none';
      const result = await runOperation(session, operation, input, { within, looks: shown !== 'none' });
      return await replyToResult(session, result, shown);
    } catch (error) {
      if (!isPortolanError(error)) throw error;
      return await replyToFailure(session, error, observe);
    }
  });
}
