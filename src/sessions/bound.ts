import type { JsonValue } from '#journal/canonical-json.ts';
import type { Deadline } from '#kernel/deadline.ts';
import type { Plan } from './plan.ts';
import type { Session } from './session.ts';

/** One call, as a person is asked about it. */
export interface BoundCall {
  readonly operation: string;
  readonly input: unknown;
  readonly plan: Plan;
  /** All that the batch it is a step of will do, in words. */
  readonly together?: readonly string[];
}

/** What an approval stands for: any difference makes another one. */
export interface Bound {
  /** The action, what it is done to, the document, and what its form or row holds. */
  readonly exact: string;
  /** The same without what the form or row holds: for steps that were approved together and change it themselves. */
  readonly loose: string;
}

/** Binds a planned call to the session, to its target and to the page as it is now. */
export async function boundOf(session: Session, call: BoundCall, deadline: Deadline): Promise<Bound> {
  const { operation, input, plan, together = [] } = call;
  const { resolved, page } = plan;
  const frame = resolved?.frame ?? page?.mainFrame;
  const facts: JsonValue = {
    session: session.id,
    operation,
    input: JSON.parse(JSON.stringify(input ?? null)),
    effects: plan.effects,
    from: plan.url,
    destination: plan.destination ?? null,
    target: plan.target ?? null,
    shown: plan.shown ?? null,
    document: frame?.documentId ?? null,
  };
  const region = resolved
    ? await resolved.frame.call<string | null>('regionDigest', [resolved.element], { deadline })
    : null;
  const { approvals } = session.journal;
  return { exact: approvals.bind([facts, region, together]), loose: approvals.bind([facts, 'any']) };
}
