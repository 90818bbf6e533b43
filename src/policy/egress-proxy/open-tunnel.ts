import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { formatAuthority, splitAuthority } from '#policy/canonical-host.ts';
import type { Admission } from './admission.ts';
import { answerSocket, answers } from './answer.ts';
import { dial } from './dial.ts';
import { endToEndHeaders } from './hop-by-hop.ts';
import type { PortContext, Wanted } from './port-context.ts';
import { parseAbsoluteForm } from './request-target.ts';
import { joinSockets } from './tunnel.ts';

/** Serves CONNECT: judge, dial what was judged, join the two. */
export async function openTunnel(
  port: PortContext,
  incoming: IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> {
  const authority = splitAuthority(incoming.url ?? '');
  if (authority?.port === undefined) return answerSocket(client, answers.notProxied());
  await carry(port, { host: authority.host, port: authority.port }, client, (server) => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) server.write(head);
  });
}

/** Serves a WebSocket opened by an absolute-form request: the handshake is passed on, the rest is a tunnel. */
export async function openUpgrade(
  port: PortContext,
  incoming: IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> {
  const target = parseAbsoluteForm(incoming.url ?? '');
  const isWebSocket = incoming.headers.upgrade?.toLowerCase() === 'websocket';
  if (target === undefined || !isWebSocket) return answerSocket(client, answers.notProxied());
  const wanted = { host: target.host, port: target.port, url: incoming.url ?? '' };
  if (target.scheme !== 'http' && target.scheme !== 'ws') {
    return answerSocket(client, answers.blocked(port.refuseScheme(wanted, target.scheme)));
  }
  await carry(port, wanted, client, (server) => {
    const authority = target.port === 80 ? target.host : `${target.host}:${target.port}`;
    const lines = [`${incoming.method} ${target.path} HTTP/1.1`, `Host: ${authority}`];
    const headers = endToEndHeaders(incoming.rawHeaders, ['host']);
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    lines.push('Connection: Upgrade', 'Upgrade: websocket', '', '');
    server.write(Buffer.from(lines.join('\r\n'), 'latin1'));
    if (head.length > 0) server.write(head);
  });
}

async function carry(
  port: PortContext,
  wanted: Wanted,
  client: Socket,
  begin: (server: Socket) => void,
): Promise<void> {
  const ignoreEarlyError = () => undefined;
  client.on('error', ignoreEarlyError);
  if (port.openTunnels >= port.maxTunnels) {
    port.capped();
    return answerSocket(client, answers.tooManyTunnels(port.maxTunnels));
  }
  const done = port.track({ ...wanted, isTunnel: true, close: () => client.destroy() });
  client.once('close', done);
  const judgement = await port.judge(wanted);
  if (client.destroyed) return;
  if (judgement.kind === 'refused') return answerSocket(client, answers.blocked(judgement.rule));
  if (judgement.kind === 'failed') return answerSocket(client, answers.failed(judgement.detail));
  let server: Socket;
  try {
    server = await dial(judgement.admission, port.upstream, port.connectTimeoutMs);
  } catch (error) {
    return answerSocket(client, answers.failed(port.failed(wanted, tellWhere(error, judgement.admission))));
  }
  if (client.destroyed) {
    server.destroy();
    return;
  }
  begin(server);
  joinSockets(client, server, port.idleTimeoutMs, done);
}

function tellWhere(error: unknown, { host, port }: Admission): unknown {
  if (error instanceof Error && error.message === '')
    error.message = `no connection to ${formatAuthority(host, port)}`;
  return error;
}
