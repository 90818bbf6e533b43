import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { fail as failHere } from '#transports/errors.ts';
import type { HostedBroker, HostedSession } from '#transports/host.ts';
import type { Gated } from './gatekeeper.ts';
import { readJson } from './read-body.ts';

const CHANGE = z.strictObject({ takenOver: z.boolean() });

/**
 * The owner's sessions, and taking one over: `GET /v1/sessions`; `POST /v1/sessions/<id>` with `{takenOver}`. While a
 * person has it, every call of the model is refused and shows no page.
 */
export function serveSessions(app: Hono<Gated>, broker: HostedBroker): void {
  const mine = (context: Context<Gated>): readonly HostedSession[] =>
    broker.sessionsOf(context.get('principal').owner);

  app.get('/v1/sessions', (context) => Response.json({ sessions: mine(context).map(asJson) }));
  app.post('/v1/sessions/:id', async (context) => {
    const parsed = CHANGE.safeParse(await readJson(context.req.raw));
    if (!parsed.success)
      throw fail('invalid_arguments', `The change is not valid: ${z.prettifyError(parsed.error)}`, {
        remedy: 'Send {"takenOver": true} or false.',
      });
    const session = mine(context).find(({ id }) => id === context.req.param('id'));
    if (session === undefined)
      throw failHere('unknown_path', 'There is no such session.', { remedy: 'Read GET /v1/sessions.' });
    if (parsed.data.takenOver) await session.lock(`http:${context.get('principal').owner}`);
    else await session.unlock();
    return Response.json(asJson(session));
  });
}

function asJson({ id, name, lockedBy }: HostedSession) {
  return { id, name, takenOverBy: lockedBy ?? null };
}
