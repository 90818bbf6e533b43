import { showAddress } from '#kernel/untrusted-text.ts';
import { type DecidablePlan, type Decision, type DecisionContext, decide, ruleVerdict } from './decide.ts';
import { type Effect, gravestOf } from './effects.ts';
import { explainUrl } from './explain.ts';
import { addHost } from './hosts.ts';
import { type OriginTarget, originTarget } from './origin-target.ts';

/** What is decided of a plan, with what a person would be asked, and what the caller is told. */
export interface Judgement extends Decision {
  /** One sentence for the caller, when the verdict is not `allow`. */
  readonly sentence: string;
  /** The gravest effect; `boundary` when a host would be added. */
  readonly effect: Effect;
  /** The host that a person's yes adds to those of the session. */
  readonly opens?: OriginTarget;
}

/**
 * Decides one plan against the boundary and the profile. Pure.
 *
 * A destination outside the hosts is refused as such; where the profile asks about new hosts a person may add
 * it, and what is then left to decide is decided as if it were on the list.
 */
export function judge(plan: DecidablePlan, context: DecisionContext): Judgement {
  const gravest = gravestOf(plan.effects);
  const boundary = plan.destination === undefined ? undefined : explainUrl(plan.destination, context.hosts);
  if (plan.destination === undefined || boundary?.verdict !== 'deny' || boundary.code === undefined)
    return told(decide(plan, context), gravest);
  const code = boundary.code;
  const sentence = `${showAddress(plan.destination)} is not allowed here: ${boundary.rule}.`;
  const refused = { verdict: 'deny', rule: boundary.rule, code, sentence, effect: gravest } as const;
  const target = originTarget(plan.destination);
  if (code !== 'blocked_host' || target === undefined || target === 'blank') return refused;
  // A host that is added opens no address of this machine, so there is nothing to say yes to.
  if (/(^|\.)localhost$/.test(target.host)) return refused;
  const adding = ruleVerdict('boundary', context);
  const hosts = addHost(context.hosts, target.host, target.port);
  if (explainUrl(plan.destination, hosts).verdict === 'deny') return refused;
  const rest = decide(plan, { ...context, hosts });
  if (context.profile.isUnattended || adding.verdict === 'deny' || rest.verdict === 'deny') return refused;
  const why = rest.verdict === 'ask' ? `; ${rest.rule}` : '';
  const rule = `${boundary.rule}; ${adding.rule}${why}`;
  return { ...refused, verdict: 'ask', rule, effect: 'boundary', opens: target };
}

function told(decision: Decision, effect: Effect): Judgement {
  return { ...decision, sentence: `Not allowed here: ${decision.rule}.`, effect };
}
