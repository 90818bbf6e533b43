import { accessSync, constants, existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import { isPortolanError } from '#kernel/error.ts';
import type { Settings } from '#sessions/settings.ts';
import type { HealthCheck, OpenHost } from '#transports/host.ts';
import { listen } from '#transports/http/listen.ts';
import { inUrl } from '#transports/http/own-addresses.ts';
import { stderrLog } from '#transports/log.ts';
import { tokenOf, tokenPath } from '#transports/token-file.ts';

const OLDEST_NODE = 20;
const LEAST_FREE_BYTES = 200 * 1024 * 1024;

/** What can be told without starting anything: Node, folders, token, port, sandbox. */
export async function machineChecks(settings: Settings): Promise<HealthCheck[]> {
  return [
    nodeCheck(),
    folderCheck(settings.dataDir),
    await attempt('token', () => {
      tokenOf(settings.dataDir);
      return tokenPath(settings.dataDir);
    }),
    await portCheck(settings),
    sandboxCheck(settings),
  ];
}

/** What the inside says of itself once it is started: browser, store and the rest. */
export async function hostChecks(settings: Settings, openHost: OpenHost): Promise<HealthCheck[]> {
  try {
    const host = await openHost(settings, { ownPorts: new Set(), log: stderrLog('silent') });
    try {
      return [...(await host.broker.ready()).checks];
    } finally {
      await host.broker.close();
    }
  } catch (error) {
    return [wrong('runtime', error)];
  }
}

function nodeCheck(): HealthCheck {
  const ok = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
  const detail = `Node ${process.versions.node} on ${platform()} ${release()} ${arch()}`;
  return ok
    ? { name: 'node', ok, detail }
    : { name: 'node', ok, detail, remedy: `Install Node ${OLDEST_NODE} or newer.` };
}

function folderCheck(dataDir: string): HealthCheck {
  const remedy = 'Make the folder writable and give it room, or choose another with --data-dir.';
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(dataDir);
    const freeBytes = bavail * bsize;
    const detail = `${dataDir}, ${Math.floor(freeBytes / 1024 / 1024)} MB free`;
    return freeBytes >= LEAST_FREE_BYTES
      ? { name: 'data folder', ok: true, detail }
      : { name: 'data folder', ok: false, detail, remedy };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name: 'data folder', ok: false, detail: reason, remedy };
  }
}

function portCheck({ host, port }: Settings): Promise<HealthCheck> {
  return attempt('port', async () => {
    if (await isPortolanAt(host, port)) return `a Portolan server answers on ${port}`;
    const { server } = await listen(host, port, () => () => new Response(null, { status: 503 }));
    await new Promise((resolve) => server.close(resolve));
    return `${port} on ${host} is free`;
  });
}

async function isPortolanAt(host: string, port: number): Promise<boolean> {
  try {
    const url = `http://${inUrl(host)}:${port}/livez`;
    const response = await fetch(url, { signal: AbortSignal.timeout(1000) });
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null && 'name' in body && body.name === 'portolan';
  } catch {
    return false;
  }
}

/** Chromium's sandbox needs user namespaces, which root and some systems refuse it. */
function sandboxCheck({ sandbox }: Settings): HealthCheck {
  const name = 'sandbox';
  if (!sandbox) return { name, ok: true, detail: 'switched off by --no-sandbox' };
  if (platform() !== 'linux') return { name, ok: true, detail: 'on' };
  if (process.getuid?.() === 0) {
    return { name, ok: true, detail: 'off: Chromium has none for root; run as another user to have it' };
  }
  const blocked = [
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'sysctl -w kernel.unprivileged_userns_clone=1'],
    [
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      '1',
      'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
    ['/proc/sys/user/max_user_namespaces', '0', 'sysctl -w user.max_user_namespaces=15000'],
  ].find(([file = '', bad]) => existsSync(file) && readFileSync(file, 'utf8').trim() === bad);
  if (blocked === undefined) return { name, ok: true, detail: 'on' };
  const [file, , command] = blocked;
  return {
    name,
    ok: false,
    detail: `this system refuses user namespaces to Chromium (${file})`,
    remedy: `Run \`sudo ${command}\`, or give --no-sandbox if every page you open is trusted.`,
  };
}

async function attempt(name: string, look: () => string | Promise<string>): Promise<HealthCheck> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    return wrong(name, error);
  }
}

function wrong(name: string, error: unknown): HealthCheck {
  const detail = error instanceof Error ? error.message : String(error);
  return isPortolanError(error)
    ? { name, ok: false, detail, remedy: error.remedy }
    : { name, ok: false, detail };
}
