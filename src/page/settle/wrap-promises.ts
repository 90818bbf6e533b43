import { begin, enter, follow, followed, resume, type Work } from './family.ts';
import {
  apply,
  type Callable,
  getter,
  listenAll,
  prototypeOf,
  weakStore,
  wrapConstructor,
  wrapMethod,
} from './natives.ts';

const PROMISE_MS = 1_000;
const LONGEST_ANIMATION_MS = 600;
const ANIMATION_MS = 450;

/** Methods that answer by a promise and are worth following, by class. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  Cache: ['match', 'matchAll', 'add', 'addAll', 'put', 'delete', 'keys'],
  CacheStorage: ['match', 'has', 'open', 'delete', 'keys'],
  SubtleCrypto: [
    'encrypt',
    'decrypt',
    'sign',
    'verify',
    'digest',
    'generateKey',
    'deriveKey',
    'deriveBits',
    'importKey',
    'exportKey',
    'wrapKey',
    'unwrapKey',
  ],
  HTMLImageElement: ['decode'],
  FontFace: ['load'],
  FontFaceSet: ['load'],
  Permissions: ['query'],
  CookieStore: ['get', 'getAll', 'set', 'delete'],
  OffscreenCanvas: ['convertToBlob'],
  StorageManager: ['estimate', 'getDirectory', 'persisted'],
  Scheduler: ['yield'],
};

/** Requests of a database answer by an event of their own. */
const REQUESTED: Readonly<Record<string, readonly string[]>> = {
  IDBFactory: ['open', 'deleteDatabase'],
  IDBObjectStore: [
    'get',
    'getKey',
    'getAll',
    'getAllKeys',
    'put',
    'add',
    'delete',
    'clear',
    'count',
    'openCursor',
    'openKeyCursor',
  ],
  IDBIndex: ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'],
};

function wrapPromised(owner: unknown, name: string, kind: string): void {
  wrapMethod(owner, name, (native, self, parameters) => {
    const work = begin(kind, { capMs: PROMISE_MS });
    const answer = apply(native, self, parameters);
    return followed(answer, work);
  });
}

/** Follows what answers by a promise or a request object. */
export function wrapPromises(): void {
  for (const name of Object.keys(PROMISED)) {
    for (const method of PROMISED[name] ?? []) wrapPromised(prototypeOf(name), method, name);
  }
  wrapPromised(globalThis, 'createImageBitmap', 'createImageBitmap');
  for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
    wrapPromised(WebAssembly, name, 'WebAssembly');
  }
  for (const name of Object.keys(REQUESTED)) {
    for (const method of REQUESTED[name] ?? []) wrapRequested(prototypeOf(name), method);
  }
  wrapCursor();
  wrapTransaction();
  wrapFileReader();
  wrapCallbacks();
  wrapAnimations();
}

function wrapRequested(owner: unknown, name: string): void {
  wrapMethod(owner, name, (native, self, parameters) => {
    const work = begin('database', { capMs: PROMISE_MS });
    const request = apply(native, self, parameters) as EventTarget;
    if (work !== null) {
      // What runs in an upgrade comes of the input as well, but the request ends only after it.
      listenAll(request, ['upgradeneeded', 'blocked'], () => enter(work));
      listenAll(request, ['success', 'error'], () => resume(work));
    }
    return request;
  });
}

function wrapCursor(): void {
  const requestOf = getter(prototypeOf('IDBCursor') ?? {}, 'request') as (cursor: unknown) => EventTarget;
  for (const name of ['continue', 'advance', 'continuePrimaryKey']) {
    wrapMethod(prototypeOf('IDBCursor'), name, (native, self, parameters) => {
      const work = begin('database', { capMs: PROMISE_MS });
      if (work !== null) listenAll(requestOf(self), ['success', 'error'], () => resume(work));
      return apply(native, self, parameters);
    });
  }
}

function wrapTransaction(): void {
  wrapMethod(prototypeOf('IDBDatabase'), 'transaction', (native, self, parameters) => {
    const work = begin('database', { capMs: PROMISE_MS });
    const transaction = apply(native, self, parameters) as EventTarget;
    if (work !== null) {
      listenAll(transaction, ['complete', 'abort', 'error'], () => resume(work));
    }
    return transaction;
  });
}

function wrapFileReader(): void {
  const reading = weakStore<Work>();
  wrapConstructor('FileReader', (build, parameters) => {
    const reader = build(parameters) as EventTarget;
    listenAll(reader, ['load', 'error', 'loadend'], () => {
      const work = reading.get(reader);
      if (work?.isOpen) resume(work);
    });
    return reader;
  });
  for (const name of ['readAsText', 'readAsDataURL', 'readAsArrayBuffer', 'readAsBinaryString']) {
    wrapMethod(prototypeOf('FileReader'), name, (native, self, parameters) => {
      const work = begin('file', { capMs: PROMISE_MS });
      if (work !== null) reading.set(self as object, work);
      return apply(native, self, parameters);
    });
  }
}

/** Functions that are called back later and give a promise besides. */
function wrapCallbacks(): void {
  wrapMethod(prototypeOf('LockManager'), 'request', (native, self, parameters) => {
    const work = begin('lock', { capMs: PROMISE_MS });
    const last = parameters.length - 1;
    const callback = parameters[last];
    if (work !== null && typeof callback === 'function')
      parameters[last] = resuming(callback as Callable, work);
    const answer = apply(native, self, parameters);
    return followed(answer, work);
  });
  wrapMethod(prototypeOf('Scheduler'), 'postTask', (native, self, parameters) => {
    const callback = parameters[0];
    const options = parameters[1] as { delay?: number } | undefined;
    const work = (options?.delay ?? 0) > 600 ? null : begin('task', { loop: 'timers', freeLinks: 3 });
    if (typeof callback === 'function') parameters[0] = resuming(callback as Callable, work);
    const answer = apply(native, self, parameters);
    return followed(answer, work);
  });
  wrapMethod(prototypeOf('HTMLCanvasElement'), 'toBlob', (native, self, parameters) => {
    const work = begin('canvas', { capMs: PROMISE_MS });
    const callback = parameters[0];
    if (work !== null && typeof callback === 'function') parameters[0] = resuming(callback as Callable, work);
    return apply(native, self, parameters);
  });
}

function resuming(callback: Callable, work: ReturnType<typeof begin>): Callable {
  return function (this: unknown, ...given: unknown[]) {
    resume(work);
    return apply(callback, this, given);
  } as Callable;
}

function wrapAnimations(): void {
  const timingOf = AnimationEffect.prototype.getComputedTiming;
  const effectOf = getter(Animation.prototype, 'effect');
  wrapMethod(prototypeOf('Element'), 'animate', (native, self, parameters) => {
    const animation = apply(native, self, parameters) as Animation;
    const endMs = Number(apply(timingOf, effectOf(animation) as AnimationEffect, []).endTime);
    if (endMs > LONGEST_ANIMATION_MS) return animation;
    const work = begin('animation', { capMs: ANIMATION_MS });
    if (work !== null) {
      listenAll(animation, ['finish', 'cancel', 'remove'], () => resume(work));
    }
    return animation;
  });
  const finishedOf = getter(prototypeOf('ViewTransition') ?? {}, 'finished');
  const readyOf = getter(prototypeOf('ViewTransition') ?? {}, 'updateCallbackDone');
  wrapMethod(prototypeOf('Document'), 'startViewTransition', (native, self, parameters) => {
    const work = begin('transition', { capMs: LONGEST_ANIMATION_MS });
    const update = begin('transition', { capMs: PROMISE_MS });
    const callback = parameters[0];
    if (update !== null && typeof callback === 'function')
      parameters[0] = resuming(callback as Callable, update);
    const transition = apply(native, self, parameters);
    follow(finishedOf(transition), work);
    follow(readyOf(transition), update);
    return transition;
  });
}
