import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { deadlineIn, within } from '#kernel/deadline.ts';
import { type AddressClass, classifyAddress, unwrapMapped } from './address-class.ts';
import { isAddress } from './canonical-host.ts';
import { fail } from './errors.ts';
import type { HostRuleKind } from './hosts.ts';

/** All addresses a name has, as text. Rejects when there is none. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** The system's own resolver, hosts file included. */
export const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export interface PinOptions {
  /** How the list covers the host (`matchHost`). */
  readonly by: HostRuleKind;
  readonly resolver?: Resolver;
  /** 5 000 when absent. */
  readonly timeoutMs?: number;
  /** Ports of ours on this machine, never dialled whatever the list says. */
  readonly ownPorts?: ReadonlySet<number>;
  /** What this name was when it was first resolved: a name that was public stays so. */
  readonly first?: 'public' | 'special';
}

/** Addresses to dial, in order, and nothing else: each was classified, and none is looked up again. */
export interface Pin {
  readonly addresses: readonly string[];
  readonly is: 'public' | 'special';
}

const NEVER_BY_NAME: ReadonlySet<AddressClass> = new Set([
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
]);
const LOCAL_NAME = /^[^.]+$|\.(?:localhost|local|internal|test|home\.arpa)$/;

/**
 * Resolves a host once, classifies every answer and keeps those that may be dialled.
 *
 * Of mixed answers only the public ones are kept. A special address (private, loopback, CGNAT) needs its host
 * listed by name; link-local and metadata need a literal, or a name that public DNS cannot hold.
 *
 * @param host - canonical (`canonicalHost`).
 * @throws blocked_address when no answer may be dialled; `facts.rule` says why.
 * @throws timeout when the resolver does not answer; what the resolver itself throws passes through.
 */
export async function resolveAndPin(host: string, port: number, options: PinOptions): Promise<Pin> {
  const { resolver = systemResolver, timeoutMs = 5_000, ownPorts } = options;
  const answers = isAddress(host)
    ? [host]
    : await within(resolver(host), deadlineIn(timeoutMs), `the addresses of ${host}`);
  const classified = answers.map((address) => ({ address, is: classifyAddress(address) }));
  const dialable = classified.filter(({ address }) => !isOwn(address, port, ownPorts));
  if (dialable.length < classified.length) {
    throw refuse(host, port, `port ${port} of this machine is Portolan's own, and never reached from a page`);
  }
  const open = classified.filter(({ is }) => is === 'public').map(({ address }) => address);
  if (open.length > 0) return { addresses: open, is: 'public' };
  const listed = classified.filter(({ is }) => mayBeSpecial(host, is, options)).map(({ address }) => address);
  if (listed.length > 0) return { addresses: listed, is: 'special' };
  throw refuse(host, port, describeRefusal(host, classified, options));
}

function mayBeSpecial(host: string, is: AddressClass, options: PinOptions): boolean {
  if (options.by === 'literal') return is !== 'invalid';
  if (options.by !== 'name' || NEVER_BY_NAME.has(is)) return false;
  if (options.first === 'public') return false;
  return (is !== 'metadata' && is !== 'link-local') || LOCAL_NAME.test(host);
}

function describeRefusal(
  host: string,
  classified: readonly { address: string; is: AddressClass }[],
  options: PinOptions,
): string {
  const [first] = classified;
  if (first === undefined) return `${host} has no address`;
  const leads = isAddress(host) ? `${host} is` : `${host} leads to ${first.address},`;
  if (options.first === 'public' && options.by === 'name')
    return `${leads} a ${first.is} address, and was public before`;
  return `${leads} a ${first.is} address, which must be listed by itself`;
}

function refuse(host: string, port: number, rule: string): Error {
  return fail('blocked_address', `The boundary refused ${host}: ${rule}.`, { host, port, rule });
}

/** Whether an address and port lead back to one of our own listeners. */
export function isOwn(address: string, port: number, ownPorts: ReadonlySet<number> | undefined): boolean {
  if (ownPorts?.has(port) !== true) return false;
  const plain = unwrapMapped(address);
  const is = classifyAddress(plain);
  if (is === 'loopback' || is === 'unspecified') return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === plain),
  );
}
