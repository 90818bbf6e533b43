import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const WORLD = 'portolan';

/** One tab with our page code in its world and nothing else of ours around it: for tests of page code alone. */
export interface RawPage {
  open(url: string): Promise<void>;
  /** Shows this HTML as a new document. */
  show(html: string): Promise<void>;
  /** Calls `portolan[method](...args)` in our world of the main frame. */
  call<Result = unknown>(method: string, ...args: readonly unknown[]): Promise<Result>;
  /** Runs an expression in the page's own world. */
  inPage<Result = unknown>(expression: string): Promise<Result>;
  send<Result = unknown>(method: string, params?: object): Promise<Result>;
}

let browser: Browser | undefined;

export async function rawBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
  return browser;
}

export async function closeRawBrowser(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** @param source - the world's script; the built bundle when absent. */
export async function openRawPage(source?: string): Promise<RawPage> {
  const world =
    source ??
    readFileSync(fileURLToPath(new URL('../../dist/page/isolated-world.js', import.meta.url)), 'utf8');
  const context = await (await rawBrowser()).newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let contextId = 0;
  session.on('Runtime.executionContextCreated', (event) => {
    const { name, id } = event.context;
    const data = event.context.auxData as { frameId?: string } | undefined;
    if (name === WORLD && data?.frameId === mainFrameId) contextId = id;
  });
  const tree = await session.send('Page.getFrameTree');
  const mainFrameId = tree.frameTree.frame.id;
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: world,
    worldName: WORLD,
    runImmediately: true,
  });
  const send = session.send.bind(session) as unknown as (method: string, params?: object) => Promise<unknown>;
  return {
    open: async (url) => void (await page.goto(url)),
    show: async (html) => {
      await page.route('http://raw.test/', (route) =>
        route.fulfill({ contentType: 'text/html', body: html }),
      );
      await page.goto('http://raw.test/');
      await page.unroute('http://raw.test/');
    },
    call: async <Result>(method: string, ...args: readonly unknown[]) => {
      const reply = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (method, args) { return globalThis.portolan[method](...args); }',
        executionContextId: contextId,
        arguments: [{ value: method }, { value: args }],
        returnByValue: true,
        awaitPromise: true,
      });
      if (reply.exceptionDetails)
        throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
      return reply.result.value as Result;
    },
    inPage: async <Result>(expression: string) => (await page.evaluate(expression)) as Result,
    send: async <Result>(method: string, params: object = {}) => (await send(method, params)) as Result,
  };
}
