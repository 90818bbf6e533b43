import { tmpdir } from 'node:os';
import type { PortalClient } from '../support/portal-client.ts';
import { runAgent } from './agent.ts';
import type { AgentReport, AgentTask } from './task.ts';

export interface RunOptions {
  /** Runs before a call is made: what happens to the page behind the agent's back. */
  readonly before?: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<void> | void;
  /** What the agent is given instead of the reply. */
  readonly alter?: (reply: string) => string;
}

/** Runs the agent over a session. It gets the texts of replies and nothing else. */
export async function runTask(
  client: PortalClient,
  task: AgentTask,
  { before, alter = (reply) => reply }: RunOptions = {},
): Promise<AgentReport> {
  const report = await runAgent(task, async (tool, args) => {
    await before?.(tool, args);
    return alter((await client.call(tool, args)).text);
  });
  return report;
}

/** The run as lines, for the message of a test that fails. */
export function told({ says, log }: AgentReport): string {
  const lines = log.map(
    ({ step, tool, args, end, code, why }) =>
      `${step} ${tool} ${JSON.stringify(args).slice(0, 90)} -> ${code ?? end}  (${why})`,
  );
  return [says, ...lines, log.at(-1)?.reply ?? ''].join('\n').replaceAll(tmpdir(), 'tmp');
}
