import type { devices } from 'playwright-core';
import { playwright } from './playwright.ts';

type Descriptor = (typeof devices)[string];

/** What a device makes of a context. */
export interface DeviceLook {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly userAgent: string;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
}

let descriptors: Readonly<Record<string, Descriptor>> | undefined;

/** Names of the devices that a context can look like. */
export function deviceNames(): readonly string[] {
  return Object.keys(allDevices());
}

/** The look of a device; nothing for a name that is not known. */
export function deviceLook(name: string): DeviceLook | undefined {
  const found = Object.hasOwn(allDevices(), name) ? allDevices()[name] : undefined;
  if (found === undefined) return undefined;
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = found;
  return { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch };
}

/** Loaded when it is first asked for: commands that start no browser do without the library. */
function allDevices(): Readonly<Record<string, Descriptor>> {
  descriptors ??= playwright().devices;
  return descriptors;
}
