import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDemoPortal } from '../../demo/portal.mjs';
import { startSmallClient } from './small-client.ts';

test('a client with the reply texts alone signs in, finds an invoice among 500 and records a new one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-journey-'));
  const portal = await startDemoPortal();
  try {
    await using client = await startSmallClient(['--data-dir', dataDir, '--hosts', '127.0.0.1:*']);
    const last = await client.run([
      { tool: 'browser_navigate', args: { url: portal.url }, expect: /heading "Sign in"/ },
      { tool: 'browser_type', on: ['textbox', 'E-mail'], args: { text: 'ana@example.com' } },
      { tool: 'browser_type', on: ['textbox', 'Password'], args: { text: 'harbour-7' } },
      { tool: 'browser_click', on: ['button', 'Sign in'], expect: /heading "Invoices"/ },
      { tool: 'browser_find', args: { text: 'F-2041' }, expect: /Moreira Lda/ },
      { tool: 'browser_click', on: ['link', 'F-2041'], expect: /heading "Invoice F-2041"/ },
      { tool: 'browser_back', expect: /heading "Invoices"/ },
      { tool: 'browser_click', on: ['link', 'New invoice'], expect: /heading "New invoice"/ },
      { tool: 'browser_type', on: ['textbox', 'Customer'], args: { text: 'Quay Works' } },
      { tool: 'browser_type', on: ['textbox', 'E-mail'], args: { text: 'pay@quay.example' } },
      { tool: 'browser_type', on: ['spinbutton', 'Amount in euro'], args: { text: '1250.5' } },
      { tool: 'browser_type', on: ['textbox', 'Due'], args: { text: '2026-12-31' } },
      { tool: 'browser_select', on: ['combobox', 'Category'], args: { values: ['Pilotage'] } },
      { tool: 'browser_check', on: ['radio', 'Post'], args: { checked: true } },
      { tool: 'browser_check', on: ['checkbox', 'Send a reminder a week before'], args: { checked: true } },
      { tool: 'browser_type', on: ['textbox', 'Notes'], args: { text: 'By the harbour.\nSecond line.' } },
      { tool: 'browser_click', on: ['button', 'Save invoice'], expect: /Invoice F-\d+ was saved/ },
    ]);
    expect(last).toMatch(/^Effect: navigated/m);
    expect(portal.effects.filter(({ kind }) => kind === 'invoice-created')).toEqual([
      expect.objectContaining({
        invoice: expect.objectContaining({
          customer: 'Quay Works',
          email: 'pay@quay.example',
          amount: 1250.5,
          due: '2026-12-31',
          category: 'Pilotage',
          delivery: 'Post',
          reminder: true,
        }),
      }),
    ]);
  } finally {
    await portal.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 90_000);
