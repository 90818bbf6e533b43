import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserContext } from '#browser/browser-context.ts';
import { innerSession } from '#browser/cdp-session.ts';
import { type LaunchedBrowser, launchBrowser } from '#browser/launch.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { startForwardProxy } from '../support/forward-proxy.ts';

const WORLD = `globalThis.portolan = { title: () => document.title, hang: () => { for (;;); }, echo: (...a) => a };`;
let dataDir = '';
let browser: LaunchedBrowser;
let origin = '';
let proxy: { url: string; close(): void };
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  if (request.url === '/204') {
    response.statusCode = 204;
    response.end();
    return;
  }
  if (request.url === '/frames') {
    response.end(
      `<title>F</title><iframe src="${origin.replace('127.0.0.1', 'localhost')}/child"></iframe><iframe src="/child"></iframe>`,
    );
    return;
  }
  if (request.url === '/dialog') {
    response.end(
      '<title>D</title><button onclick="confirm(\'Delete?\')">x</button><script>setTimeout(()=>confirm("Sure?"),50)</script>',
    );
    return;
  }
  response.end(`<title>${request.url}</title>hello`);
});

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-page-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  proxy = await startForwardProxy();
  browser = await launchBrowser({
    dataDir,
    headless: true,
    sandbox: false,
    proxyServer: 'http://127.0.0.1:9',
  });
});
afterAll(async () => {
  await browser.close();
  server.close();
  proxy.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('protocol calls take the short way inside the driver, with the same answers and errors', async () => {
  const playwright = await browser.newPlaywrightContext({});
  const page = await playwright.newPage();
  const session = await playwright.newCDPSession(page);
  const short = innerSession(session);
  const methods: string[] = [];
  short?.onEvent(({ method }) => methods.push(method));
  const expression = { expression: '6 * 7' };
  expect(await short?.send('Runtime.evaluate', expression)).toEqual(
    await session.send('Runtime.evaluate', expression),
  );
  await expect(short?.send('Runtime.evaluate', { contextId: 99, ...expression })).rejects.toThrow(
    /Cannot find context/,
  );
  await short?.send('Runtime.enable');
  expect(methods).toContain('Runtime.executionContextCreated');
  await playwright.close();
});

test('a page is navigated, called, and its generation grows with each document', async () => {
  const playwright = await browser.newPlaywrightContext({
    proxy: { server: proxy.url, bypass: '<-loopback>' },
  });
  const context = await BrowserContext.adopt(playwright, { worldSource: WORLD });
  const page = await context.newPage();
  const first = page.generation;
  const result = await page.navigate(`${origin}/a`, deadlineIn(5000));
  expect(result).toMatchObject({ kind: 'document', status: 200 });
  expect(page.generation).toBeGreaterThan(first);
  expect(await page.mainFrame.call('title', [])).toBe('/a');
  const g = page.generation;
  expect(await page.navigate(`${origin}/204`, deadlineIn(5000))).toMatchObject({
    kind: 'nothing',
    status: 204,
  });
  expect(page.generation).toBe(g);
  await page.navigate(`${origin}/b`, deadlineIn(5000));
  expect((await page.travel(-1, deadlineIn(5000))).url).toBe(`${origin}/a`);
  expect(await page.mainFrame.call('title', [])).toBe('/a');
  await page.navigate(`${origin}/frames`, deadlineIn(5000));
  await new Promise((r) => setTimeout(r, 500));

  expect(await Promise.all(page.frames().map((f) => f.call('title', [])))).toEqual(['F', '/child', '/child']);
  await page.navigate(`${origin}/dialog`, deadlineIn(5000));
  await new Promise((r) => setTimeout(r, 300));
  await expect(page.mainFrame.call('title', [])).rejects.toMatchObject({ code: 'dialog_open' });
  await page.answerDialog(true);
  expect(await page.mainFrame.call('title', [])).toBe('D');
  await expect(page.mainFrame.call('hang', [], { deadline: deadlineIn(500) })).rejects.toMatchObject({
    code: 'page_unresponsive',
  });
  await page.endScript();
  expect(await page.mainFrame.call('title', [])).toBe('D');
  await context.close();
});
