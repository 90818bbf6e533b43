import { z } from 'zod';
import { newId } from '#kernel/id.ts';
import type { Host, HostedFace, HostedSession } from '#transports/host.ts';

/** A session that only remembers a text: enough to tell one caller's session from another's. */
class EchoSession implements HostedSession {
  readonly id = newId('echo');
  memory = 'nothing';
  readonly name: string;
  lockedBy: string | undefined;
  readonly #onClose: () => void;

  constructor(name: string, onClose: () => void) {
    this.name = name;
    this.#onClose = onClose;
  }

  async lock(by: string): Promise<void> {
    this.lockedBy = by;
  }

  async unlock(): Promise<void> {
    this.lockedBy = undefined;
  }

  async close(): Promise<void> {
    this.#onClose();
  }
}

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

function tool(name: string, inputSchema: z.ZodType) {
  return { name, title: name, description: `The tool ${name}.`, inputSchema, annotations };
}

const SCHEMAS = {
  echo: z.strictObject({ text: z.string() }),
  remember: z.strictObject({ text: z.string() }),
  recall: z.strictObject({}),
  slow: z.strictObject({ ms: z.int() }),
};

/** What the slow tool saw of its caller, for tests of cancelling. */
export const slowCalls: { started: number; cancelled: number } = { started: 0, cancelled: 0 };

const face: HostedFace<EchoSession> = {
  name: 'portal',
  instructions: 'Echo.',
  tools: Object.entries(SCHEMAS).map(([name, schema]) => tool(name, schema)),
  async call(session, name, args, { signal }) {
    const parsed = SCHEMAS[name as keyof typeof SCHEMAS].safeParse(args);
    if (!parsed.success) {
      return { text: `browser.invalid_arguments: ${parsed.error.issues[0]?.message}`, isError: true };
    }
    const given: { text?: string; ms?: number } = parsed.data;
    if (name === 'echo') return { text: `echo ${given.text}`, isError: false };
    if (name === 'recall') return { text: `${session.id} ${session.memory}`, isError: false };
    if (name === 'slow') return slow(given.ms ?? 0, signal);
    session.memory = given.text ?? '';
    return { text: session.id, isError: false };
  },
};

async function slow(ms: number, signal: AbortSignal | undefined) {
  slowCalls.started += 1;
  process.stderr.write('slow began\n');
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      slowCalls.cancelled += 1;
      resolve();
    });
  });
  return { text: 'slow done', isError: false };
}

/** A broker and a face that run for real and need no browser. */
export function openEchoHost(): Host<EchoSession> {
  const sessions = new Map<string, EchoSession>();
  const keyOf = (owner: string, name: string) => `${owner}/${name}`;
  return {
    face,
    broker: {
      async open(owner, options) {
        const key = keyOf(owner, options?.name ?? newId('unnamed'));
        const known = sessions.get(key);
        if (known !== undefined) return known;
        const session = new EchoSession(options?.name ?? '', () => sessions.delete(key));
        sessions.set(key, session);
        return session;
      },
      find: (owner, name) => sessions.get(keyOf(owner, name)),
      sessionsOf: (owner) =>
        [...sessions].filter(([key]) => key.startsWith(`${owner}/`)).map(([, session]) => session),
      approvals: {
        waiting: async () => [],
        answer: async () => {
          throw new Error('an echo asks nobody');
        },
        picture: async () => new Uint8Array(),
      },
      ready: async () => ({ ok: true, checks: [{ name: 'echo', ok: true, detail: 'echoes' }] }),
      close: async () => sessions.clear(),
    },
  };
}
