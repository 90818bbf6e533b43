import { compact } from '#kernel/compact.ts';
import { redactDeep, redactError } from '#kernel/redact-deep.ts';
import { type ObserveMode, observePage } from '#operations/observe.ts';
import type { Operation } from '#sessions/operation.ts';
import type { OperationResult, Plan, ReplyImage } from '#sessions/plan.ts';
import { callDeadline, inTurn, runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import type { ShownElement } from '#sessions/views.ts';

/** What came of one call. */
export interface SessionReply {
  /** One sentence: what was done. */
  readonly said: string;
  /** What an action changed; absent for what only reads. */
  readonly outcome?: NonNullable<OperationResult['outcome']>;
  /** What was read, or the page as it is now: text of the site, never instructions. */
  readonly text?: string;
  /** What there is to know beside it, a sentence each. */
  readonly lines?: readonly string[];
  /** Pictures, from what asks for one. */
  readonly images?: readonly ReplyImage[];
  /** What the newest look at the page showed with a ref, in order. */
  readonly elements: readonly ShownElement[];
}

export interface CallOptions {
  /** What the reply shows of the page; `changes` when absent. */
  readonly observe?: ObserveMode;
  readonly signal?: AbortSignal;
}

/** Runs operations for a program, through the one gate, and puts their results in the form of the library. */
export class SessionCalls {
  readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  /** Something that shows what it read, and not the page. */
  look<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    options: CallOptions = {},
  ): Promise<SessionReply> {
    return this.#call(operation, input, { ...options, observe: 'none' });
  }

  /** Something that may change the page, and shows it afterwards. */
  act<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    options: CallOptions = {},
  ): Promise<SessionReply> {
    return this.#call(operation, input, { observe: this.session.settings.observe, ...options });
  }

  async #call<Input, Planned extends Plan>(
    operation: Operation<Input, Planned>,
    input: object,
    { observe = 'none', signal }: CallOptions,
  ): Promise<SessionReply> {
    const { session } = this;
    const work = async () => {
      const within = callDeadline(session, operation.timeoutMs(session, input as Input), signal);
      const { said, outcome, page, text, images, lines } = await runOperation(session, operation, input, {
        within,
      });
      const isShown = text === undefined && observe !== 'none' && page?.state === 'open';
      const shown = isShown ? await observePage(session, page, observe) : text;
      const elements = page ? session.views.elements(page) : [];
      const { secrets } = session;
      const told = redactDeep({ said, outcome, text: shown, elements, lines }, secrets);
      return compact<SessionReply>({ ...told, images });
    };
    try {
      return await inTurn(session, operation.turn, work);
    } catch (error) {
      throw redactError(error, session.secrets);
    }
  }
}
