import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DemoEffect, type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { droppedAt, LOOKS, repeated } from './rules.ts';
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
  report = await runTask(client, task, { onRecordFound: reloadTheList });
}, 120_000);
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await portal.close();
});

/** Just before the record is opened, the list loads itself anew: the ref that the agent holds dies. */
async function reloadTheList(): Promise<void> {
  const page = client.session.openContext?.current;
  const before = page?.generation;
  portal.announceNews();
  await vi.waitFor(() => expect(page?.generation).not.toBe(before), { timeout: 5_000, interval: 20 });
}

function effectsOf(kind: DemoEffect['kind']): readonly DemoEffect[] {
  return portal.effects.filter((effect) => effect.kind === kind);
}

test('the whole task is done, and the portal has what was meant and nothing else', () => {
  expect(report.isDone, told(report)).toBe(true);
  expect(report.answers).toMatchObject({ Amount: '€3,965.98', Office: 'Monday to Friday, 8:30 to 17:00' });
  expect(report.answers['Paid invoices (CSV)']).toMatch(/invoices-paid\.csv/);
  expect(effectsOf('invoice-created')).toMatchObject([
    {
      invoice: {
        customer: 'Quay Works',
        amount: 1250.5,
        due: '2027-02-28',
        category: 'Pilotage',
        delivery: 'Post',
      },
    },
  ]);
  expect(effectsOf('customer-registered')).toMatchObject([
    {
      customer: {
        kind: 'Company',
        tax: '123456789',
        country: 'Norway',
        region: 'Troms',
        since: '2026-10-05',
      },
    },
  ]);
  expect(effectsOf('bait-taken')).toEqual([]);
});

proves('P-32', 'what lies over the page is resolved before the real target', () => {
  const [first, second] = report.log;
  expect(first?.reply).toMatch(/dialog "Your privacy at the quay"/);
  expect(second?.why).toMatch(/^resolve dialog/);
  expect(report.log.filter(({ code }) => code === 'covered')).toEqual([]);
});

proves('P-34', 'in the privacy choice what is not essential is refused', () => {
  expect(effectsOf('consent')).toMatchObject([{ choice: 'essential' }]);
});

proves(['P-35', 'P-36'], 'after a modal in mid-flow the interrupted form goes on where it was', () => {
  const at = report.log.findIndex(({ why }) => why === 'resolve dialog "Are you still there?"');
  const [before, modal, after] = report.log.slice(at - 1, at + 2);
  expect(modal?.step).toBe(1);
  expect([before?.step, after?.step]).toEqual([1, 1]);
  expect(after?.why).toMatch(/^(choose|fill) /);
  expect(effectsOf('session-extended').length).toBeGreaterThan(0);
  expect(report.log.filter(({ why }) => why === 'open the portal')).toHaveLength(1);
  const steps = report.log.map(({ step }) => step);
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
});

proves(
  ['P-37', 'P-38', 'P-39'],
  'a session that ended is seen as that, looked at first, and taken up again',
  () => {
    expect(effectsOf('session-expired')).toHaveLength(1);
    expect(effectsOf('signed-in')).toHaveLength(2);
    const dropped = droppedAt(report);
    expect(dropped).toHaveLength(1);
    for (const place of dropped) expect(LOOKS).toContain(report.log[place + 1]?.tool);
    expect(report.says).not.toMatch(/not exist/);
  },
);

proves(['P-40', 'P-42'], 'what failed or did nothing is never sent again as it was', () => {
  expect(repeated(report)).toEqual([]);
  expect(report.log.map(({ code }) => code)).toContain('stale_ref');
  expect(report.log.filter(({ end }) => end === 'silent').length).toBeGreaterThan(0);
});

proves('P-41', 'after a click without effect the menu is taken instead of the shortcut', () => {
  const at = report.log.findIndex(({ end }) => end === 'silent');
  const [silent, next] = report.log.slice(at, at + 2);
  expect(silent?.why).toBe('open New invoice');
  expect(next).toMatchObject({ why: 'open New invoice', end: 'done' });
  expect(next?.args['ref']).not.toBe(silent?.args['ref']);
});
