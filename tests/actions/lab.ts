import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import {
  type Browser,
  chromium,
  type BrowserContext as PlaywrightContext,
  type Page as PlaywrightPage,
} from 'playwright-core';
import type { ActionOptions, ActionTarget } from '#actions/action-target.ts';
import { click, pressing } from '#actions/click.ts';
import { InputRun } from '#actions/input-run.ts';
import type { Outcome } from '#actions/outcome.ts';
import type { Settled } from '#actions/settle.ts';
import { BrowserContext } from '#browser/browser-context.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import type { SettleMode, Shown } from '#page/wire.ts';
import { type Answer, openSite, type Site } from '../support/site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Our world, with one more method that tells the number of what a selector finds. */
async function worldWithNumbers(): Promise<string> {
  const built = await build({
    absWorkingDir: root,
    stdin: {
      resolveDir: root,
      loader: 'ts',
      contents: `
        import './src/page/isolated-world.entry.ts';
        import { elementOf, numberOf } from './src/page/perception/element-table.ts';
        import { describe } from './src/page/perception/describe.ts';
        import { shadowOf } from './src/page/perception/flat-tree.ts';
        const find = (root, parts) => {
          const found = root.querySelector(parts[0]);
          return parts.length === 1 ? found : find(shadowOf(found), parts.slice(1));
        };
        globalThis.portolan.uidOf = (number) => elementOf(number)?.dataset.uid ?? null;
        globalThis.portolan.numberAt = (selector) => {
          const element = find(document, selector.split(' >>> '));
          return element === null ? null : { element: numberOf(element), shown: describe(element) };
        };
      `,
    },
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome120',
    conditions: ['@portolan/source'],
  });
  return built.outputFiles[0]?.text ?? '';
}

export interface Lab extends AsyncDisposable {
  readonly site: Site;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly playwright: PlaywrightPage;
  readonly options: ActionOptions;
  /** Shows this HTML at the site's root. */
  show(html: string): Promise<void>;
  /** Opens a path of the site. */
  open(path: string): Promise<void>;
  /** A resolved ref for what a selector finds; ` >>> ` goes into a shadow root. */
  target(selector: string, frame?: Frame): Promise<ActionTarget>;
  click(selector: string): Promise<Outcome>;
  /** Clicks and tells what settle waited for and why it ended. */
  clickAndSettle(selector: string): Promise<Settled>;
  /** Runs an expression in the page's own world. */
  inPage<Result>(expression: string): Promise<Result>;
}

let browser: Browser | undefined;
let world: string | undefined;

export async function closeLabs(): Promise<void> {
  await browser?.close();
  browser = undefined;
}

/** One tab as the product has it, on a site of its own. */
export async function openLab(
  answers: Readonly<Record<string, string | Answer>>,
  how: { readonly settle?: SettleMode; readonly withHook?: boolean; readonly isHeld?: boolean } = {},
): Promise<Lab> {
  browser ??= await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false });
  world ??= await worldWithNumbers();
  let shown = '';
  const site = await openSite({
    ...answers,
    '/shown': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(shown);
    },
  });
  const playwrightContext: PlaywrightContext = await browser.newContext({
    viewport: { width: 1_000, height: 700 },
  });
  const hook = readFileSync(new URL('../../dist/page/settle-hook.js', import.meta.url), 'utf8');
  const door = `door${Math.random().toString(36).slice(2)}`;
  const named = (source: string) => source.replaceAll('__PORTOLAN_DOOR__', door);
  const context = await BrowserContext.adopt(playwrightContext, {
    // As in a session: a document that expects no input lets none through.
    worldSource: named(world) + (how.isHeld === true ? '\n;portolan.setHeld(true);' : ''),
    ...(how.withHook === false ? {} : { hookSource: named(hook) }),
  });
  const page = await context.newPage();
  const playwright = playwrightContext.pages()[0] as PlaywrightPage;
  const settle = how.settle ?? 'hook';
  const lab: Lab = {
    site,
    page,
    context,
    playwright,
    get options(): ActionOptions {
      return { context, settle, deadline: deadlineIn(30_000) };
    },
    show: async (html) => {
      shown = html;
      await lab.open('/shown');
    },
    open: async (path) => {
      await page.navigate(`${site.origin}${path}`, deadlineIn(10_000));
    },
    target: async (selector, frame = page.mainFrame) => {
      const found = await frame.call<{ element: number; shown: Shown } | null>('numberAt', [selector]);
      if (found === null) throw new Error(`nothing at ${selector}`);
      return { text: `e${found.element}@v${page.generation}`, page, frame, ...found };
    },
    click: async (selector) => await click(await lab.target(selector), lab.options),
    clickAndSettle: async (selector) => {
      const target = await lab.target(selector);
      const { options } = lab;
      const run = new InputRun(target, options);
      try {
        const prepared = await run.prepare('prepare', { element: target.element, action: 'click' });
        return (await run.send(await pressing(run, prepared, options, {}))).settled;
      } finally {
        run.end();
      }
    },
    inPage: async <Result>(expression: string) => (await playwright.evaluate(expression)) as Result,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await site.close();
    },
  };
  return lab;
}
