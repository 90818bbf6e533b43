import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';

let library: typeof Playwright | undefined;

/**
 * The library that starts and connects browsers, loaded when it is first asked for. It is required and not
 * imported: an import reads its seven megabytes twice, once for the names of its exports.
 */
export function playwright(): typeof Playwright {
  library ??= createRequire(import.meta.url)('playwright-core') as typeof Playwright;
  return library;
}
