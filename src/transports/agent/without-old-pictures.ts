import type { AgentMessage } from './agent-message.ts';

const LEFT_OUT = { type: 'text', text: '(an older screenshot was left out here)' } as const;

/**
 * A conversation with the pictures of results left out but for the newest so many. Every result stays where it is,
 * and says that it had a picture.
 */
export function withoutOldPictures(messages: readonly AgentMessage[], kept: number): readonly AgentMessage[] {
  let seen = 0;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'user' || typeof message.content === 'string') return message;
      const content = message.content.toReversed().map((block) => {
        if (!isResult(block) || typeof block.content === 'string') return block;
        if (!block.content.some(({ type }) => type === 'image')) return block;
        seen += 1;
        if (seen <= kept) return block;
        return { ...block, content: block.content.map((part) => (part.type === 'image' ? LEFT_OUT : part)) };
      });
      return { ...message, content: content.toReversed() };
    })
    .toReversed();
}

interface ResultLike {
  readonly type: 'tool_result';
  readonly content: string | readonly { readonly type: string }[];
}

function isResult(block: { readonly type: string }): block is ResultLike {
  return block.type === 'tool_result';
}
