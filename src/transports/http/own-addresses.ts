import { hostname, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Whether only this machine reaches a listening address. A name counts only when it is `localhost`. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback';
}

/**
 * The `Host` headers (lower case) that name this server, and with a scheme before them its own origins.
 * A page that reaches us under another name has been led here by its name server.
 *
 * @param host - the address the server was told to listen on.
 * @param port - the port it listens on.
 */
export function ownHosts(host: string, port: number): ReadonlySet<string> {
  const names = ['localhost', '127.0.0.1', '[::1]', inUrl(host)];
  if (!isLoopback(host)) {
    names.push(hostname());
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address } of addresses ?? []) names.push(inUrl(address));
    }
  }
  const bare = names.map((name) => name.toLowerCase());
  const withPort = bare.map((name) => `${name}:${port}`);
  return new Set(port === 80 ? [...bare, ...withPort] : withPort);
}

/** A host as it stands in a URL: an IPv6 address in brackets. */
export function inUrl(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
