import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type DemoPortal, startDemoPortal } from '../../demo/portal.mjs';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { addCredential } from '../support/vault-bench.ts';

let bench: PortalBench;
let portal: DemoPortal;

beforeAll(async () => {
  portal = await startDemoPortal();
  bench = await PortalBench.open({ vaults: ['default'] });
  await addCredential(bench.dataDir, {
    id: 'quayside',
    hosts: [`127.0.0.1:${portal.port}`],
    username: 'ana@example.com',
    password: 'harbour-7',
  });
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await portal.close();
});

describe('on the demo portal', () => {
  proves('P-44', 'signs in', async () => {
    const client = await bench.client();
    await client.ok('browser_navigate', { url: portal.url });
    const t = Date.now();
    const text = await client.ok('browser_login', { credentialId: 'quayside' });
    console.log(text, Date.now() - t);
    expect(text.split('\n')[0]).toBe('Login: verified');
  });
});
