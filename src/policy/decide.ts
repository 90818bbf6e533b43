import { DIRECTED_EFFECTS, type Effect, WRITING_EFFECTS } from './effects.ts';
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
  /** Where files and forms may go once private data is held and foreign pages were read; absent: `hosts`. */
  readonly writeHosts?: HostRules | undefined;
  /** Why an address that the caller wrote may carry data out, if it may. */
  readonly carries?: string | undefined;
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
    ruleVerdict(effect, context),
    DIRECTED_EFFECTS.has(effect) ? byOrigin(plan.destination ?? plan.origin, context) : undefined,
    WRITING_EFFECTS.has(effect) ? byWriteSet(plan.destination ?? plan.origin, context) : undefined,
  ]);
  if (context.carries !== undefined) {
    const outside = ruleVerdict('outside', context);
    decisions.push({ ...outside, rule: `${outside.rule} (${context.carries})` });
  }
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

/** What one rule of the profile says. */
export function ruleVerdict(name: RuleName, context: DecisionContext): Decision {
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
  const outside = ruleVerdict('outside', context);
  return { ...outside, rule: `${outside.rule} (${covered.rule})` };
}

/** Private data, foreign text and a way out together: the way out is only where the session may write. */
function byWriteSet(url: string, context: DecisionContext): Decision | undefined {
  const target = originTarget(url);
  if (context.writeHosts === undefined || target === undefined || target === 'blank') return undefined;
  if (matchHost(context.writeHosts, target.host, target.port).allowed) return undefined;
  const outside = ruleVerdict('outside', context);
  const why = `${target.host} is not listed by name, private data is held and foreign pages were read`;
  return { ...outside, rule: `${outside.rule} (${why})` };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

function stricter(held: Decision | undefined, next: Decision | undefined): Decision | undefined {
  if (held === undefined || next === undefined) return held ?? next;
  return STRICTNESS[next.verdict] > STRICTNESS[held.verdict] ? next : held;
}
