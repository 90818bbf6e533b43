import ipaddr from 'ipaddr.js';

/**
 * What an address is, as far as the boundary cares. Only `public` may be dialled without being listed.
 * `nat64`, `6to4`, `teredo`, `isatap`, `compatible` and `mapped` carry an IPv4 address inside an IPv6 one,
 * and are refused whatever they carry.
 */
export const ADDRESS_CLASSES = [
  'public',
  'private',
  'loopback',
  'link-local',
  'cgnat',
  'metadata',
  'multicast',
  'broadcast',
  'unspecified',
  'mapped',
  'compatible',
  'nat64',
  '6to4',
  'teredo',
  'isatap',
  'reserved',
  'invalid',
] as const;
export type AddressClass = (typeof ADDRESS_CLASSES)[number];

type Range = readonly [cidr: string, is: AddressClass];

/** First match wins. Sources: the IANA special-purpose registries, RFC 6890, and what cloud vendors document. */
const IPV4_RANGES: readonly Range[] = [
  ['169.254.169.254/32', 'metadata'],
  ['169.254.169.253/32', 'metadata'],
  ['169.254.169.123/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['169.254.170.23/32', 'metadata'],
  ['169.254.0.23/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'cgnat'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.31.196.0/24', 'reserved'],
  ['192.52.193.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['192.175.48.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
];

const IPV6_RANGES: readonly Range[] = [
  ['fd00:ec2::254/128', 'metadata'],
  ['fd00:ec2::253/128', 'metadata'],
  ['fd00:ec2::23/128', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['::1/128', 'loopback'],
  ['::/128', 'unspecified'],
  ['::ffff:0:0/96', 'mapped'],
  ['::ffff:0:0:0/96', 'mapped'],
  ['::/96', 'compatible'],
  ['64:ff9b::/96', 'nat64'],
  ['64:ff9b:1::/48', 'nat64'],
  ['2001::/32', 'teredo'],
  ['2002::/16', '6to4'],
  ['100::/64', 'reserved'],
  ['100:0:0:1::/64', 'reserved'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['2620:4f:8000::/48', 'reserved'],
  ['3fff::/20', 'reserved'],
  ['5f00::/16', 'reserved'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
];

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;
type Compiled = readonly { readonly range: [Parsed, number]; readonly is: AddressClass }[];

function compile(ranges: readonly Range[]): Compiled {
  return ranges.map(([cidr, is]) => ({ range: ipaddr.parseCIDR(cidr), is }));
}

const COMPILED = { ipv4: compile(IPV4_RANGES), ipv6: compile(IPV6_RANGES) };

function isIsatap(bytes: readonly number[]): boolean {
  const universal = bytes[8];
  return (universal === 0 || universal === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

/**
 * Classifies an address in canonical text, IPv6 without brackets.
 *
 * @returns `invalid` for what is not a plain address (a zone id, a short or octal form, text): treat it as refused.
 */
export function classifyAddress(address: string): AddressClass {
  const parsed = parseAddress(address);
  if (parsed === undefined) return 'invalid';
  const row = COMPILED[parsed.kind()].find(({ range }) => parsed.match(range));
  if (row !== undefined) return row.is;
  return parsed.kind() === 'ipv6' && isIsatap(parsed.toByteArray()) ? 'isatap' : 'public';
}

/** The IPv4 address carried in a mapped or compatible IPv6 one, or the address itself. */
export function unwrapMapped(address: string): string {
  const parsed = parseAddress(address);
  if (parsed === undefined || parsed.kind() === 'ipv4') return address;
  const is = classifyAddress(address);
  if (is !== 'mapped' && is !== 'compatible') return address;
  return parsed.toByteArray().slice(12).join('.');
}

function parseAddress(address: string): Parsed | undefined {
  if (address.includes('%')) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address);
  if (!ipaddr.IPv6.isValid(address)) return undefined;
  // ipaddr.js reads `::127.0.0.1` as if it were `::ffff:127.0.0.1`; in hexadecimal it does not.
  const hexadecimal = address.includes('.') ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
  return ipaddr.IPv6.parse(hexadecimal);
}
