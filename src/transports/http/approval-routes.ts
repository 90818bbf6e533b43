import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { fail as failHere } from '#transports/errors.ts';
import type { HostedApprovals, HostedGate } from '#transports/host.ts';
import type { Gated } from './gatekeeper.ts';
import { readJson } from './read-body.ts';

const ANSWER = z.strictObject({ token: z.string().min(1).max(400), approve: z.boolean() });

/**
 * What waits for a person's word, for whoever has the owner's token:
 * `GET /v1/approvals`, `POST /v1/approvals` with `{token, approve}`, `GET /v1/approvals/<gate>/picture`.
 */
export function serveApprovals(app: Hono<Gated>, approvals: HostedApprovals): void {
  app.get('/v1/approvals', async (context) => {
    const gates = await approvals.waiting({ owner: ownerOf(context) });
    return Response.json({ gates: gates.map(asJson) });
  });
  app.post('/v1/approvals', async (context) => {
    const { token, approve } = answerIn(await readJson(context.req.raw));
    const owner = ownerOf(context);
    const mine = await approvals.waiting({ owner });
    if (!mine.some((gate) => gate.token === token))
      throw fail('invalid_arguments', 'This token answers nothing that waits.', {
        remedy: 'Read GET /v1/approvals again.',
      });
    const answered = await approvals.answer(token, approve, `http:${owner}`);
    return Response.json({ gate: answered.gate, approved: approve });
  });
  app.get('/v1/approvals/:gate/picture', async (context) => {
    const [gate] = await approvals.waiting({ owner: ownerOf(context), gate: context.req.param('gate') });
    if (gate === undefined || gate.picture === null)
      throw failHere('unknown_path', 'There is no picture for this.', { remedy: 'Read GET /v1/approvals.' });
    const png = await approvals.picture(gate.picture);
    return new Response(new Uint8Array(png), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' },
    });
  });
}

function ownerOf(context: Context<Gated>): string {
  return context.get('principal').owner;
}

function answerIn(json: unknown): z.infer<typeof ANSWER> {
  const parsed = ANSWER.safeParse(json);
  if (parsed.success) return parsed.data;
  throw fail('invalid_arguments', `The answer is not valid: ${z.prettifyError(parsed.error)}`, {
    remedy: 'Send {"token": "…", "approve": true} or false.',
  });
}

function asJson({ gate, token, session, askedAt, expiresAtMs, picture, actions }: HostedGate) {
  return {
    gate,
    token,
    session,
    askedAt,
    expiresAt: new Date(expiresAtMs).toISOString(),
    picture: picture === null ? null : `/v1/approvals/${gate}/picture`,
    actions: actions.map(({ operation, description, effect, origin, destination, rule }) => ({
      operation,
      description,
      effect,
      origin,
      destination,
      rule,
    })),
  };
}
