import type { DeviceLook } from './device.ts';

/** How a browser context looks to sites. All fixed when it is made. */
export interface ContextLook {
  readonly viewport?: { readonly width: number; readonly height: number };
  /** A device to look like; its viewport is used, and its user agent unless another is given. */
  readonly device?: DeviceLook;
  readonly locale?: string;
  readonly timezone?: string;
  readonly userAgent?: string;
  readonly ignoreHttpsErrors?: boolean;
  readonly httpCredentials?: {
    readonly username: string;
    readonly password: string;
    readonly origin?: string;
  };
  readonly headers?: Readonly<Record<string, string>>;
  /** What pages may do without asking, by the permission's name; whatever else they ask for is denied. */
  readonly permissions?: readonly string[];
}

/** An isolated context: how it looks, what it starts from and its way out. */
export interface ContextOptions extends ContextLook {
  /** Address of the proxy port this context goes through. */
  readonly proxyServer: string;
  /** Path of a saved state (cookies, local storage) to start from. */
  readonly storageState?: string;
}
