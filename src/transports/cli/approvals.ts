import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { fail } from '#kernel/errors.ts';
import { openApprovals } from '#sessions/open-approvals.ts';
import { gateInWords } from '#transports/approval-words.ts';
import type { HostedGate } from '#transports/host.ts';

const POLL_MS = 500;

export interface ApprovalOptions {
  readonly json: boolean;
}

/** `portolan approvals`: what waits for a word, in this data folder, whichever process asked. */
export async function listApprovals(dataDir: string, { json }: ApprovalOptions): Promise<void> {
  await using book = await openApprovals(dataDir);
  const gates = await book.approvals.waiting();
  if (json) {
    console.log(JSON.stringify({ gates: gates.map(withoutToken) }));
    return;
  }
  if (gates.length === 0) console.log('Nothing waits for your word.');
  for (const gate of gates) printGate(gate);
}

/** `portolan approvals approve|deny <gate>`. */
export async function answerApproval(
  dataDir: string,
  gate: string,
  approve: boolean,
  { json }: ApprovalOptions,
): Promise<void> {
  await using book = await openApprovals(dataDir);
  const waiting = await book.approvals.waiting();
  const found = waiting.filter((candidate) => candidate.gate === gate || candidate.gate.startsWith(gate));
  const [only, other] = found;
  if (only === undefined || other !== undefined)
    throw fail('invalid_arguments', `${gate} names ${found.length} of what waits.`, {
      remedy: `Waiting: ${waiting.map((each) => each.gate).join(', ') || 'nothing'}.`,
    });
  await book.approvals.answer(only.token, approve, `cli:${userInfo().username}`);
  const word = approve ? 'Approved' : 'Denied';
  console.log(json ? JSON.stringify({ gate: only.gate, approved: approve }) : `${word}: ${only.gate}`);
}

/** `portolan approvals watch`: asks here about each thing as it comes, until interrupted. */
export async function watchApprovals(dataDir: string): Promise<void> {
  await using book = await openApprovals(dataDir);
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const asked = new Set<string>();
  let isOver = false;
  lines.once('close', () => {
    isOver = true;
  });
  console.log('Waiting for what needs your word. Ctrl+C ends this.');
  while (!isOver) {
    const gates = await book.approvals.waiting();
    const next = gates.find(({ gate }) => !asked.has(gate));
    if (next === undefined) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      continue;
    }
    asked.add(next.gate);
    printGate(next);
    const answer = await lines.question('Allow this once? [y/N] ').catch(() => undefined);
    if (answer === undefined) return;
    const approve = /^y(es)?$/i.test(answer.trim());
    await book.approvals.answer(next.token, approve, `cli:${userInfo().username}`).then(
      () => console.log(approve ? 'Approved.' : 'Denied.'),
      (error: Error) => console.log(error.message),
    );
  }
}

function printGate(gate: HostedGate): void {
  const leftSeconds = Math.max(0, Math.round((gate.expiresAtMs - Date.now()) / 1000));
  console.log(`${gate.gate}  (${leftSeconds} s left)\n${gateInWords(gate)}`);
}

/** The token is for the one who answers over HTTP; here the gate's name does. */
function withoutToken({ token: _, ...gate }: HostedGate): object {
  return gate;
}
