import { begin, enter, followed, followedByTask, resume, type Work } from './family.ts';
import {
  apply,
  construct,
  getter,
  indexOf,
  listen,
  listenAll,
  prototypeOf,
  slice,
  toLowerCase,
  weakStore,
  wrapConstructor,
  wrapMethod,
} from './natives.ts';

/** Requests cannot outlast the settle wait itself. */
const REQUEST_MS = 3_000;

/** Paths of counting and logging, which no page waits for. */
const ANALYTICS = [
  '/collect',
  '/track',
  '/beacon',
  '/analytics',
  '/telemetry',
  '/metrics',
  '/pixel',
  '/rum',
  '/log',
];

const NativeURL = URL;
const NativeRequest = Request;
const pathOf = getter(URL.prototype, 'pathname');
const requestUrl = getter(Request.prototype, 'url');
const requestMethod = getter(Request.prototype, 'method');
const requestMode = getter(Request.prototype, 'mode');
const requestKeepalive = getter(Request.prototype, 'keepalive');
const responseUrl = getter(Response.prototype, 'url');
const baseUrl = getter(Node.prototype, 'baseURI');

function pathname(address: unknown): string {
  try {
    return slice(pathOf(construct(NativeURL, [address, baseUrl(document)])) as string, 0, 120);
  } catch {
    return '';
  }
}

function isAnalytics(path: string): boolean {
  const lower = toLowerCase(path);
  for (let at = 0; at < ANALYTICS.length; at += 1) {
    const word = ANALYTICS[at] as string;
    const found = indexOf(lower, word);
    if (found < 0) continue;
    const after = lower[found + word.length];
    if (after === undefined || after === '/' || after === '.' || after === '_') return true;
  }
  return false;
}

function beginRequest(kind: string, method: string, address: unknown): Work | null {
  const path = pathname(address);
  if (isAnalytics(path)) return null;
  return begin(kind, { label: `${method} ${path}`, isRequest: true, capMs: REQUEST_MS });
}

/** Follows `fetch`, the reading of its body, and `XMLHttpRequest`. */
export function wrapRequests(): void {
  wrapFetch();
  wrapBodies();
  wrapXhr();
}

function wrapFetch(): void {
  wrapMethod(globalThis, 'fetch', (native, self, parameters) => {
    const work = beginFetch(parameters[0], parameters[1]);
    const answer = apply(native, self, parameters);
    return followedByTask(answer, work);
  });
}

function beginFetch(input: unknown, init: unknown): Work | null {
  try {
    const options = (typeof init === 'object' && init !== null ? init : {}) as RequestInit;
    const isRequest = input instanceof NativeRequest;
    if (options.keepalive === true || (isRequest && requestKeepalive(input) === true)) return null;
    if ((options.mode ?? (isRequest ? requestMode(input) : '')) === 'no-cors') return null;
    const method = options.method ?? (isRequest ? (requestMethod(input) as string) : 'GET');
    return beginRequest('fetch', `${method}`, isRequest ? requestUrl(input) : input);
  } catch {
    return null;
  }
}

function wrapBodies(): void {
  const readers = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'];
  for (const name of readers) {
    wrapMethod(prototypeOf('Response'), name, (native, self, parameters) => {
      const label = `GET ${pathname(responseUrl(self))}`;
      const work = begin('body', { label, isRequest: true, capMs: REQUEST_MS });
      const read = apply(native, self, parameters);
      return followedByTask(read, work);
    });
    if (name === 'formData' || name === 'json') continue;
    wrapMethod(prototypeOf('Blob'), name, (native, self, parameters) => {
      const work = begin('blob', { capMs: 500 });
      const read = apply(native, self, parameters);
      return followed(read, work);
    });
  }
  wrapMethod(prototypeOf('ReadableStreamDefaultReader'), 'read', (native, self, parameters) => {
    const work = begin('stream', { loop: 'reads', freeLinks: 1, capMs: 450 });
    const read = apply(native, self, parameters);
    return followed(read, work);
  });
}

function wrapXhr(): void {
  interface Call {
    method: string;
    address: unknown;
    work: Work | null;
  }
  const calls = weakStore<Call>();
  wrapConstructor('XMLHttpRequest', (build, parameters) => {
    const xhr = build(parameters) as XMLHttpRequest;
    const call: Call = { method: 'GET', address: '', work: null };
    calls.set(xhr, call);
    const onStep = () => {
      if (call.work?.isOpen) enter(call.work);
    };
    listenAll(xhr, ['readystatechange', 'load', 'error', 'abort', 'timeout'], onStep);
    listen(xhr, 'loadend', () => {
      if (call.work !== null) resume(call.work);
      call.work = null;
    });
    return xhr;
  });
  wrapMethod(prototypeOf('XMLHttpRequest'), 'open', (native, self, parameters) => {
    const call = calls.get(self as object);
    if (call !== undefined) {
      call.method = typeof parameters[0] === 'string' ? parameters[0] : 'GET';
      call.address = parameters[1];
    }
    return apply(native, self, parameters);
  });
  wrapMethod(prototypeOf('XMLHttpRequest'), 'send', (native, self, parameters) => {
    const call = calls.get(self as object);
    if (call !== undefined) call.work = beginRequest('xhr', call.method, call.address);
    return apply(native, self, parameters);
  });
}
