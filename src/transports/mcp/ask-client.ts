import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import { isPortolanError } from '#kernel/error.ts';
import { gateInWords } from '#transports/approval-words.ts';
import type { HostedApprovals } from '#transports/host.ts';

/** Whether a client can put a question to a person: by its handshake, or by what its request says of it. */
export function canAsk(envelope: object | undefined, capabilities: ClientCapabilities | undefined): boolean {
  const stated: unknown = envelope && Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY);
  if (typeof stated === 'object' && stated !== null) return Reflect.get(stated, 'elicitation') !== undefined;
  return capabilities?.elicitation !== undefined;
}

/** Whose gates a client may be asked about. */
export interface AskingClient {
  readonly approvals: HostedApprovals;
  readonly owner: string;
  readonly canAsk: boolean;
}

const FORM = {
  type: 'object' as const,
  properties: {
    approve: {
      type: 'boolean' as const,
      title: 'Allow this',
      description: 'Exactly what is shown, and nothing else.',
    },
  },
  required: ['approve'],
};

/**
 * Lets the person behind a client answer a gate, where the client can ask: instead of the refusal, the client
 * gets the question, and sends the call again with the answer.
 */
export async function askClient(
  { approvals, owner, canAsk }: AskingClient,
  gate: string,
): Promise<InputRequiredResult | undefined> {
  if (!canAsk) return undefined;
  const [asked] = await approvals.waiting({ owner, gate });
  if (asked === undefined) return undefined;
  const message = `Portolan asks before it goes on:\n${gateInWords(asked)}`;
  return inputRequired({
    inputRequests: { [gate]: inputRequired.elicit({ message, requestedSchema: FORM }) },
  });
}

/** Takes the answers that came with a call. One to a gate that is not the owner's, or no longer waits, counts for nothing. */
export async function takeAnswers(
  { approvals, owner }: AskingClient,
  answers: Readonly<Record<string, unknown>> | undefined,
): Promise<void> {
  for (const gate of Object.keys(answers ?? {})) {
    const [asked] = await approvals.waiting({ owner, gate });
    if (asked === undefined) continue;
    const content = acceptedContent(answers, gate);
    try {
      await approvals.answer(asked.token, content?.['approve'] === true, 'client');
    } catch (error) {
      if (!isPortolanError(error, 'invalid_arguments')) throw error;
    }
  }
}

/** A tool's result, or a question that comes before it. */
export type ToolAnswer = CallToolResult | InputRequiredResult;
