import { isLoopback } from './loopback.ts';
import type { SourceItem } from './source-item.ts';

/**
 * Where an item of another vault may be used, from the addresses that stand in it: each one's exact host and
 * port. An address of plain http counts on loopback only, and nothing but web addresses does.
 */
export function addressesOf(
  addresses: readonly string[],
): Required<Pick<SourceItem, 'hosts' | 'origins' | 'allowHttp'>> {
  const hosts = new Set<string>();
  let allowHttp = false;
  for (const address of addresses) {
    const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
    if (!URL.canParse(text)) continue;
    const { protocol, hostname, host, port } = new URL(text);
    if (protocol === 'https:') hosts.add(host);
    if (protocol !== 'http:' || !isLoopback(hostname)) continue;
    allowHttp = true;
    hosts.add(port === '' ? `${host}:80` : host);
  }
  return { hosts: [...hosts], origins: [], allowHttp };
}
