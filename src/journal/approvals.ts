import { createHmac } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { ApprovalFilter, ApprovalRecord } from './approval.ts';
import { canonicalJson, type JsonValue } from './canonical-json.ts';
import { isSameHash } from './chain.ts';
import type { JournalEvent, StampedEvent } from './event.ts';
import type { JournalStore } from './store/journal-store.ts';

/** Most time that an approval may wait, and then stand, in milliseconds. */
export const LONGEST_APPROVAL_MS = 5 * 60_000;

/** One action to ask a person about. */
export type ApprovalAction = Pick<
  ApprovalRecord,
  'bound' | 'operation' | 'description' | 'effect' | 'origin' | 'destination' | 'rule'
>;

export interface ApprovalRequest {
  readonly session: string;
  readonly owner: string;
  readonly actions: readonly ApprovalAction[];
  readonly picture: string | null;
}

/** What is asked together, as it is shown to whoever may answer. */
export interface Gate {
  readonly gate: string;
  /** Answers this gate, once. Never shown to a model. */
  readonly token: string;
  readonly session: string;
  readonly owner: string;
  readonly askedAt: string;
  readonly expiresAtMs: number;
  readonly picture: string | null;
  readonly actions: readonly ApprovalRecord[];
}

export interface ApprovalsOptions {
  readonly store: JournalStore;
  readonly key: Uint8Array;
  readonly clock: Clock;
  /** Redacts an event and gives it its time. */
  readonly stamp: (event: JournalEvent) => StampedEvent;
  readonly redact: (text: string) => string;
}

/**
 * What waits for a person's word, in the data folder: whichever process asked, any process that can read the
 * folder can answer. A token is computed from what it answers, so that it can neither be guessed nor moved.
 */
export class Approvals {
  readonly #options: ApprovalsOptions;

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** A keyed hash that stands for exactly this. */
  bind(facts: JsonValue): string {
    return this.#mac('bound', canonicalJson(facts));
  }

  /** Asks about actions together. Written before it returns. */
  async ask({ session, owner, actions, picture }: ApprovalRequest): Promise<Gate> {
    const { store, clock, stamp, redact } = this.#options;
    const gate = newId('gate');
    const now = clock.now();
    const records = actions.map(
      (action, place): ApprovalRecord => ({
        ...action,
        // In the order in which they were asked about.
        id: `${gate}-${String(place).padStart(3, '0')}`,
        gate,
        session,
        owner,
        description: redact(action.description),
        destination: action.destination === null ? null : redact(action.destination),
        picture,
        askedAt: now.toISOString(),
        expiresAtMs: now.getTime() + LONGEST_APPROVAL_MS,
        state: 'waiting',
        answeredBy: null,
      }),
    );
    const asked = records.map(({ description, effect, destination }) => ({
      description,
      effect,
      destination,
    }));
    await store.askApprovals(
      records,
      stamp({ session, kind: 'approval-asked', decision: 'ask', body: { gate, picture, actions: asked } }),
    );
    return this.#gateOf(records);
  }

  async records(filter: ApprovalFilter): Promise<readonly ApprovalRecord[]> {
    return await this.#options.store.approvals(filter);
  }

  /** What waits now, the oldest first. */
  async waiting(filter: Pick<ApprovalFilter, 'owner' | 'session' | 'gate'> = {}): Promise<readonly Gate[]> {
    const openAtMs = this.#options.clock.now().getTime();
    const records = await this.#options.store.approvals({ ...filter, state: 'waiting', openAtMs });
    const gates = new Map<string, ApprovalRecord[]>();
    for (const record of records) gates.set(record.gate, [...(gates.get(record.gate) ?? []), record]);
    return [...gates.values()].map((together) => this.#gateOf(together));
  }

  /**
   * Answers a gate.
   *
   * @param by - who says so: `cli:<user>`, `http:<owner>`, `client`.
   * @throws invalid_arguments for a token that is none, was used, or came too late. Nothing is changed then.
   */
  async answer(token: string, approve: boolean, by: string): Promise<Gate> {
    const { store, clock, stamp } = this.#options;
    const gate = token.slice(0, Math.max(0, token.lastIndexOf('.')));
    const records = gate === '' ? [] : await store.approvals({ gate });
    const [first] = records;
    if (first === undefined || !isSameHash(token, this.#tokenOf(records)))
      throw fail('invalid_arguments', 'This is not the token of anything that was asked.', {
        remedy: 'Read the tokens again: `portolan approvals`, or GET /v1/approvals.',
      });
    const answered = await store.answerApprovals(
      { gate, approve, by, atMs: clock.now().getTime() },
      stamp({
        session: first.session,
        kind: 'approval-answered',
        decision: approve ? 'allow' : 'deny',
        body: { gate, by },
      }),
    );
    if (answered.length > 0) return this.#gateOf(answered);
    throw fail('invalid_arguments', 'This was answered before, or nobody answered it in time.', {
      remedy: 'If it is still wanted, let it be asked again.',
    });
  }

  /** Takes an approval for its one use. */
  async use(session: string, bound: string): Promise<ApprovalRecord | undefined> {
    return await this.#options.store.useApproval(session, bound, this.#options.clock.now().getTime());
  }

  #gateOf(records: readonly ApprovalRecord[]): Gate {
    const [first] = records;
    if (first === undefined) throw new Error('a gate asks at least one thing');
    const { gate, session, owner, askedAt, expiresAtMs, picture } = first;
    return {
      gate,
      token: this.#tokenOf(records),
      session,
      owner,
      askedAt,
      expiresAtMs,
      picture,
      actions: records,
    };
  }

  #tokenOf(records: readonly ApprovalRecord[]): string {
    const gate = records[0]?.gate ?? '';
    const bounds = records.map(({ bound, session, owner }) => [bound, session, owner]).sort();
    return `${gate}.${this.#mac('token', canonicalJson([gate, ...bounds]))}`;
  }

  #mac(purpose: string, text: string): string {
    return createHmac('sha256', this.#options.key).update(`approval ${purpose}\n${text}`).digest('base64url');
  }
}
