import { request } from 'node:http';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { formatAuthority, isAddress } from '#policy/canonical-host.ts';
import type { Admission } from './admission.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';

/** A lookup that knows the pinned addresses only, so that nothing can be resolved a second time. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (first === undefined) callback(new Error('no pinned address'), '', 4);
    else if (options.all === true) callback(null, all);
    else callback(null, first.address, first.family);
  };
}

/** Options of `net.connect` that lead to the pinned addresses and nowhere else. */
export function pinnedTarget(admission: Admission): {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
} {
  const { addresses, port } = admission;
  // Node never looks a literal up, so a literal that stands for another address is replaced here.
  const host = isAddress(admission.host) ? (addresses[0] ?? admission.host) : admission.host;
  return { host, port, lookup: pinnedLookup(addresses) };
}

/**
 * Opens a byte stream to where a request was admitted, directly or by a tunnel of the upstream proxy.
 * Rejects with the system's error, `code` on it; with `ETIMEDOUT` after `timeoutMs`.
 */
export function dial(
  admission: Admission,
  upstream: UpstreamProxy | undefined,
  timeoutMs: number,
): Promise<Socket> {
  return admission.isUpstream && upstream !== undefined
    ? dialThrough(upstream, admission, timeoutMs)
    : dialDirect(admission, timeoutMs);
}

function dialDirect(admission: Admission, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...pinnedTarget(admission), allowHalfOpen: true, noDelay: true });
    const timer = setTimeout(() => socket.destroy(timedOut(timeoutMs)), timeoutMs);
    const onError = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', onError);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}

function dialThrough(upstream: UpstreamProxy, admission: Admission, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const path = formatAuthority(admission.host, admission.port);
    const ask = request({
      host: upstream.host,
      port: upstream.port,
      method: 'CONNECT',
      path,
      headers: { host: path, ...upstream.headers },
      agent: false,
    });
    const timer = setTimeout(() => ask.destroy(timedOut(timeoutMs)), timeoutMs);
    ask.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    ask.once('connect', (response, socket, head) => {
      clearTimeout(timer);
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket);
        return;
      }
      socket.destroy();
      reject(new UpstreamProxyError(`The upstream proxy answered ${response.statusCode} for ${path}.`));
    });
    ask.end();
  });
}

/** The upstream proxy would not open a tunnel. */
export class UpstreamProxyError extends Error {
  readonly code = 'EUPSTREAM';
}

/** The system's own error for a connection that took too long. */
export function timedOut(timeoutMs: number): Error {
  return Object.assign(new Error(`no connection after ${timeoutMs} ms`), { code: 'ETIMEDOUT' });
}
