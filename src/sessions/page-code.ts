import { randomBytes } from 'node:crypto';
import { readShipped } from '#kernel/package-root.ts';

const DOOR_PLACEHOLDER = '__PORTOLAN_DOOR__';

/** The code that runs inside pages: our isolated world, and the hook of the main world. */
export interface PageCode {
  readonly worldSource: string;
  readonly hookSource: string;
  /** Takes from pages what they are not to have, before their first script. */
  readonly lessSource: string;
}

/** A registration is refused as a browser refuses it whose user has switched them off. */
const WITHOUT_SERVICE_WORKERS = `if (globalThis.ServiceWorkerContainer)
  ServiceWorkerContainer.prototype.register = function register() {
    return Promise.reject(new DOMException('Service workers are switched off.', 'SecurityError'));
  };\n`;

const WITHOUT_WEB_RTC = `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel'])
  delete globalThis[name];\n`;

let templates: Pick<PageCode, 'worldSource' | 'hookSource'> | undefined;

/**
 * Reads the page code and gives it a secret door: the event name by which our world and the hook find each
 * other, which no page can guess.
 *
 * @param options - `held`: no pointer or key reaches a page but by an action of ours. `webRtc`: whether pages have it.
 */
export function makePageCode(options: { readonly held: boolean; readonly webRtc: boolean }): PageCode {
  templates ??= {
    worldSource: readShipped('dist/page/isolated-world.js'),
    hookSource: readShipped('dist/page/settle-hook.js'),
  };
  const door = `p${randomBytes(12).toString('hex')}`;
  const held = options.held ? '\nportolan.setHeld(true);' : '';
  return {
    worldSource: templates.worldSource.replaceAll(DOOR_PLACEHOLDER, door) + held,
    hookSource: templates.hookSource.replaceAll(DOOR_PLACEHOLDER, door),
    lessSource: WITHOUT_SERVICE_WORKERS + (options.webRtc ? '' : WITHOUT_WEB_RTC),
  };
}
