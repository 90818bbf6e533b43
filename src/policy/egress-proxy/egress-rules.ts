import type { HostRules } from '#policy/hosts.ts';
import type { Resolver } from '#policy/resolve-and-pin.ts';

/** What a port lets out. */
export interface EgressRules {
  readonly hosts: HostRules;
}

export type RefusalCode = 'blocked_host' | 'blocked_address' | 'blocked_scheme';

/** One request that did not leave. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Canonical where it could be read, else as it came. */
  readonly host: string;
  readonly port: number;
  /** The rule that refused, as a sentence without its full stop. */
  readonly rule: string;
  /** Known for plain http only; a tunnel shows host and port. */
  readonly url?: string;
  /** Most likely the browser's own request: counted, not told to a model. */
  readonly background: boolean;
}

export const FAILURE_REASONS = [
  'name_not_found',
  'connection_refused',
  'connection_reset',
  'unreachable',
  'timed_out',
  'upstream_proxy',
] as const;

/** One request that was let through and did not arrive. */
export interface EgressFailure {
  readonly reason: (typeof FAILURE_REASONS)[number];
  readonly host: string;
  readonly port: number;
  readonly detail: string;
}

export interface EgressCounts {
  /** Requests and tunnels let through. */
  readonly allowed: number;
  readonly refused: number;
  /** Of `refused`, the browser's own. */
  readonly background: number;
  /** Tunnels turned away because too many were open. */
  readonly capped: number;
  readonly failed: number;
  readonly openTunnels: number;
}

export interface EgressOptions {
  readonly resolver?: Resolver;
  /** Names that stand for a local server, `shop.test` → `127.0.0.1:4000`, set by whoever runs this; counts as listing the address. */
  readonly hostMap?: Readonly<Record<string, string>>;
  /** Ports of ours on this machine, beside the proxy's own. Asked at each request. */
  readonly ownPorts?: () => ReadonlySet<number>;
  /** `http://[user:password@]host:port` of a proxy that everything but this machine is reached through. */
  readonly upstreamProxy?: string;
  /** A tunnel without traffic is closed; 60 000 when absent. */
  readonly idleTimeoutMs?: number;
  /** 10 000 when absent. */
  readonly connectTimeoutMs?: number;
  /** 5 000 when absent. */
  readonly resolveTimeoutMs?: number;
  /** A client that has not sent its whole head is closed; 15 000 when absent. */
  readonly headTimeoutMs?: number;
  /** Open tunnels of one port; 256 when absent. */
  readonly maxTunnels?: number;
}
