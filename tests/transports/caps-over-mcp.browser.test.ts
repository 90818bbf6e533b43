import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpService } from '#transports/http/serve-http.ts';
import { tokenOf } from '#transports/token-file.ts';
import { openSite, type Site } from '../support/site.ts';
import { freshFolder } from './support/echo-cli.ts';
import { servePortal, settingsIn } from './support/portal-server.ts';

let site: Site;
let service: HttpService;
let client: Client;

beforeAll(async () => {
  const dataDir = freshFolder();
  const token = tokenOf(dataDir);
  const settings = settingsIn(dataDir, { hosts: ['127.0.0.1:*'], caps: ['vision'] });
  site = await openSite({ '/': '<!doctype html><title>Chart</title><canvas></canvas>' });
  service = await servePortal(settings);
  client = new Client({ name: 'portolan-tests', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp/portal/seen`), { requestInit }),
  );
});
afterAll(async () => {
  await client.close();
  await service.stop(0);
  await site.close();
});

test('a client gets the picture as an image beside the text, and lists only the groups that are on', async () => {
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toContain('browser_screenshot_view');
  expect(names).not.toContain('browser_script');
  await client.callTool({ name: 'browser_navigate', arguments: { url: site.origin } });
  const { content } = await client.callTool({ name: 'browser_screenshot_view', arguments: {} });
  expect(content).toEqual([
    { type: 'text', text: expect.stringContaining('Picture of tab t1') },
    { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBORw0KGgo/) },
  ]);
  const stored = await client.callTool({ name: 'browser_screenshot', arguments: {} });
  expect(stored.content).toEqual([{ type: 'text', text: expect.stringContaining('Stored a picture') }]);
});

test('a tool of a group that is off is answered by the flag that switches it on', async () => {
  const { content, isError } = await client.callTool({ name: 'browser_script', arguments: { code: '1' } });
  expect(isError).toBe(true);
  expect(content).toEqual([
    { type: 'text', text: expect.stringMatching(/^browser\.not_enabled: .*--caps script/s) },
  ]);
});
