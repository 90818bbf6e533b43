import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';

/** One step of a task, in words that know nothing of a page's code: what to do, and to what by role and name. */
export interface Step {
  readonly tool: string;
  /** Role and name of the element, as the newest reply that shows it prints them. A name of null is one without a name. */
  readonly on?: readonly [role: string, name: string | null];
  readonly args?: Readonly<Record<string, unknown>>;
  /** What the reply has to show before the next step. */
  readonly expect?: RegExp;
}

export interface SmallClient extends AsyncDisposable {
  /** Does the steps in order; the last reply. Throws with the reply that was not as expected. */
  run(steps: readonly Step[]): Promise<string>;
}

/**
 * A client that has nothing but the command of the package and the texts of its replies.
 *
 * @param args - flags of `portolan mcp`.
 */
export async function startSmallClient(args: readonly string[]): Promise<SmallClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(PACKAGE_ROOT, 'dist/transports/cli/main.js'), 'mcp', '--log-level', 'silent', ...args],
  });
  const client = new Client({ name: 'small-client', version: '1.0.0' });
  await client.connect(transport);
  const replies: string[] = [];

  const call = async ({ tool, on, args: more = {}, expect }: Step): Promise<void> => {
    const ref = on === undefined ? {} : { ref: refOf(replies, ...on) };
    const result = await client.callTool({ name: tool, arguments: { ...ref, ...more } });
    const text = (result.content as { text: string }[]).map((part) => part.text).join('\n');
    replies.push(text);
    if (result.isError === true || (expect && !expect.test(text)))
      throw new Error(`${tool} ${JSON.stringify({ on, ...more })} was answered:\n${text}`);
  };
  return {
    run: async (steps) => {
      for (const step of steps) await call(step);
      return replies.at(-1) ?? '';
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function refOf(replies: readonly string[], role: string, name: string | null): string {
  const quoted = name === null ? '' : `${JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} `;
  const pattern = new RegExp(`(?:^|[\\s|])${role} ${quoted}\\[([^\\]]+)\\]`, 'm');
  for (const text of [...replies].reverse()) {
    const ref = pattern.exec(text)?.[1];
    if (ref !== undefined) return ref;
  }
  throw new Error(`No reply shows ${role} ${name ?? ''}. The last one:\n${replies.at(-1) ?? ''}`);
}
