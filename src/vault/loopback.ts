import { classifyAddress } from '#policy/address-class.ts';

/** Whether a canonical host, an IPv6 one with or without brackets, never leaves this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || classifyAddress(name) === 'loopback';
}
