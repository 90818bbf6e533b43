import { afterAll, beforeAll, expect, vi } from 'vitest';
import { type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { runTask, told } from './run-task.ts';
import type { AgentReport, AgentTask } from './task.ts';

const SIGN_IN = { 'E-mail': 'ana@example.com', Password: 'harbour-7' };
const RECORD = {
  Customer: 'Quay Works',
  'E-mail': 'pay@quay.example',
  'Amount in euro': '1250.5',
  Due: '2027-02-28',
  Category: 'Pilotage',
  Delivery: 'Post',
  'Send a reminder a week before': 'yes',
  Notes: 'By the harbour.',
};

let bench: PortalBench;
let portal: DemoPortal;
let client: PortalClient;
let report: AgentReport;

beforeAll(async () => {
  [bench, portal] = await Promise.all([PortalBench.open(), startDemoPortal({ difficulties: 'all' })]);
  client = await bench.client();
  const task: AgentTask = {
    startUrl: portal.url,
    signIn: SIGN_IN,
    steps: [
      { kind: 'open', name: 'New invoice' },
      { kind: 'fill', values: RECORD, submit: 'Save invoice', proof: 'was saved' },
      { kind: 'open', name: 'All invoices' },
      { kind: 'find', key: 'F-2333' },
      { kind: 'read', field: 'Amount' },
      { kind: 'open', name: 'Reports' },
      { kind: 'download', name: 'Paid invoices (CSV)' },
      { kind: 'open', name: 'Register customer' },
      {
        kind: 'fill',
        values: {
          'Who registers': 'Company',
          'Company name': 'Atlantic Salt Co.',
          'Tax number': '123456789',
          'Contact person': 'Rui Melo',
          Country: 'Norway',
          Region: 'Troms',
          'Customer from': '2026-10-05',
        },
        submit: 'Register',
        proof: 'was registered',
      },
      { kind: 'open', name: 'Notices' },
      { kind: 'read', field: 'Office' },
    ],
  };
  report = await runTask(client, task, { before: reloadTheList });
}, 120_000);
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await portal.close();
});

let isReloaded = false;

/** Just before the record is opened, the list loads itself anew: the ref that the agent holds dies. */
async function reloadTheList(tool: string): Promise<void> {
  const looksForRecord = client.replies.at(-1)?.text.includes('F-2333') === true;
  if (isReloaded || tool !== 'browser_click' || !looksForRecord) return;
  isReloaded = true;
  const page = client.session.openContext?.current;
  const before = page?.generation;
  portal.announceNews();
  await vi.waitFor(() => expect(page?.generation).not.toBe(before), { timeout: 5_000, interval: 20 });
}

proves(['P-32', 'P-36'], 'the whole task is done on a portal with every difficulty', () => {
  console.log(told(report), JSON.stringify(portal.effects, null, 1), report.answers);
  expect(report.isDone, told(report)).toBe(true);
});
