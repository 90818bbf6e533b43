import type { ToolUse } from '#messages/wire.ts';

/** A block of any kind, as the API sends or takes it. */
export type AnyBlock = { readonly type: string };

export interface AgentMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly AnyBlock[];
}

/** An answer of the model. */
export interface AgentAnswer {
  readonly content: readonly AnyBlock[];
  readonly stop_reason: string | null;
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
}

export interface AgentRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: string;
  readonly tools: readonly object[];
  readonly messages: readonly AgentMessage[];
}

/** Sends a request and gives the whole answer, once the turn has ended. */
export type AskModel = (request: AgentRequest, signal: AbortSignal) => Promise<AgentAnswer>;

export function isCall(block: AnyBlock): block is ToolUse {
  return block.type === 'tool_use';
}

export function textIn(blocks: readonly AnyBlock[]): string {
  return blocks
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}
