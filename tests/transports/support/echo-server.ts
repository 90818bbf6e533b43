import { byTokenFile } from '#transports/http/authenticate.ts';
import { type HttpService, serveHttp } from '#transports/http/serve-http.ts';
import { stderrLog } from '#transports/log.ts';
import { tokenOf } from '#transports/token-file.ts';
import { freshFolder } from './echo-cli.ts';
import { openEchoHost } from './echo-host.ts';

export interface EchoServer extends HttpService {
  readonly dataDir: string;
  readonly token: string;
  /** The address without a session. */
  readonly bare: string;
}

/** The HTTP server on a free port, with a data folder of its own and the echo host inside. */
export async function startEchoServer(over: { readonly callsAtOnce?: number } = {}): Promise<EchoServer> {
  const dataDir = freshFolder();
  const token = tokenOf(dataDir);
  const service = await serveHttp({
    openHost: async () => openEchoHost(),
    authenticate: byTokenFile(dataDir),
    host: '127.0.0.1',
    port: 0,
    idleTimeoutMs: 60_000,
    log: stderrLog('error'),
    ...over,
  });
  return Object.assign(service, { dataDir, token, bare: `${service.origin}/mcp/portal` });
}
