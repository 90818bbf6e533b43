import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_SIGN_IN, type Demo, readDemoPage, startDemo } from '#transports/cli/demo-portal.ts';
import type { HttpService } from '#transports/http/serve-http.ts';
import { tokenOf } from '#transports/token-file.ts';
import { CLIENT_KINDS, connectHttp } from './support/clients.ts';
import { freshFolder } from './support/echo-cli.ts';
import { servePortal, settingsIn } from './support/portal-server.ts';

let demo: Demo;
let service: HttpService;
let token: string;

beforeAll(async () => {
  const dataDir = freshFolder();
  token = tokenOf(dataDir);
  demo = await startDemo(settingsIn(dataDir, { hosts: ['127.0.0.1:*'] }));
  service = await servePortal(demo.settings);
});
afterAll(async () => {
  await service.stop(0);
  await demo.close();
});

test('the demonstration shows the invoices that a signed-in model would read', async () => {
  const reads = await readDemoPage(service.host, demo.url);
  expect(reads).toMatch(/link "F-2041" \[e\d+@v\d+\] \| Moreira Lda/);
  expect(reads).not.toContain(DEMO_SIGN_IN.password);
});

describe.each(CLIENT_KINDS)('a %s client', (kind) => {
  test('finds its page again after its transport died, by a ref it was given before', async () => {
    const url = `${service.origin}/mcp/portal/returning-${CLIENT_KINDS.indexOf(kind)}`;
    const before = await connectHttp(kind, url, token);
    const opened = await before.call('browser_navigate', { url: demo.url });
    const [, field] = /textbox "E-mail" \[(\S+)\]/.exec(opened.text) ?? [];
    await before.close();
    const after = await connectHttp(kind, url, token);
    const typed = await after.call('browser_type', { ref: field, text: 'kept@example.com' });
    expect(typed.isError).toBe(false);
    expect(typed.text).toContain('kept@example.com');
    await after.close();
  });

  test('cannot lead a page to the server itself, though the hosts cover its address', async () => {
    const client = await connectHttp(
      kind,
      `${service.origin}/mcp/portal/own-${CLIENT_KINDS.indexOf(kind)}`,
      token,
    );
    const reply = await client.call('browser_navigate', { url: `${service.origin}/livez` });
    expect(reply.isError).toBe(true);
    expect(reply.text).toMatch(/^browser\.blocked_/);
    await client.close();
  });
});
