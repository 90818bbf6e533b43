import type { Settings } from '#sessions/settings.ts';
import { loadSettings } from '#transports/cli/load-settings.ts';
import { byTokenFile } from '#transports/http/authenticate.ts';
import { type HttpService, serveHttp } from '#transports/http/serve-http.ts';
import { stderrLog } from '#transports/log.ts';
import { openHost } from '#transports/open-host.ts';

/** Settings as a command line with these flags would have them. */
export function settingsIn(dataDir: string, flags: Readonly<Record<string, string[]>>): Settings {
  return loadSettings({ dataDir: [dataDir], ...flags }, undefined, dataDir).settings;
}

/** The portal face over HTTP on a free port, with the token of its data folder. */
export async function servePortal(settings: Settings): Promise<HttpService> {
  const log = stderrLog('silent');
  return await serveHttp({
    openHost: (port) => openHost(settings, { ownPorts: new Set([port]), log }),
    authenticate: byTokenFile(settings.dataDir),
    host: '127.0.0.1',
    port: 0,
    idleTimeoutMs: 60_000,
    log,
  });
}
