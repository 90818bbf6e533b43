import type { Frame } from '#browser/frame.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { PageRefusal, Prepared, PrepareRequest } from '#page/wire.ts';

/** What a known next action will ask of its document before its input. */
export interface Preparation {
  readonly frame: Frame;
  readonly request: Omit<PrepareRequest, 'token'>;
}

/** What the document answered, ahead of the action. */
interface Prepaid {
  readonly documentId: string;
  readonly request: string;
  readonly token: number;
  readonly reply: Promise<Prepared | PageRefusal>;
}

let lastToken = 0;

/** A token for one more input. */
export function newToken(): number {
  lastToken += 1;
  return lastToken;
}

const prepaid = new WeakMap<Frame, Prepaid>();

/** Keeps that the document expects the next action already. A refusal is not kept: it is found again. */
export function keepPreparation(
  { frame, request }: Preparation,
  token: number,
  reply: Prepared | PageRefusal,
): void {
  if (!reply.ok) return;
  const { documentId } = frame;
  prepaid.set(frame, {
    documentId,
    request: JSON.stringify(request),
    token,
    reply: Promise.resolve(reply),
  });
}

/** Asks now what the action will ask; it takes the answer if it asks exactly this. */
export function prepareAhead({ frame, request }: Preparation, deadline: Deadline): void {
  if (!frame.hasWorld) return;
  const token = newToken();
  const reply = frame.call<Prepared | PageRefusal>('prepare', [{ ...request, token }], { deadline });
  reply.catch(() => {});
  prepaid.set(frame, { documentId: frame.documentId, request: JSON.stringify(request), token, reply });
}

/** Takes what was prepared for exactly this, once. */
export function takePreparation(frame: Frame, request: object): Prepaid | undefined {
  const found = prepaid.get(frame);
  prepaid.delete(frame);
  if (found?.documentId !== frame.documentId) return undefined;
  return found.request === JSON.stringify(request) ? found : undefined;
}

/** The next action does not come: what was prepared for it is taken back. */
export function dropPreparation(frame: Frame): void {
  const found = prepaid.get(frame);
  prepaid.delete(frame);
  if (found === undefined || frame.documentId !== found.documentId || !frame.hasWorld) return;
  frame.call('actionEnd', [found.token], { deadline: deadlineIn(500) }).catch(() => {});
}
