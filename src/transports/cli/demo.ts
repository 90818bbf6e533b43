import type { OpenHost } from '#transports/host.ts';
import { stderrLog } from '#transports/log.ts';
import { readDemoPage, startDemo } from './demo-portal.ts';
import type { LoadedSettings } from './load-settings.ts';

/** `portolan demo`: opens the demo portal, prints what a model would read of it, and ends. */
export async function demo(
  { settings }: LoadedSettings,
  openHost: OpenHost,
  { json }: { json: boolean },
): Promise<void> {
  const portal = await startDemo(settings);
  try {
    const host = await openHost(portal.settings, { ownPorts: new Set(), log: stderrLog('warn') });
    try {
      const reads = await readDemoPage(host, portal.url);
      console.log(json ? JSON.stringify({ url: portal.url, reads }) : reads);
    } finally {
      await host.broker.close();
    }
  } finally {
    await portal.close();
  }
}
