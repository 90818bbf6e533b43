import { formatAuthority } from './canonical-host.ts';
import { type HostRules, matchHost } from './hosts.ts';
import { originTarget } from './origin-target.ts';

export interface Explanation {
  readonly url: string;
  readonly verdict: 'allow' | 'deny';
  readonly code?: 'blocked_scheme' | 'blocked_host' | 'blocked_address';
  /** The entry that covers it, or why none does. */
  readonly rule: string;
  /** What still depends on the addresses the name leads to, when that is open. */
  readonly condition?: string;
}

/** What a URL would get at the boundary, and by which rule. Resolves nothing and sends nothing. */
export function explainUrl(url: string, rules: HostRules): Explanation {
  const target = originTarget(url);
  if (target === 'blank') return { url, verdict: 'allow', rule: 'about:blank is an empty page' };
  if (target === undefined) {
    return { url, verdict: 'deny', code: 'blocked_scheme', rule: 'only http, https and about:blank' };
  }
  const verdict = matchHost(rules, target.host, target.port);
  if (!verdict.allowed) return { url, verdict: 'deny', code: verdict.code, rule: verdict.rule };
  const place = formatAuthority(target.host, target.port);
  const covered = { url, verdict: 'allow', rule: `"${verdict.rule}" covers ${place}` } as const;
  if (verdict.by === 'name') {
    return {
      ...covered,
      condition: 'a private address is accepted for a listed name, a metadata address is not',
    };
  }
  if (verdict.by === 'literal') return covered;
  return { ...covered, condition: 'only its public addresses are dialled; without one it is refused' };
}
