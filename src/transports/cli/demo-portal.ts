import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import type { Settings } from '#sessions/settings.ts';
import type { Host } from '#transports/host.ts';

const DEMO_OWNER = 'demo';

export interface Demo {
  readonly url: string;
  /** The settings given, with the demo portal's host and port on the list of hosts. */
  readonly settings: Settings;
  close(): Promise<void>;
}

const PORTAL = z.looseObject({
  url: z.url(),
  close: z.custom<() => unknown>((it) => typeof it === 'function'),
});

/** Starts the demo portal that ships with the package, on a free port of this machine. */
export async function startDemo(settings: Settings): Promise<Demo> {
  const module: { startDemoPortal?: unknown } = await import(
    pathToFileURL(join(PACKAGE_ROOT, 'demo/portal.mjs')).href
  );
  if (typeof module.startDemoPortal !== 'function') throw broken();
  const started: unknown = await module.startDemoPortal();
  const portal = PORTAL.safeParse(started);
  if (!portal.success) throw broken();
  const { url, close } = portal.data;
  return {
    url,
    settings: { ...settings, hosts: [...settings.hosts, new URL(url).host] },
    close: async () => {
      await close.call(started);
    },
  };
}

/** Opens the demo portal as a client would, and returns the reply that its model would read. */
export async function readDemoPage(host: Host, url: string): Promise<string> {
  const session = await host.broker.open(DEMO_OWNER);
  try {
    const { text, isError } = await host.face.call(session, 'browser_navigate', { url }, {});
    if (isError) throw fail('environment', `The demo portal could not be opened. ${text}`);
    return text;
  } finally {
    await session.close('the demonstration is over');
  }
}

function broken() {
  return fail('environment', 'The demo portal of this package cannot be started.', {
    remedy: 'Install the package again.',
  });
}
