import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import type { Settings } from '#sessions/settings.ts';
import type { Host } from '#transports/host.ts';

const DEMO_OWNER = 'demo';

/** Who may sign in to the demo portal. It is no secret: the portal is invented and runs on this machine only. */
export const DEMO_SIGN_IN = { email: 'ana@example.com', password: 'harbour-7' };

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

/**
 * Opens the demo portal as a client would, signs in, and returns the reply that the client's model would read
 * then. Refs are taken from the replies, as a model takes them.
 */
export async function readDemoPage(host: Host, url: string): Promise<string> {
  const session = await host.broker.open(DEMO_OWNER);
  const call = async (tool: string, args: object): Promise<string> => {
    const { text, isError } = await host.face.call(session, tool, args, {});
    if (isError) throw fail('environment', `The demonstration did not get through ${tool}. ${text}`);
    return text;
  };
  try {
    const signInPage = await call('browser_navigate', { url });
    const [email, password, button] = [
      /textbox "E-mail" \[(\S+)\]/,
      /textbox "Password" \[(\S+)\]/,
      /button "Sign in" \[(\S+)\]/,
    ].map((pattern) => pattern.exec(signInPage)?.[1]);
    if (email === undefined || password === undefined || button === undefined) return signInPage;
    await call('browser_type', { ref: email, text: DEMO_SIGN_IN.email, observe: 'none' });
    await call('browser_type', { ref: password, text: DEMO_SIGN_IN.password, observe: 'none' });
    return await call('browser_click', { ref: button });
  } finally {
    await session.close('the demonstration is over');
  }
}

function broken() {
  return fail('environment', 'The demo portal of this package cannot be started.', {
    remedy: 'Install the package again.',
  });
}
