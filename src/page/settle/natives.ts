/**
 * The browser's own functions, taken before any script of the page has run. The hook calls nothing else, so
 * that a page which replaces them later neither breaks it nor sees it.
 */
export type Callable = (...parameters: never[]) => unknown;

export const apply = Reflect.apply;
export const construct = Reflect.construct;
const { bind, call } = Function.prototype;
const { defineProperty, getOwnPropertyDescriptor, create } = Object;
const NativeProxy = Proxy;

/** A method as a function of its receiver. */
export function uncurry<This, Parameters extends unknown[], Result>(
  method: (this: This, ...parameters: Parameters) => Result,
): (self: This, ...parameters: Parameters) => Result {
  return apply(bind, call, [method]);
}

/** The getter of an accessor, as a function of its receiver; gives `undefined` where there is none. */
export function getter(owner: object, name: string): (self: unknown) => unknown {
  const read = getOwnPropertyDescriptor(owner, name)?.get;
  return read === undefined ? () => undefined : uncurry(read);
}

export const now = apply(bind, performance.now, [performance]) as () => number;
const thenOf = uncurry(Promise.prototype.then);
export const listen = uncurry(EventTarget.prototype.addEventListener);
export const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
export const NativeEvent = Event;
export const preventDefault = uncurry(Event.prototype.preventDefault);
export const setAttribute = uncurry(Element.prototype.setAttribute);
export const postToPort = uncurry(MessagePort.prototype.postMessage) as (
  port: MessagePort,
  data: unknown,
) => void;
export const indexOf = uncurry(String.prototype.indexOf);
export const toLowerCase = uncurry(String.prototype.toLowerCase);
export const slice = uncurry(String.prototype.slice) as (text: string, from: number, to?: number) => string;

/** Registers reactions on a promise of the browser. */
export function react(promise: unknown, onEnd: () => void): void {
  thenOf(promise as Promise<unknown>, onEnd, onEnd);
}

/**
 * A promise that ends as the given one, after ours have been told how: so that one which nobody handles is
 * still told of as such.
 */
export function watched(
  promise: unknown,
  on: { readonly value?: (value: unknown) => void; readonly reason?: (reason: unknown) => void },
): unknown {
  return thenOf(
    promise as Promise<unknown>,
    (value) => {
      on.value?.(value);
      return value;
    },
    (reason) => {
      on.reason?.(reason);
      throw reason;
    },
  );
}

/** Listens for several types of event. */
export function listenAll(
  target: EventTarget,
  types: readonly string[],
  listener: (event: Event) => void,
): void {
  for (let at = 0; at < types.length; at += 1) listen(target, types[at] as string, listener);
}

/** A `WeakMap` whose methods cannot be replaced from outside. */
export function weakStore<Value>(): {
  get(key: object): Value | undefined;
  set(key: object, value: Value): void;
} {
  const map = new WeakMap<object, Value>();
  const get = uncurry(WeakMap.prototype.get);
  const set = uncurry(WeakMap.prototype.set);
  return {
    get: (key) => get(map, key) as Value | undefined,
    set: (key, value) => {
      set(map, key, value);
    },
  };
}

/** A `Map` whose methods cannot be replaced from outside. */
export function store<Key, Value>(): {
  take(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
} {
  const map = new Map<unknown, unknown>();
  const get = uncurry(Map.prototype.get);
  const set = uncurry(Map.prototype.set);
  const remove = uncurry(Map.prototype.delete);
  return {
    take: (key) => {
      const value = get(map, key) as Value | undefined;
      if (value !== undefined) remove(map, key);
      return value;
    },
    set: (key, value) => {
      set(map, key, value);
    },
  };
}

export type Around = (native: Callable, self: unknown, parameters: unknown[]) => unknown;

function trapped(native: Callable, trap: 'apply' | 'construct', handle: Callable): Callable {
  const handler = create(null) as Record<string, Callable>;
  handler[trap] = handle;
  return new NativeProxy(native, handler as ProxyHandler<Callable>);
}

/** Puts a function of ours around a method. Does nothing where the browser does not have it. */
export function wrapMethod(owner: unknown, name: string, around: Around): void {
  if (owner === undefined || owner === null) return;
  const property = getOwnPropertyDescriptor(owner, name);
  if (property === undefined || typeof property.value !== 'function' || property.configurable !== true)
    return;
  property.value = trapped(property.value, 'apply', around);
  defineProperty(owner, name, property);
}

/** Tells of each reading of a method, which stays the browser's own. A page may put another in its place. */
export function watchReading(owner: object, name: string, onRead: () => void): void {
  const property = getOwnPropertyDescriptor(owner, name);
  const native: unknown = property?.value;
  if (property?.configurable !== true || typeof native !== 'function') return;
  const { enumerable = true } = property;
  const shape = { configurable: true, enumerable };
  const read = () => {
    onRead();
    return native;
  };
  const replace = (value: unknown) => {
    defineProperty(owner, name, { ...shape, value, writable: true });
  };
  // Bound, they read as functions of the browser.
  defineProperty(owner, name, { ...shape, get: apply(bind, read, []), set: apply(bind, replace, []) });
}

/** Puts a function of ours around the setter of an accessor. */
export function wrapSetter(owner: unknown, name: string, around: Around): void {
  if (owner === undefined || owner === null) return;
  const property = getOwnPropertyDescriptor(owner, name);
  if (property?.set === undefined || property.configurable !== true) return;
  property.set = trapped(property.set as Callable, 'apply', around) as (value: unknown) => void;
  defineProperty(owner, name, property);
}

/** Puts a function of ours around a constructor of the global object. */
export function wrapConstructor(
  name: string,
  around: (build: (parameters: unknown[]) => object, parameters: unknown[]) => object,
): void {
  const property = getOwnPropertyDescriptor(globalThis, name);
  const native = property?.value as (Callable & { prototype: object }) | undefined;
  if (property === undefined || typeof native !== 'function') return;
  const proxy = trapped(native, 'construct', ((_: unknown, parameters: unknown[], target: Callable) =>
    around(
      (given) => construct(native, given, target === proxy ? native : target) as object,
      parameters,
    )) as Callable);
  property.value = proxy;
  defineProperty(globalThis, name, property);
  defineProperty(native.prototype, 'constructor', {
    value: proxy,
    writable: true,
    configurable: true,
    enumerable: false,
  });
}

/** The prototype of a global class, or nothing where the browser lacks the class. */
export function prototypeOf(name: string): object | undefined {
  const value = getOwnPropertyDescriptor(globalThis, name)?.value as { prototype?: object } | undefined;
  return value?.prototype;
}
