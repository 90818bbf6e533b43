import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ResultBlock, ToolResult, ToolUse } from '#messages/wire.ts';
import { createToolset, type Toolset, type ToolsetOptions } from '#transports/library/create-toolset.ts';

let lastCall = 0;

/** A member call as an assistant message holds it. */
export function use(name: string, input: unknown = {}): ToolUse {
  lastCall += 1;
  return { type: 'tool_use', id: `toolu_${lastCall}`, name, input, toolset_name: 'browser' };
}

export function textOf(result: ToolResult | undefined): string {
  if (result === undefined) return '';
  if (typeof result.content === 'string') return result.content;
  return result.content
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
    .trim();
}

export function blockOf<Type extends ResultBlock['type']>(
  result: ToolResult | undefined,
  type: Type,
): Extract<ResultBlock, { type: Type }> | undefined {
  const blocks = typeof result?.content === 'string' ? [] : (result?.content ?? []);
  return blocks.find((block): block is Extract<ResultBlock, { type: Type }> => block.type === type);
}

/** A toolset that is driven as a model drives it: by the texts of the results. */
export class ToolsetBench implements AsyncDisposable {
  readonly toolset: Toolset;
  readonly dataDir: string;
  /** Every result so far. */
  readonly results: ToolResult[] = [];

  static async open(over: ToolsetOptions = {}): Promise<ToolsetBench> {
    const dataDir = await mkdtemp(join(tmpdir(), 'portolan-toolset-'));
    const hosts = ['127.0.0.1:*', 'localhost:*'];
    return new ToolsetBench(await createToolset({ hosts, dataDir, logLevel: 'silent', ...over }), dataDir);
  }

  private constructor(toolset: Toolset, dataDir: string) {
    this.toolset = toolset;
    this.dataDir = dataDir;
  }

  async turn(...calls: readonly ToolUse[]): Promise<readonly ToolResult[]> {
    const results = await this.toolset.run({ role: 'assistant', content: calls });
    this.results.push(...results);
    return results;
  }

  async call(name: string, input: unknown = {}): Promise<ToolResult> {
    const [result] = await this.turn(use(name, input));
    if (result === undefined) throw new Error('There is no result.');
    return result;
  }

  /** Calls a member, expects success, and gives its text. */
  async ok(name: string, input: unknown = {}): Promise<string> {
    const result = await this.call(name, input);
    expect(result.is_error, textOf(result)).toBeUndefined();
    return textOf(result);
  }

  /** Calls a member, expects a refusal, and gives its text. */
  async refused(name: string, input: unknown = {}): Promise<string> {
    const result = await this.call(name, input);
    expect(result.is_error, textOf(result)).toBe(true);
    return textOf(result);
  }

  /** The name of the ref of a line that was told. */
  ref(role: string, name: string): string {
    const line = new RegExp(
      `${role} ${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} \\[(ref_\\d+)\\]`,
    );
    for (const result of [...this.results].reverse()) {
      const found = line.exec(textOf(result))?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(`No result tells ${role} "${name}".`);
  }

  target(role: string, name: string): { readonly type: 'ref'; readonly ref: string } {
    return { type: 'ref', ref: this.ref(role, name) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.toolset.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
