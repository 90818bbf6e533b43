import type { BrowserContextOptions } from 'playwright-core';
import { compact } from '#kernel/compact.ts';
import type { ContextLook } from './context-options.ts';

/** How a context looks, in the browser library's words. */
export function lookOptions(look: ContextLook): BrowserContextOptions {
  return compact<BrowserContextOptions>({
    viewport: look.device?.viewport ?? look.viewport ?? { width: 1280, height: 800 },
    deviceScaleFactor: look.device?.deviceScaleFactor,
    isMobile: look.device?.isMobile,
    hasTouch: look.device?.hasTouch,
    locale: look.locale,
    timezoneId: look.timezone,
    userAgent: look.userAgent ?? look.device?.userAgent,
    ignoreHTTPSErrors: look.ignoreHttpsErrors,
    httpCredentials: look.httpCredentials,
    extraHTTPHeaders: look.headers === undefined ? undefined : { ...look.headers },
    // Even an empty list says that whatever is not in it is denied, so that no page waits for a person's answer.
    permissions: [...(look.permissions ?? [])],
    // The driver's own block can be walked around by a page, so it is done by our code in the page.
    serviceWorkers: 'allow',
    acceptDownloads: true,
  });
}
