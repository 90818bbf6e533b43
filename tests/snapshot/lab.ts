import { BrowserContext } from '#browser/browser-context.ts';
import type { Page } from '#browser/page.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { readShipped } from '#kernel/package-root.ts';
import { type PortalOptions, renderPortal } from '#snapshot/render-portal.ts';
import type { RefContext } from '#snapshot/resolve-ref.ts';
import { SeenRegister } from '#snapshot/seen-register.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';
import { type SnapshotOptions, takeSnapshot } from '#snapshot/take-snapshot.ts';
import { rawBrowser } from '../support/raw-page.ts';
import { type Answer, openSite, type Site } from '../support/site.ts';

/** One session's tabs over the fixture pages, with what it was shown. */
export interface Lab extends RefContext {
  readonly site: Site;
  readonly tabs: BrowserContext;
  readonly page: Page;
  open(path: string, page?: Page): Promise<void>;
  /** Takes, prints and notes a snapshot. */
  show(
    options?: SnapshotOptions & Pick<PortalOptions, 'language'>,
    page?: Page,
  ): Promise<{ snapshot: Snapshot; text: string }>;
  /** Runs an expression in the page's own world. */
  inPage<Result = unknown>(expression: string, page?: Page): Promise<Result>;
  close(): Promise<void>;
}

export interface LabOptions {
  readonly answers?: Readonly<Record<string, string | Answer>>;
  /** Put behind our own world's source. */
  readonly moreInWorld?: string;
}

export async function openLab({ answers = {}, moreInWorld = '' }: LabOptions = {}): Promise<Lab> {
  const site = await openSite(answers);
  const playwright = await (await rawBrowser()).newContext({ viewport: { width: 1280, height: 800 } });
  const tabs = await BrowserContext.adopt(playwright, {
    worldSource: readShipped('dist/page/isolated-world.js') + moreInWorld,
  });
  const page = await tabs.newPage();
  const seen = new SeenRegister();
  return {
    site,
    tabs,
    page,
    seen,
    open: async (path, tab = page) => void (await tab.navigate(`${site.origin}${path}`, deadlineIn(20_000))),
    show: async (options = {}, tab = page) => {
      const snapshot = await takeSnapshot(tab, { deadline: deadlineIn(20_000), ...options });
      const budget =
        options.budgetCharacters === null ? {} : { budgetCharacters: options.budgetCharacters ?? 12_000 };
      const text = renderPortal(snapshot, { language: options.language ?? 'en', ...budget });
      seen.note(snapshot, text);
      return { snapshot, text };
    },
    inPage: async <Result>(expression: string, tab = page) => {
      const reply = await tab.send<{ result: { value: Result } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      return reply.result.value;
    },
    close: async () => {
      await tabs.close();
      await site.close();
    },
  };
}

/** Waits until the page has so many frames, its own not counted, and each has loaded what it shows. */
export async function framesLoaded({ page }: Lab, count: number): Promise<void> {
  const end = Date.now() + 15_000;
  for (;;) {
    const frames = page.frames();
    const isReady = frames.map(async (frame) =>
      frame.hasWorld ? !(await frame.call<boolean>('mayStillBuild', []).catch(() => true)) : false,
    );
    if (frames.length === count + 1 && (await Promise.all(isReady)).every(Boolean)) return;
    if (Date.now() > end) throw new Error(`there never were ${count} loaded frames`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The ref printed for a node of that role and name. */
export function refNamed(snapshot: Snapshot, role: string, name: string): string {
  for (const node of everyNode(snapshot.nodes))
    if (node.role === role && node.name === name && node.ref) return node.ref;
  throw new Error(`no ${role} "${name}" in the snapshot`);
}
