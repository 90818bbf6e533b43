import { fail } from '#kernel/errors.ts';
import type { AgentAnswer, AskModel } from './agent-message.ts';

export interface ModelPlace {
  /** Address of a server that speaks the Messages API; the vendor's own when absent. */
  readonly baseUrl?: string;
  readonly apiKey: string;
  /** Asks for answers piece by piece, for servers and proxies that cut long waits. */
  readonly isStreamed: boolean;
}

/**
 * Connects to a model by the vendor's SDK, which is only loaded here.
 *
 * @throws environment when the SDK is not installed, or the server cannot be asked.
 */
export async function openModel({ baseUrl, apiKey, isStreamed }: ModelPlace): Promise<AskModel> {
  const { default: Anthropic, APIError } = await import('@anthropic-ai/sdk').catch((error: unknown) => {
    throw fail(
      'environment',
      'The SDK that speaks the Messages API is not installed.',
      { remedy: 'Install it beside Portolan: npm install @anthropic-ai/sdk' },
      error,
    );
  });
  const client = new Anthropic({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
  return async (request, signal) => {
    // Requests are built of the API's own blocks; its answers are read as such.
    const body = request as unknown as Parameters<typeof client.messages.create>[0];
    try {
      const answer: unknown = isStreamed
        ? await client.messages.stream({ ...body, stream: true }, { signal }).finalMessage()
        : await client.messages.create({ ...body, stream: false }, { signal });
      return answer as AgentAnswer;
    } catch (error) {
      if (signal.aborted || !(error instanceof APIError)) throw error;
      const status = typeof error.status === 'number' ? ` (HTTP ${error.status})` : '';
      throw fail(
        'environment',
        `The model could not be asked${status}: ${error.message.slice(0, 500)}.`,
        { remedy: 'Check the key, the model and --base-url, then run it again.' },
        error,
      );
    }
  };
}
