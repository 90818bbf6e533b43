import { tmpdir } from 'node:os';
import type { PortalClient } from '../support/portal-client.ts';
import { runAgent } from './agent.ts';
import type { AgentReport, AgentTask } from './task.ts';

export interface RunOptions {
  /** Runs once, after the agent has found its record and before it acts on it: what happens behind its back. */
  readonly onRecordFound?: () => Promise<void>;
  /** What the agent is given instead of the reply. */
  readonly alter?: (reply: string) => string;
}

/** Runs the agent over a session. It gets the texts of replies and nothing else. */
export async function runTask(
  client: PortalClient,
  task: AgentTask,
  { onRecordFound, alter = (reply) => reply }: RunOptions = {},
): Promise<AgentReport> {
  let hasFound = false;
  let isTold = false;
  return await runAgent(task, async (tool, args) => {
    if (hasFound && !isTold && tool === 'browser_click') {
      isTold = true;
      await onRecordFound?.();
    }
    const { text, isError } = await client.call(tool, args);
    hasFound = tool === 'browser_find' && !isError;
    return alter(text);
  });
}

/** The run as lines, for the message of a test that fails. */
export function told({ says, log }: AgentReport): string {
  const lines = log.map(
    ({ step, tool, args, end, code, why }) =>
      `${step} ${tool} ${JSON.stringify(args).slice(0, 90)} -> ${code ?? end}  (${why})`,
  );
  return [says, ...lines, log.at(-1)?.reply ?? ''].join('\n').replaceAll(tmpdir(), 'tmp');
}
