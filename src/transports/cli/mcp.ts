import type { OpenHost } from '#transports/host.ts';
import { stderrLog } from '#transports/log.ts';
import type { LoadedSettings } from './load-settings.ts';
import { STOP_WITHIN_MS, stopSignal } from './stop-signal.ts';

/**
 * `portolan mcp`: serves the client at the other end of standard input and output until it is gone or a
 * signal comes. Standard output carries the protocol alone.
 */
export async function mcp({ settings, file }: LoadedSettings, openHost: OpenHost): Promise<void> {
  const log = stderrLog(settings.logLevel);
  console.log = console.error;
  if (file !== undefined) log.info(`settings from ${file}`);
  const signal = stopSignal(log);
  const [host, { serveStdio }] = await Promise.all([
    openHost(settings, { ownPorts: new Set(), log }),
    // Loaded beside what starts the browser, which has the longer way.
    import('#transports/mcp/serve-stdio.ts'),
  ]);
  const service = serveStdio(host, log);
  const reason = await Promise.race([service.ended, signal]);
  log.info(`stopping: ${reason}`);
  await service.admission.stop(reason.startsWith('SIG') ? STOP_WITHIN_MS : 0);
  await service.close();
  await host.broker.close();
  process.exit(0);
}
