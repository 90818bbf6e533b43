import { afterAll, beforeAll, expect, vi } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
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
async function run(portal: SmallPortal, task: AgentTask, key: string): Promise<AgentReport> {
  const client = await bench.client();
  let isRefreshed = false;
  const report = await runTask(client, task, {
    before: async (tool) => {
      const last = client.replies.at(-1)?.text ?? '';
      if (isRefreshed || tool !== 'browser_click' || !/^Found /m.test(last) || !last.includes(key)) return;
      isRefreshed = true;
      const page = client.session.openContext?.current;
      const before = `${page?.generation} ${page?.title}`;
      portal.refresh();
      await vi.waitFor(() => expect(`${page?.generation} ${page?.title}`).not.toBe(before), { interval: 20 });
    },
  });
  await client.session.close('the task is over');
  return report;
}

proves(['P-32', 'P-34', 'P-35', 'P-37', 'P-42'], 'an English desk of another structure is got through', async () => {
  await using portal = await openLendingDesk();
  const task: AgentTask = {
    startUrl: portal.url,
    signIn: { 'Card number': 'A-17', PIN: '4410' },
    steps: [
      { kind: 'open', name: 'Add a loan' },
      {
        kind: 'fill',
        values: { Reader: 'Ines Prado', Item: 'Sextant 4', 'Back by': '2027-03-09', Remarks: 'Handle with care' },
        submit: 'Record loan',
        proof: 'was recorded',
      },
      { kind: 'open', name: 'Loans' },
      { kind: 'find', key: 'LN/733' },
      { kind: 'read', field: 'Back by' },
    ],
  };
  const report = await run(portal, task, 'LN/733');
  console.log(told(report), portal.effects, report.answers);
});

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
  const report = await run(portal, task, '2026/1127');
  console.log(told(report), portal.effects, report.answers);
});
