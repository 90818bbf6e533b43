import type { Agent } from 'node:http';
import type { Admission } from './admission.ts';
import type { UpstreamProxy } from './upstream-proxy.ts';

/** What is asked for: host as the client sent it, and the URL where it can be seen. */
export interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly url?: string;
}

/** One request or tunnel under way, so that it can be ended when the rules that let it through are gone. */
export interface Flow {
  readonly host: string;
  readonly port: number;
  readonly isTunnel: boolean;
  close(): void;
}

export type Judgement =
  | { readonly kind: 'admitted'; readonly admission: Admission }
  | { readonly kind: 'refused'; readonly rule: string }
  | { readonly kind: 'failed'; readonly detail: string };

/** What the request handlers need of the port they serve. */
export interface PortContext {
  readonly agent: Agent;
  readonly upstream: UpstreamProxy | undefined;
  readonly idleTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly maxTunnels: number;
  readonly openTunnels: number;
  /** Decides, and counts and tells a refusal. */
  judge(wanted: Wanted): Promise<Judgement>;
  refuseScheme(wanted: Wanted, scheme: string): string;
  /** Counts and tells a failure; returns its words. */
  failed(wanted: Wanted, error: unknown): string;
  capped(): void;
  /** Remembers a flow until the returned function is called. */
  track(flow: Flow): () => void;
}
