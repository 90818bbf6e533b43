import { begin, enter, enterFamily, resume, type Work } from './family.ts';
import {
  apply,
  getter,
  listen,
  listenAll,
  prototypeOf,
  watchReading,
  weakStore,
  wrapConstructor,
  wrapMethod,
} from './natives.ts';

const PORT_MS = 100;
const SOCKET_MS = 400;
const WORKER_MS = 500;

interface Waiting {
  readonly work: Work;
  /** The how-manieth message of its way this is. */
  readonly number: number;
  next: Waiting | null;
}

/** One way of messages that arrive in the order in which they were sent. */
class Way {
  #sent = 0;
  #received = 0;
  #first: Waiting | null = null;
  #last: Waiting | null = null;

  send(work: Work | null): void {
    this.#sent += 1;
    if (work === null) return;
    const waiting: Waiting = { work, number: this.#sent, next: null };
    if (this.#last === null) this.#first = waiting;
    else this.#last.next = waiting;
    this.#last = waiting;
  }

  receive(): void {
    this.#received += 1;
    while (this.#first !== null && this.#first.number < this.#received) this.#shift();
    const waiting = this.#first;
    if (waiting === null || waiting.number !== this.#received) {
      enter(null);
      return;
    }
    this.#shift();
    resume(waiting.work);
  }

  /** A reply came: the oldest question is answered, whichever number it had. */
  answer(): boolean {
    const waiting = this.#first;
    if (waiting === null) {
      enter(null);
      return false;
    }
    this.#shift();
    resume(waiting.work);
    return true;
  }

  #shift(): void {
    this.#first = this.#first?.next ?? null;
    if (this.#first === null) this.#last = null;
  }
}

/** Follows messages between ports, windows, workers and sockets. */
export function wrapMessages(): void {
  wrapPorts();
  listenToWindow();
  wrapAnswering('Worker', ['postMessage'], 'worker', WORKER_MS);
  wrapAnswering('WebSocket', ['send'], 'socket', SOCKET_MS);
  wrapAnswering('BroadcastChannel', ['postMessage'], 'broadcast', PORT_MS);
}

function wrapPorts(): void {
  /** The way on which what is posted to a port arrives. */
  const ways = weakStore<Way>();
  const answers = weakStore<Way>();
  const port1 = getter(MessageChannel.prototype, 'port1') as (channel: unknown) => MessagePort;
  const port2 = getter(MessageChannel.prototype, 'port2') as (channel: unknown) => MessagePort;
  wrapConstructor('MessageChannel', (build, parameters) => {
    const channel = build(parameters);
    join(port1(channel), port2(channel));
    join(port2(channel), port1(channel));
    return channel;
  });
  function join(from: MessagePort, to: MessagePort): void {
    const way = new Way();
    ways.set(from, way);
    listen(to, 'message', () => way.receive());
  }
  const workerPort = getter(prototypeOf('SharedWorker') ?? {}, 'port') as (worker: unknown) => MessagePort;
  wrapConstructor('SharedWorker', (build, parameters) => {
    const worker = build(parameters);
    const way = new Way();
    answers.set(workerPort(worker), way);
    listen(workerPort(worker), 'message', () => way.answer());
    return worker;
  });
  wrapMethod(prototypeOf('MessagePort'), 'postMessage', (native, self, parameters) => {
    ways.get(self as object)?.send(begin('port', { capMs: PORT_MS }));
    answers.get(self as object)?.send(begin('worker', { capMs: WORKER_MS }));
    return apply(native, self, parameters);
  });
}

let hasOwnMessages = false;

/** Whether the page sends messages to itself, so that one may be on its way unseen. */
export function messagesItself(): boolean {
  return hasOwnMessages;
}

/**
 * Messages between windows are seen when they arrive: a function of ours around `postMessage` would be taken for
 * the sender, and the page would answer to the wrong window. That one is on its way to this window is known from
 * the reading of the function, which is the browser's own.
 */
function listenToWindow(): void {
  const sourceOf = getter(MessageEvent.prototype, 'source');
  const way = new Way();
  watchReading(globalThis, 'postMessage', () => {
    const work = begin('message', { capMs: PORT_MS });
    if (work !== null) way.send(work);
  });
  listen(
    window,
    'message',
    (event) => {
      if (!event.isTrusted) return;
      if (sourceOf(event) === window) {
        hasOwnMessages = true;
        way.answer();
      }
      enterFamily();
    },
    true,
  );
}

/** What is asked by a message and answered by one. */
function wrapAnswering(name: string, methods: string[], kind: string, capMs: number): void {
  const ways = weakStore<Way>();
  wrapConstructor(name, (build, parameters) => {
    const target = build(parameters) as EventTarget;
    const way = new Way();
    ways.set(target, way);
    const opening = kind === 'socket' ? begin(kind, { capMs }) : null;
    listen(target, 'message', () => {
      if (!way.answer() && kind === 'broadcast') enterFamily();
    });
    if (opening !== null) {
      listenAll(target, ['open', 'error', 'close'], () => {
        if (opening.isOpen) resume(opening);
      });
    }
    return target;
  });
  for (const method of methods) {
    wrapMethod(prototypeOf(name), method, (native, self, parameters) => {
      const work = begin(kind, { capMs });
      if (work !== null) ways.get(self as object)?.send(work);
      return apply(native, self, parameters);
    });
  }
}
