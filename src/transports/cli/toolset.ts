import { readFileSync } from 'node:fs';
import { fail } from '#kernel/errors.ts';
import { type RenderState, renderForModel } from '#messages/render-for-model.ts';
import { validateRequest } from '#messages/validate-request.ts';
import type { AssistantMessage, ToolResult } from '#messages/wire.ts';

export interface ValidateFlags {
  readonly tier?: 'standard' | 'high';
  readonly anyModel?: true;
  readonly beta?: readonly string[];
  readonly json?: true;
}

/** `portolan toolset validate`: prints which of the API's rules a request breaks; ends with 1 when it breaks one. */
export function validate(path: string, { tier, anyModel, beta = [], json }: ValidateFlags): void {
  const found = validateRequest(readJson(path), {
    ...(tier === undefined ? {} : { imageTier: tier }),
    ...(anyModel ? { models: [] } : {}),
    betas: beta,
  });
  if (json) console.log(JSON.stringify(found));
  else if (found.length === 0) console.log('Nothing is broken.');
  else
    for (const { rule, path: at, problem, remedy } of found)
      console.log(`${rule} ${at === '' ? '(request)' : at}: ${problem} ${remedy}`);
  if (found.some(({ rule }) => !rule.startsWith('W'))) process.exitCode = 1;
}

/** `portolan toolset preview`: prints what the model will read of the results in a request, turn by turn. */
export function preview(path: string, { json }: { readonly json?: true }): void {
  const body = readJson(path);
  const messages = messagesIn(body);
  let state: RenderState | undefined;
  const turns: string[][] = [];
  messages.forEach((message, place) => {
    const answer = messages[place + 1];
    if (message.role !== 'assistant' || answer?.role !== 'user' || !Array.isArray(answer.content)) return;
    const results = answer.content.filter(isMemberResult);
    if (results.length === 0) return;
    const rendered = renderForModel(
      { content: message.content as AssistantMessage['content'] },
      results,
      state,
    );
    state = rendered.state;
    turns.push([...rendered.texts]);
  });
  if (json) console.log(JSON.stringify(turns));
  else console.log(turns.map((texts) => texts.join('\n\n---\n\n')).join('\n\n=====\n\n'));
}

interface LooseMessage {
  readonly role?: unknown;
  readonly content?: unknown;
}

function messagesIn(body: unknown): readonly LooseMessage[] {
  const found = typeof body === 'object' && body !== null && 'messages' in body ? body.messages : body;
  if (Array.isArray(found)) return found.filter((entry) => typeof entry === 'object' && entry !== null);
  throw fail('invalid_arguments', 'There are no messages in the file.', {
    remedy: 'Give the body of a request to the Messages API, or its messages, as JSON.',
  });
}

function isMemberResult(block: unknown): block is ToolResult {
  return (
    typeof block === 'object' &&
    block !== null &&
    'type' in block &&
    block.type === 'tool_result' &&
    'toolset_name' in block &&
    block.toolset_name === 'browser'
  );
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    throw fail(
      'invalid_arguments',
      `${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
      { remedy: 'Give a file with the body of a request, or - for standard input.' },
      error,
    );
  }
}
