import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { formatAuthority } from '#policy/canonical-host.ts';
import type { Admission } from './admission.ts';
import { answerRequest, answers } from './answer.ts';
import { pinnedTarget, timedOut } from './dial.ts';
import { endToEndHeaders } from './hop-by-hop.ts';
import type { PortContext, Wanted } from './port-context.ts';
import { parseAbsoluteForm, type RequestTarget } from './request-target.ts';

/** Serves one absolute-form request: judge, pass on, pass the answer back. */
export async function forwardRequest(
  port: PortContext,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = parseAbsoluteForm(incoming.url ?? '');
  if (target === undefined) return answerRequest(response, answers.notProxied());
  const wanted = { host: target.host, port: target.port, url: incoming.url ?? '' };
  if (target.scheme !== 'http') {
    return answerRequest(response, answers.blocked(port.refuseScheme(wanted, target.scheme)));
  }
  const done = port.track({
    host: target.host,
    port: target.port,
    isTunnel: false,
    close: () => response.destroy(),
  });
  response.once('close', done);
  const judgement = await port.judge(wanted);
  if (response.destroyed) return;
  if (judgement.kind === 'refused') return answerRequest(response, answers.blocked(judgement.rule));
  if (judgement.kind === 'failed') return answerRequest(response, answers.failed(judgement.detail));
  send({ port, incoming, response, target, wanted, admission: judgement.admission }, true);
}

interface Exchange {
  readonly port: PortContext;
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: RequestTarget;
  readonly wanted: Wanted;
  readonly admission: Admission;
}

function send(exchange: Exchange, mayRetry: boolean): void {
  const { port, incoming, response, wanted } = exchange;
  const isChunked = incoming.headers['transfer-encoding'] !== undefined;
  const hasBody = isChunked || (incoming.headers['content-length'] ?? '0') !== '0';
  const isRepeatable = !hasBody && (incoming.method === 'GET' || incoming.method === 'HEAD');
  const outgoing = request({
    ...route(exchange),
    method: incoming.method ?? 'GET',
    headers: requestHeaders(exchange, isChunked),
    // A connection that the server may just be closing is only used for what can be sent again.
    agent: isRepeatable ? port.agent : false,
    setHost: false,
  });
  limitConnecting(outgoing, port.connectTimeoutMs);
  const onClientGone = () => outgoing.destroy();
  response.once('close', onClientGone);
  outgoing.once('response', (answer) => passBack(answer, exchange));
  outgoing.once('error', (error) => {
    response.off('close', onClientGone);
    if (response.destroyed) return;
    if (mayRetry && isRepeatable && outgoing.reusedSocket && !response.headersSent) {
      send(exchange, false);
      return;
    }
    answerRequest(response, answers.failed(port.failed(wanted, error)));
  });
  if (hasBody) incoming.pipe(outgoing);
  else outgoing.end();
}

function route({ port, target, admission }: Exchange) {
  const { upstream } = port;
  if (!admission.isUpstream || upstream === undefined)
    return { ...pinnedTarget(admission), path: target.path };
  const path = `http://${formatAuthority(admission.host, admission.port)}${target.path}`;
  return { host: upstream.host, port: upstream.port, path };
}

function requestHeaders({ port, incoming, target, admission }: Exchange, isChunked: boolean): string[] {
  const authority = target.port === 80 ? target.host : `${target.host}:${target.port}`;
  const headers = ['Host', authority, ...endToEndHeaders(incoming.rawHeaders, ['host', 'expect'])];
  if (isChunked) headers.push('Transfer-Encoding', 'chunked');
  if (admission.isUpstream && port.upstream !== undefined) {
    for (const [name, value] of Object.entries(port.upstream.headers)) headers.push(name, value);
  }
  return headers;
}

function passBack(answer: IncomingMessage, { port, response, wanted }: Exchange): void {
  // A challenge for proxy credentials from the far side would be taken for ours.
  if (answer.statusCode === 407) {
    answer.destroy();
    answerRequest(response, answers.failed(port.failed(wanted, new Error('it asked for proxy credentials'))));
    return;
  }
  response.sendDate = false;
  try {
    response.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage ?? '',
      endToEndHeaders(answer.rawHeaders),
    );
  } catch (error) {
    answer.destroy();
    answerRequest(response, answers.failed(port.failed(wanted, error)));
    return;
  }
  pipeline(answer, response, () => undefined);
}

function limitConnecting(outgoing: ClientRequest, timeoutMs: number): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(timedOut(timeoutMs)), timeoutMs);
    const stop = () => clearTimeout(timer);
    socket.once('connect', stop);
    outgoing.once('close', stop);
  });
}
