import { DIRECTED_EFFECTS, type Effect } from './effects.ts';
import { type HostRules, matchHost } from './hosts.ts';
import type { Narrowing } from './narrowing.ts';
import { originTarget } from './origin-target.ts';
import type { Cell, Profile, RuleName } from './profiles.ts';

/** What an operation is about to do, as its plan says; nothing has touched the page. */
export interface DecidablePlan {
  readonly effects: readonly Effect[];
  /** Origin or URL of the document that is acted on; `about:blank` for an empty tab. */
  readonly origin: string;
  /** Where it leads, when the node tells: the link's, the form's. */
  readonly destination?: string;
}

export interface DecisionContext {
  readonly profile: Profile;
  /** Where this session may write. */
  readonly hosts: HostRules;
  /** Page content has been read by the model since the last turn of the user. */
  readonly tainted: boolean;
  /** The caller's own limits, which never widen. */
  readonly narrowing?: Narrowing;
  /** A person has granted the object acted on; only profiles that go by grant look at it. */
  readonly granted?: boolean;
}

export const VERDICTS = ['allow', 'ask', 'deny'] as const;

export interface Decision {
  readonly verdict: (typeof VERDICTS)[number];
  /** The rule that decided, for records and for people. */
  readonly rule: string;
  /** Why not, when `deny`. */
  readonly code?: 'denied' | 'user_action_required' | 'blocked_host' | 'blocked_address' | 'blocked_scheme';
}

/**
 * Decides one plan. Pure: the same plan and context give the same decision.
 *
 * Each effect is looked up in the profile; one that is directed at an origin outside the hosts goes by the
 * profile's `outside` as well. The strictest verdict holds. Without effects nothing is allowed.
 */
export function decide(plan: DecidablePlan, context: DecisionContext): Decision {
  if (plan.effects.length === 0) return { verdict: 'deny', rule: 'a plan names its effects', code: 'denied' };
  const { profile } = context;
  const decisions = plan.effects.flatMap((effect) => [
    byCaller(effect, context),
    byProfile(effect, context),
    DIRECTED_EFFECTS.has(effect) ? byOrigin(plan.destination ?? plan.origin, context) : undefined,
  ]);
  const strictest = decisions.reduce<Decision | undefined>(stricter, undefined) ?? {
    verdict: 'deny',
    rule: 'no rule covers the plan',
    code: 'denied',
  };
  if (strictest.verdict !== 'ask' || !profile.isUnattended) return strictest;
  return { verdict: 'deny', rule: `${strictest.rule}; unattended`, code: 'user_action_required' };
}

function byCaller(effect: Effect, { narrowing }: DecisionContext): Decision | undefined {
  if (narrowing?.effects === undefined || narrowing.effects.includes(effect)) return undefined;
  return { verdict: 'deny', rule: `the caller left out ${effect}`, code: 'denied' };
}

function byProfile(name: RuleName, context: DecisionContext): Decision {
  const { profile, tainted } = context;
  const cell = profile.rules[name][tainted ? 'tainted' : 'plain'];
  const by = profile.switchedOn?.[name];
  const rule = `${profile.name}: ${name}${tainted ? ' after page content' : ''} → ${cell}${by === undefined ? '' : ` (by ${by})`}`;
  return verdictOf(cell, rule, context.granted === true);
}

function verdictOf(cell: Cell, rule: string, granted: boolean): Decision {
  if (cell === 'allow' || cell === 'ask') return { verdict: cell, rule };
  if (cell === 'grant' && granted) return { verdict: 'allow', rule };
  return { verdict: 'deny', rule, code: 'denied' };
}

function byOrigin(url: string, context: DecisionContext): Decision | undefined {
  const target = originTarget(url);
  if (target === 'blank') return undefined;
  if (target === undefined) {
    return { verdict: 'deny', rule: 'only http, https and about:blank', code: 'blocked_scheme' };
  }
  const { narrowing } = context;
  const narrowed = narrowing?.hosts && matchHost(narrowing.hosts, target.host, target.port);
  if (narrowed?.allowed === false) {
    return { verdict: 'deny', rule: `the caller's hosts: ${narrowed.rule}`, code: narrowed.code };
  }
  const covered = matchHost(context.hosts, target.host, target.port);
  if (covered.allowed) return undefined;
  const outside = byProfile('outside', context);
  return { ...outside, rule: `${outside.rule} (${covered.rule})` };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

function stricter(held: Decision | undefined, next: Decision | undefined): Decision | undefined {
  if (held === undefined || next === undefined) return held ?? next;
  return STRICTNESS[next.verdict] > STRICTNESS[held.verdict] ? next : held;
}
