import { PACKAGE_VERSION } from '#kernel/package-root.ts';
import type { Settings } from '#sessions/settings.ts';
import type { Host, OpenHost } from '#transports/host.ts';
import { byFixedToken, byTokenFile } from '#transports/http/authenticate.ts';
import { type HttpService, serveHttp } from '#transports/http/serve-http.ts';
import { stderrLog } from '#transports/log.ts';
import { tokenOf, tokenPath } from '#transports/token-file.ts';
import { clientBlock } from './client-blocks.ts';
import { sessionAddress } from './config.ts';
import { DEMO_SIGN_IN, readDemoPage, startDemo } from './demo-portal.ts';
import type { LoadedSettings } from './load-settings.ts';
import { printError } from './print-error.ts';
import { requireAllowedAddress } from './remote-address.ts';
import { STOP_WITHIN_MS, stopSignal } from './stop-signal.ts';

/** `portolan serve`: serves clients over HTTP until a signal comes, and prints what a client needs. */
export async function serve(
  { settings: given, file }: LoadedSettings,
  openHost: OpenHost,
  options: { demo: boolean; json: boolean },
): Promise<void> {
  const log = stderrLog(given.logLevel);
  requireAllowedAddress(given);
  if (file !== undefined) log.info(`settings from ${file}`);
  const signal = stopSignal(log);
  const demo = options.demo ? await startDemo(given) : undefined;
  const settings = demo?.settings ?? given;
  const token = settings.token ?? tokenOf(settings.dataDir);
  const service = await serveHttp({
    openHost: (port) => openHost(settings, { ownPorts: new Set([port]), log }),
    authenticate: settings.token === undefined ? byTokenFile(settings.dataDir) : byFixedToken(settings.token),
    host: settings.host,
    port: settings.port,
    idleTimeoutMs: settings.idleTimeoutMs,
    log,
  });
  print(service, settings, token, demo?.url, options.json);
  if (demo !== undefined && !options.json) {
    await demonstrate(service.host, demo.url);
  }
  const reason = await signal;
  log.info(`stopping: ${reason}; running calls get ${STOP_WITHIN_MS / 1000} s`);
  const outcome = await service.stop(STOP_WITHIN_MS);
  await demo?.close();
  log.info(outcome === 'finished' ? 'stopped' : 'stopped; calls that had not finished were cut short');
  process.exit(0);
}

/** A demonstration that does not work is told, and leaves the server as it is. */
async function demonstrate(host: Host, url: string): Promise<void> {
  try {
    const reads = await readDemoPage(host, url);
    console.log(`\nWhat a model reads once it has signed in to the demo portal:\n\n${reads}`);
  } catch (error) {
    printError(error, false);
  }
}

function print(
  service: HttpService,
  settings: Settings,
  token: string,
  demoUrl: string | undefined,
  json: boolean,
): void {
  const url = sessionAddress(service.origin);
  const tokenFile = settings.token === undefined ? tokenPath(settings.dataDir) : undefined;
  const block = clientBlock('generic', { kind: 'http', url, token });
  if (json) {
    const config: unknown = JSON.parse(block.text);
    const facts = { address: service.origin, url, token, tokenFile, demo: demoUrl, config, pid: process.pid };
    console.log(JSON.stringify(facts));
    return;
  }
  console.log(
    [
      `portolan ${PACKAGE_VERSION} listens on ${service.origin}`,
      `token: ${token}${tokenFile === undefined ? '' : `  (kept in ${tokenFile})`}`,
      ...(demoUrl === undefined
        ? []
        : [`demo portal: ${demoUrl}  (sign in as ${DEMO_SIGN_IN.email}, ${DEMO_SIGN_IN.password})`]),
      '',
      `Paste this into ${block.goesTo} (\`portolan config <client>\` prints it for yours):`,
      block.text,
    ].join('\n'),
  );
}
