import { type HostRules, matchHost } from './hosts.ts';
import { originTarget } from './origin-target.ts';

/** Whether an address, or the origin of a document, is covered by a list of hosts. What is neither http nor https is not. */
export function coversAddress(rules: HostRules, address: string): boolean {
  const target = originTarget(address);
  return target !== undefined && target !== 'blank' && matchHost(rules, target.host, target.port).allowed;
}
