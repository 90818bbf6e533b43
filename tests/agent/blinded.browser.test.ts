import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Difficulty, startDemoPortal } from '../../demo/portal.mjs';
import { PortalBench } from '../support/portal-client.ts';
import { runTask, told } from './run-task.ts';
import type { AgentReport, TaskStep } from './task.ts';

interface Blinding {
  readonly what: string;
  readonly difficulty: Difficulty;
  readonly steps: readonly TaskStep[];
  readonly alter: (reply: string) => string;
}

/** What is taken out of the replies, and a task that cannot be done without it. */
const BLINDINGS: readonly Blinding[] = [
  {
    what: 'the effect of an action',
    difficulty: 'dead-shortcut',
    steps: [
      { kind: 'open', name: 'New invoice' },
      { kind: 'open', name: 'Save invoice' },
    ],
    alter: (reply) => reply.replace(/^Effect: .*\n/gm, ''),
  },
  {
    what: 'the roles of dialogs',
    difficulty: 'cookie-banner',
    steps: [{ kind: 'open', name: 'New invoice' }],
    alter: (reply) => reply.replace(/\b(alert)?dialog (?=")/g, 'group '),
  },
  {
    what: 'the codes of failures',
    difficulty: 'self-refresh',
    steps: [
      { kind: 'find', key: 'F-2043' },
      { kind: 'read', field: 'Delivery' },
    ],
    alter: (reply) => reply.replace(/^browser\.[a-z_]+: /, ''),
  },
];

let bench: PortalBench;
beforeAll(async () => {
  bench = await PortalBench.open();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

async function run({ difficulty, steps }: Blinding, alter: (reply: string) => string): Promise<AgentReport> {
  const portal = await startDemoPortal({ difficulties: [difficulty] });
  const client = await bench.client();
  try {
    const signIn = { 'E-mail': 'ana@example.com', Password: 'harbour-7' };
    return await runTask(
      client,
      { startUrl: portal.url, signIn, steps },
      {
        alter,
        onRecordFound: async () => {
          const page = client.session.openContext?.current;
          const before = page?.generation;
          portal.announceNews();
          await vi.waitFor(() => expect(page?.generation).not.toBe(before), { timeout: 5_000, interval: 20 });
        },
      },
    );
  } finally {
    await client.session.close('the task is over');
    await portal.close();
  }
}

test.each(BLINDINGS)('the agent needs $what', async (blinding) => {
  const seeing = await run(blinding, (reply) => reply);
  expect(seeing.isDone, told(seeing)).toBe(true);
  const blind = await run(blinding, blinding.alter);
  expect(blind.isDone, told(blind)).toBe(false);
  expect(blind.says).toMatch(/^I need help: /);
});
