import { type Context, Hono } from 'hono';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail as failKernel } from '#kernel/errors.ts';
import { PACKAGE_VERSION } from '#kernel/package-root.ts';
import type { Admission } from '#transports/admission.ts';
import { fail } from '#transports/errors.ts';
import type { Host } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';
import { serveApprovals } from './approval-routes.ts';
import type { Authenticate } from './authenticate.ts';
import { serveExtract } from './extract-route.ts';
import { type Gated, requireOwnOrigin, requirePrincipal } from './gatekeeper.ts';
import type { McpEndpoint } from './mcp-endpoint.ts';
import { Quota } from './quota.ts';
import { readBody } from './read-body.ts';
import { refusalResponse } from './refusal-response.ts';
import { serveSessions } from './session-routes.ts';
import { serveWorkflows } from './workflow-routes.ts';

const SESSION_NAME = /^[A-Za-z0-9._-]{1,128}$/;

export interface AppOptions {
  readonly host: Host;
  /** By the name of the face. */
  readonly endpoints: ReadonlyMap<string, McpEndpoint>;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  /** The `Host` headers that name this server. */
  readonly ownHosts: ReadonlySet<string>;
  /** Most calls of one owner at once; `CALLS_AT_ONCE` when absent. */
  readonly callsAtOnce?: number | undefined;
  readonly log: Log;
}

/** The HTTP server's addresses, each behind the checks of origin and host, all but the probes behind the token. */
export function createApp(options: AppOptions): Hono<Gated> {
  const { host, admission } = options;
  const app = new Hono<Gated>();
  app.use(requireOwnOrigin(options.ownHosts));

  app.get('/livez', () => Response.json({ ok: true, name: 'portolan', version: PACKAGE_VERSION }));
  app.get('/readyz', async (context) => {
    if (admission.isStopped) return refusalResponse(fail('shutting_down', 'The server is stopping.'));
    const { ok, checks } = await host.broker.ready();
    const isKnown = options.authenticate(context.req.header('authorization')) !== undefined;
    return Response.json(isKnown ? { ok, checks } : { ok }, { status: ok ? 200 : 503 });
  });

  const quota = new Quota(options.callsAtOnce);
  const serveMcp = async (context: Context<Gated>): Promise<Response> => {
    if (admission.isStopped) {
      return refusalResponse(fail('shutting_down', 'The server is stopping.'), { 'Retry-After': '5' });
    }
    const endpoint = options.endpoints.get(context.req.param('face') ?? '');
    if (endpoint === undefined) return refusalResponse(noFace(context.req.param('face') ?? '', host));
    const named = context.req.param('session');
    if (named !== undefined && !SESSION_NAME.test(named)) return refusalResponse(badName());
    const body = await bodyOf(context);
    if (body === 'not-json') return parseError();
    const { owner } = context.get('principal');
    return await quota.run(owner, () => endpoint.handle(context.req.raw, owner, named, body?.json));
  };
  const needsToken = requirePrincipal(options.authenticate);
  app.use('/v1/*', needsToken);
  serveApprovals(app, host.broker.approvals);
  serveExtract(app);
  serveSessions(app, host.broker);
  if (host.workflows !== undefined)
    serveWorkflows(app, { broker: host.broker, desk: host.workflows.desk, admission, log: options.log });
  app.all('/mcp/:face', needsToken, serveMcp);
  app.all('/mcp/:face/:session', needsToken, serveMcp);

  app.notFound(() => refusalResponse(fail('unknown_path', 'Nothing is served at this address.')));
  app.onError((error) => {
    if (isPortolanError(error)) return refusalResponse(error);
    options.log.error(`http: ${error.stack ?? error.message}`);
    return refusalResponse(failKernel('environment', 'The server failed in a way it does not know.'));
  });
  return app;
}

async function bodyOf(context: Context<Gated>): Promise<{ json: unknown } | 'not-json' | undefined> {
  if (context.req.method !== 'POST') return undefined;
  const text = await readBody(context.req.raw);
  try {
    return { json: JSON.parse(text) };
  } catch {
    return 'not-json';
  }
}

function parseError(): Response {
  const error = { code: -32_700, message: 'Parse error: the body is not JSON.' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}

function noFace(name: string, { workflows }: Host): PortolanError {
  const remedy =
    name === 'workflow' && workflows === undefined
      ? 'Start the server with --workflows <folder>.'
      : `There is /mcp/portal${workflows === undefined ? '' : ' and /mcp/workflow'}.`;
  return fail('unknown_path', 'Nothing is served at this address.', { remedy });
}

function badName(): PortolanError {
  return failKernel('invalid_arguments', 'A session name has 1 to 128 letters, digits or . _ -', {
    remedy: '`portolan config` prints an address with a fresh name.',
  });
}
