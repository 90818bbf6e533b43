import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import type { Session } from '#sessions/session.ts';
import type { WorkflowDesk } from '#workflow/desk.ts';
import type { CallOptions } from './progress.ts';
import type { WorkflowReply } from './reply.ts';

/** One tool of the face. */
export interface WorkflowTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  call(desk: WorkflowDesk, session: Session, args: unknown, options: CallOptions): Promise<WorkflowReply>;
}

interface Declared<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType<Args>;
  /** It changes nothing, neither files nor pages. */
  readonly reads: boolean;
  call(desk: WorkflowDesk, session: Session, args: Args, options: CallOptions): Promise<WorkflowReply>;
}

/** Declares a tool whose arguments are checked before it is called. */
export function tool<Args>({ schema, reads, call, ...words }: Declared<Args>): WorkflowTool {
  return {
    ...words,
    inputSchema: schema,
    annotations: {
      readOnlyHint: reads,
      destructiveHint: !reads,
      idempotentHint: reads,
      openWorldHint: !reads,
    },
    async call(desk, session, args, options) {
      const parsed = schema.safeParse(args ?? {});
      if (parsed.success) return await call(desk, session, parsed.data, options);
      const why = z.prettifyError(parsed.error).replaceAll('\n', ' ');
      throw fail('invalid_arguments', `${words.name}: ${why}`, { dispatch: 'not_sent' });
    },
  };
}
