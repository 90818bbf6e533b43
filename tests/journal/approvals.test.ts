import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LONGEST_APPROVAL_MS } from '#journal/approvals.ts';
import { Journal } from '#journal/journal.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import { proves } from '../spec/proves.ts';

let dataDir: string;
let journal: Journal;
let nowMs: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-approvals-'));
  nowMs = Date.parse('2026-11-30T09:00:00Z');
  journal = await Journal.open({
    dataDir,
    redactor: new SecretRedactor(),
    clock: { now: () => new Date(nowMs) },
  });
});
afterEach(async () => {
  await journal.close();
  await rm(dataDir, { recursive: true, force: true });
});

function action(bound: string) {
  return {
    bound: journal.approvals.bind(bound),
    operation: 'click',
    description: `click button "${bound}"`,
    effect: 'submit',
    origin: 'https://portal.example',
    destination: 'https://portal.example/pay',
    rule: 'sites: submit → ask',
  };
}

async function ask(...names: readonly string[]) {
  nowMs += 1;
  return await journal.approvals.ask({
    session: 's_1',
    owner: 'ana',
    picture: null,
    actions: names.map(action),
  });
}

proves('I6', 'an approval is for one use of exactly what was asked, in its session', async () => {
  const { approvals } = journal;
  const gate = await ask('Pay');
  expect(await approvals.use('s_1', approvals.bind('Pay'))).toBeUndefined();
  await approvals.answer(gate.token, true, 'cli:ana');
  expect(await approvals.use('s_1', approvals.bind('Pay more'))).toBeUndefined();
  expect(await approvals.use('s_2', approvals.bind('Pay'))).toBeUndefined();
  expect(await approvals.use('s_1', approvals.bind('Pay'))).toMatchObject({ answeredBy: 'cli:ana' });
  expect(await approvals.use('s_1', approvals.bind('Pay'))).toBeUndefined();
});

proves(
  ['I6', 'S-42'],
  'a guessed, altered, moved or used token is refused, and changes nothing',
  async () => {
    const { approvals } = journal;
    const [one, other] = [await ask('Pay'), await ask('Delete')];
    const [name, mac] = one.token.split('.') as [string, string];
    const wrong = [
      '',
      'x',
      `${name}.`,
      `${name}.${'A'.repeat(mac.length)}`,
      `${name}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`,
      `${other.gate}.${mac}`,
      one.gate,
    ];
    for (const token of wrong)
      await expect(approvals.answer(token, true, 'x'), token).rejects.toMatchObject({
        code: 'invalid_arguments',
      });
    expect((await approvals.waiting()).map(({ gate }) => gate)).toEqual([one.gate, other.gate]);
    await approvals.answer(one.token, true, 'cli:ana');
    await expect(approvals.answer(one.token, true, 'cli:ana')).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
    await expect(approvals.answer(one.token, false, 'cli:ana')).rejects.toThrow(/answered before/);
  },
);

proves('I6', 'nobody answering is a no: after five minutes neither an answer nor a use counts', async () => {
  const { approvals } = journal;
  const [late, approved] = [await ask('Pay'), await ask('Delete')];
  await approvals.answer(approved.token, true, 'cli:ana');
  nowMs += LONGEST_APPROVAL_MS;
  expect(await approvals.waiting()).toEqual([]);
  await expect(approvals.answer(late.token, true, 'cli:ana')).rejects.toThrow(/in time/);
  expect(await approvals.use('s_1', approvals.bind('Delete'))).toBeUndefined();
});

proves('S-41', 'several actions have one gate, and one answer is for all of them', async () => {
  const { approvals } = journal;
  const gate = await ask('Fill', 'Upload', 'Pay');
  expect((await approvals.waiting()).map(({ actions }) => actions.length)).toEqual([3]);
  await approvals.answer(gate.token, true, 'cli:ana');
  for (const name of ['Fill', 'Upload', 'Pay'])
    expect(await approvals.use('s_1', approvals.bind(name))).toBeDefined();
});

test('whichever process can read the folder can answer, once; both asking and answering are in the chain', async () => {
  const gate = await ask('Pay');
  const elsewhere = await Journal.open({
    dataDir,
    redactor: new SecretRedactor(),
    clock: { now: () => new Date(nowMs) },
  });
  const [found] = await elsewhere.approvals.waiting({ owner: 'ana' });
  expect(found?.token).toBe(gate.token);
  expect(await elsewhere.approvals.waiting({ owner: 'ben' })).toEqual([]);
  const answers = await Promise.allSettled(
    [journal, elsewhere, journal].map((each) => each.approvals.answer(gate.token, true, 'x')),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const uses = await Promise.all(
    [journal, elsewhere].map((each) => each.approvals.use('s_1', journal.approvals.bind('Pay'))),
  );
  expect(uses.filter((use) => use !== undefined)).toHaveLength(1);
  await elsewhere.close();
  const kinds: string[] = [];
  for await (const { kind } of journal.log.read({ limit: 10 })) kinds.push(kind);
  expect(kinds).toEqual(['approval-asked', 'approval-answered']);
  expect(await journal.log.verify()).toMatchObject({ faults: [] });
});
