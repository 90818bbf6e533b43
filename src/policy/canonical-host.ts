import { isIP } from 'node:net';

const NEVER_IN_A_HOST = /[\s/?#@\\\p{Cc}\p{Surrogate}]/u;

/**
 * A host as the browser would dial it: lower case, Punycode, numbers in any form as a dotted address, IPv6
 * without brackets in its shortest form, no trailing dot. WHATWG URL parsing does the work, so that our view
 * and the browser's agree.
 *
 * @returns `undefined` for what no browser would dial; treat it as refused.
 */
export function canonicalHost(text: string): string | undefined {
  if (text === '' || NEVER_IN_A_HOST.test(text)) return undefined;
  const bracketed = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (bracketed.includes(':') && !bracketed.endsWith(']')) return undefined;
  let hostname: string;
  try {
    hostname = new URL(`http://${bracketed}/`).hostname;
  } catch {
    return undefined;
  }
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return host.split('.').includes('') ? undefined : host;
}

/** Whether a canonical host is an address and not a name. */
export function isAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/** `host:port`, an IPv6 address in brackets. */
export function formatAuthority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Splits `host`, `host:port` or `[v6]:port` without judging the host.
 *
 * @returns `undefined` when the port is not a whole number from 1 to 65535.
 */
export function splitAuthority(
  text: string,
): { readonly host: string; readonly port: number | undefined } | undefined {
  const parts = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/su.exec(text);
  if (parts === null) return undefined;
  const [, host = '', port] = parts;
  if (port === undefined) return { host, port: undefined };
  if (!/^\d{1,5}$/.test(port)) return undefined;
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined;
}
