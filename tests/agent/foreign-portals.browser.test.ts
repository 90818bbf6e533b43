import { afterAll, beforeAll, expect, vi } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { droppedAt, LOOKS, repeated } from './rules.ts';
import { runTask, told } from './run-task.ts';
import { openLendingDesk } from './sites/lending-desk.ts';
import { openProtocolos } from './sites/protocolos.ts';
import type { SmallPortal } from './sites/small-portal.ts';
import type { AgentReport, AgentTask } from './task.ts';

let bench: PortalBench;
beforeAll(async () => {
  bench = await PortalBench.open();
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
});

/** Runs a task; just before the agent acts on the record it found, the page loads or draws its list anew. */
async function run(portal: SmallPortal, task: AgentTask): Promise<AgentReport> {
  const client = await bench.client();
  const report = await runTask(client, task, {
    onRecordFound: async () => {
      const page = client.session.openContext?.current;
      const before = `${page?.generation} ${page?.url}`;
      portal.refresh();
      await vi.waitFor(() => expect(`${page?.generation} ${page?.url}`).not.toBe(before), { interval: 20 });
    },
  });
  await client.session.close('the task is over');
  return report;
}

/** What holds of every run: nothing is repeated, nothing starts over, and a lost session is looked at first. */
function expectRules(report: AgentReport): void {
  expect(report.isDone, told(report)).toBe(true);
  expect(repeated(report)).toEqual([]);
  expect(report.log.filter(({ why }) => why === 'open the portal')).toHaveLength(1);
  expect(droppedAt(report)).toHaveLength(1);
  for (const place of droppedAt(report)) expect(LOOKS).toContain(report.log[place + 1]?.tool);
}

/** The call after a modal was resolved in mid-batch, by what it is for. */
function afterModal(report: AgentReport): { readonly failed: string; readonly resumed: string } {
  const at = report.log.findIndex(({ code }) => code === 'covered');
  const [failed, resolved, resumed] = report.log.slice(at, at + 3);
  expect(resolved?.why).toMatch(/^resolve (alert)?dialog/);
  return { failed: failed?.reply.split('\n')[0] ?? '', resumed: resumed?.why ?? '' };
}

proves(
  ['P-32', 'P-34', 'P-35', 'P-37', 'P-42'],
  'an English desk of another structure is got through',
  async () => {
    await using portal = await openLendingDesk();
    const task: AgentTask = {
      startUrl: portal.url,
      signIn: { 'Card number': 'A-17', PIN: '4410' },
      steps: [
        { kind: 'open', name: 'Add a loan' },
        {
          kind: 'fill',
          values: {
            Reader: 'Ines Prado',
            Item: 'Sextant 4',
            'Back by': '2027-03-09',
            Remarks: 'Handle with care',
          },
          submit: 'Record loan',
          proof: 'was recorded',
        },
        { kind: 'open', name: 'Loans' },
        { kind: 'find', key: 'LN/733' },
        { kind: 'read', field: 'Back by' },
      ],
    };
    const report = await run(portal, task);
    expectRules(report);
    expect(report.answers['Back by']).toBe('2027-03-06');
    expect(portal.effects).toEqual([
      'privacy: needed',
      'signed in',
      'loan: Ines Prado, Sextant 4, 2027-03-09, Handle with care',
      'session dropped',
      'signed in',
    ]);
    expect(report.log.map(({ code }) => code)).toContain('stale_ref');
    expect(afterModal(report)).toMatchObject({
      failed: expect.stringMatching(/^browser\.covered: Step 3 of 4 /),
      resumed: 'fill Back by, Remarks',
    });
  },
);

proves(['P-35', 'P-36', 'P-37', 'P-39'], 'a Portuguese desk is got through', async () => {
  await using portal = await openProtocolos();
  const task: AgentTask = {
    startUrl: `${portal.url}/pedidos`,
    signIn: { CPF: '123.456.789-09', Senha: 'farol-9' },
    steps: [
      { kind: 'find', key: '2026/1127' },
      { kind: 'read', field: 'Despacho' },
      { kind: 'open', name: 'Novo pedido' },
      {
        kind: 'fill',
        values: { Tipo: 'Obra', 'Área em m²': '42', Bairro: 'Centro', Rua: 'do Cais', Descrição: 'Muro' },
        submit: 'Enviar pedido',
        proof: 'gerado com sucesso',
      },
    ],
  };
  const report = await run(portal, task);
  expectRules(report);
  expect(report.answers['Despacho']).toBe('Em análise até 28/02/2027');
  expect(portal.effects).toEqual([
    'cookies: necessarios',
    'signed in',
    'session dropped',
    'signed in',
    'pedido: Obra, 42, Centro, do Cais, Muro',
  ]);
  expect(report.log.map(({ code }) => code)).toContain('detached_ref');
  expect(afterModal(report).resumed).toBe('fill Rua, Descrição');
});
