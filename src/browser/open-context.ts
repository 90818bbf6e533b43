import { compact } from '#kernel/compact.ts';
import { BrowserContext, type BrowserContextOptions } from './browser-context.ts';
import type { ContextOptions } from './context-options.ts';
import type { LaunchedBrowser } from './launch.ts';
import { lookOptions } from './look-options.ts';

/**
 * Makes an isolated context in a running browser: its own cookies, storage and way out.
 *
 * Requests never go to loopback around the proxy, whatever the address.
 */
export async function openContext(
  browser: LaunchedBrowser,
  options: ContextOptions & BrowserContextOptions,
): Promise<BrowserContext> {
  const playwright = await browser.newPlaywrightContext({
    ...lookOptions(options),
    ...compact({
      proxy: { server: options.proxyServer, bypass: '<-loopback>' },
      storageState: options.storageState,
    }),
  });
  return await BrowserContext.adopt(playwright, options);
}
