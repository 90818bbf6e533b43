import type { BrowserContextOptions as PlaywrightContextOptions } from 'playwright-core';
import { compact } from '#kernel/compact.ts';
import { BrowserContext, type BrowserContextOptions } from './browser-context.ts';
import type { ContextOptions } from './context-options.ts';
import type { LaunchedBrowser } from './launch.ts';

/**
 * Makes an isolated context in a running browser: its own cookies, storage and way out.
 *
 * Requests never go to loopback around the proxy, whatever the address.
 */
export async function openContext(
  browser: LaunchedBrowser,
  options: ContextOptions & BrowserContextOptions,
): Promise<BrowserContext> {
  const playwright = await browser.newPlaywrightContext(toPlaywright(options));
  return await BrowserContext.adopt(playwright, options);
}

/** How a context is made to look, in the browser library's words. */
export function toPlaywright(options: ContextOptions): PlaywrightContextOptions {
  return compact<PlaywrightContextOptions>({
    proxy: { server: options.proxyServer, bypass: '<-loopback>' },
    viewport: options.viewport ?? { width: 1280, height: 800 },
    locale: options.locale,
    timezoneId: options.timezone,
    userAgent: options.userAgent,
    storageState: options.storageState,
    ignoreHTTPSErrors: options.ignoreHttpsErrors,
    httpCredentials: options.httpCredentials,
    extraHTTPHeaders: options.headers === undefined ? undefined : { ...options.headers },
    serviceWorkers: 'block',
    acceptDownloads: true,
  });
}
