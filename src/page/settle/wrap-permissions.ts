import type { AskedPermission, PermissionEnd } from '#page/wire.ts';
import { begin, followed, resume, type Work } from './family.ts';
import { apply, type Callable, getter, prototypeOf, watched, wrapMethod } from './natives.ts';

const ANSWERED_WITHIN_MS = 1_000;
/** A choice waits for a person; where there is nothing to choose from it is refused at once. */
const REFUSED_WITHIN_MS = 150;
const LOCATION_DENIED = 1;

type Tell = (asked: AskedPermission, end: PermissionEnd) => void;

/** What asks for a permission and answers by a promise, by class. */
const ASKS: readonly (readonly [owner: string, method: string, asked: AskedPermission])[] = [
  ['MediaDevices', 'getUserMedia', 'media'],
  ['Navigator', 'requestMIDIAccess', 'midi'],
  ['Document', 'requestStorageAccess', 'storage-access'],
  ['PushManager', 'subscribe', 'notifications'],
  ['Clipboard', 'read', 'clipboard-read'],
  ['Clipboard', 'readText', 'clipboard-read'],
  ['Clipboard', 'write', 'clipboard-write'],
  ['Clipboard', 'writeText', 'clipboard-write'],
];

/** What opens a list of the browser's own to choose from. */
const CHOICES: readonly (readonly [owner: string, method: string, asked: AskedPermission])[] = [
  ['MediaDevices', 'getDisplayMedia', 'screen'],
  ['USB', 'requestDevice', 'device'],
  ['HID', 'requestDevice', 'device'],
  ['Serial', 'requestPort', 'device'],
  ['Bluetooth', 'requestDevice', 'device'],
];

/** Tells of permissions that the page asked for and did not get, and follows what comes of the answer. */
export function wrapPermissions(tell: Tell): void {
  const nameOf = getter(DOMException.prototype, 'name');
  const codeOf = getter(prototypeOf('GeolocationPositionError') ?? {}, 'code');
  const askedFor = (asked: AskedPermission, work: Work | null, answer: unknown) => {
    return watched(followed(answer, work), {
      reason: (reason) => {
        const name = readSafely(nameOf, reason);
        if (name === 'NotAllowedError') tell(asked, 'denied');
        else if (name === 'NotFoundError') tell(asked, 'missing');
      },
    });
  };
  for (const [owner, method, asked] of ASKS) {
    wrapMethod(prototypeOf(owner), method, (native, self, parameters) => {
      const work = begin('permission', { capMs: ANSWERED_WITHIN_MS });
      return askedFor(asked, work, apply(native, self, parameters));
    });
  }
  for (const [owner, method, asked] of CHOICES) {
    wrapMethod(prototypeOf(owner), method, (native, self, parameters) => {
      const work = begin('permission', { capMs: REFUSED_WITHIN_MS });
      return askedFor(asked, work, apply(native, self, parameters));
    });
  }
  for (const method of ['get', 'create']) {
    wrapMethod(prototypeOf('CredentialsContainer'), method, (native, self, parameters) => {
      const answer = apply(native, self, parameters);
      if (wantsPasskey(parameters[0])) tell('passkey', 'choice');
      return answer;
    });
  }
  wrapMethod(globalThis.Notification, 'requestPermission', (native, self, parameters) => {
    const work = begin('permission', { capMs: ANSWERED_WITHIN_MS });
    return watched(followed(apply(native, self, parameters), work), {
      value: (state) => {
        if (state === 'denied') tell('notifications', 'denied');
      },
    });
  });
  for (const method of ['getCurrentPosition', 'watchPosition']) {
    wrapMethod(prototypeOf('Geolocation'), method, (native, self, parameters) => {
      const work = begin('permission', { capMs: ANSWERED_WITHIN_MS });
      const [onPosition, onError] = parameters;
      if (work !== null && typeof onPosition === 'function')
        parameters[0] = function (this: unknown, ...given: unknown[]) {
          resume(work);
          return apply(onPosition as Callable, this, given);
        };
      if (typeof onError === 'function' || onError === undefined || onError === null)
        parameters[1] = function (this: unknown, ...given: unknown[]) {
          if (readSafely(codeOf, given[0]) === LOCATION_DENIED) tell('geolocation', 'denied');
          resume(work);
          return typeof onError === 'function' ? apply(onError as Callable, this, given) : undefined;
        };
      return apply(native, self, parameters);
    });
  }
}

/** A field only offers a passkey while `mediation` is conditional; nobody is asked then. */
function wantsPasskey(options: unknown): boolean {
  const { publicKey, mediation } = (options ?? {}) as { publicKey?: unknown; mediation?: unknown };
  return publicKey !== undefined && mediation !== 'conditional';
}

/** A getter of the browser throws on what is not of its class. */
function readSafely(read: (of: unknown) => unknown, of: unknown): unknown {
  try {
    return read(of);
  } catch {
    return undefined;
  }
}
