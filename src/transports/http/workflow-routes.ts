import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { Admission } from '#transports/admission.ts';
import { fail as failHere } from '#transports/errors.ts';
import type { HostedBroker, HostedDesk, HostedSession } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';
import type { CommandMatch } from '#workflow/match-command.ts';
import type { DraftOptions } from '#workflow/record/draft.ts';
import { wholeReport } from '#workflow/whole-report.ts';
import type { Gated } from './gatekeeper.ts';
import { readJson } from './read-body.ts';

const COMMAND = z.strictObject({ command: z.string().min(1).max(400) });
const RUN = z
  .strictObject({
    name: z.string().min(1).max(200).optional(),
    command: z.string().min(1).max(400).optional(),
    inputs: z.record(z.string(), z.string()).optional(),
    secrets: z.record(z.string(), z.string()).optional(),
    session: z.string().min(1).max(128).optional(),
    from: z.int().min(1).optional(),
    resumes: z.string().min(1).max(64).optional(),
  })
  .refine(({ name, command }) => (name === undefined) !== (command === undefined), 'name or command');
const SAVE = z
  .strictObject({
    session: z.string().min(1).max(128),
    name: z.string().min(1).max(80).optional(),
    aliases: z.array(z.string().min(1).max(80)).max(20).optional(),
    locale: z.enum(['zh', 'en']).optional(),
    source: z.string().max(100_000).optional(),
    confirm: z.string().max(64).optional(),
  })
  .refine(({ name, source }) => (name === undefined) !== (source === undefined), 'name or source');

export interface WorkflowRoutes {
  readonly broker: HostedBroker;
  readonly desk: HostedDesk;
  readonly admission: Admission;
  readonly log: Log;
}

/**
 * Saved workflows over HTTP: `GET /v1/workflows`, `GET /v1/workflows/<name>`, `POST /v1/workflows/match` with
 * `{command}`, `POST /v1/workflows` with a session and what to save (shown first, saved with its `confirm`); and their
 * runs: `POST /v1/runs` (answered at once), `GET /v1/runs`, `GET /v1/runs/<id>`, `GET /v1/runs/<id>/report`,
 * `DELETE /v1/runs/<id>` to cancel.
 */
export function serveWorkflows(app: Hono<Gated>, { broker, desk, admission, log }: WorkflowRoutes): void {
  app.get('/v1/workflows', async () => {
    const { workflows, broken } = await desk.list();
    const wrong = broken.map(({ file, error }) => ({ file, message: error.message, remedy: error.remedy }));
    return Response.json({ workflows: workflows.map(({ file: _, ...told }) => told), wrong });
  });
  app.get('/v1/workflows/:name', async (context) => {
    const { file: _, ...told } = await desk.named(context.req.param('name'));
    return Response.json(told);
  });
  app.post('/v1/workflows/match', async (context) => {
    const { command } = read(COMMAND, await readJson(context.req.raw), '{"command": "…"}');
    const match = await desk.find({ command });
    return Response.json(asJson(match), { status: match.found === 'none' ? 404 : 200 });
  });
  app.post('/v1/workflows', async (context) => {
    const {
      session: name,
      source,
      confirm,
      ...given
    } = read(
      SAVE,
      await readJson(context.req.raw),
      '{"session": "<name>", "name": "…"} or {"session": "<name>", "source": "…"}',
    );
    const session = sessionNamed(context, name);
    const { name: saved, aliases, locale } = given;
    const draft =
      saved === undefined
        ? undefined
        : await desk.draft(session, compact<DraftOptions>({ name: saved, aliases, locale }));
    const shown = desk.show(session, draft?.source ?? source ?? '');
    if (confirm !== undefined)
      return Response.json({ file: await desk.save(shown, confirm) }, { status: 201 });
    const { inputs, leftOut, notes } = draft ?? { inputs: [], leftOut: [], notes: [] };
    return Response.json({ source: shown.source, confirm: shown.confirm, inputs, leftOut, notes });
  });

  app.post('/v1/runs', async (context) => {
    const body = read(
      RUN,
      await readJson(context.req.raw),
      '{"name": "…", "inputs": {…}} or {"command": "…"}; with from, a session too',
    );
    const { name, command, inputs = {}, secrets = {}, from, resumes } = body;
    if (from !== undefined && from > 1 && body.session === undefined)
      throw fail('invalid_arguments', 'A run can only go on in a session, on the page as it is.', {
        remedy: 'Give the name of the session that has the page.',
      });
    const match = await desk.find({ name, command });
    if (match.found !== 'unique') return Response.json(asJson(match), { status: 409 });
    const session = await broker.open(ownerOf(context), { name: body.session ?? newId('run') });
    const started = desk.start(session, match.workflow, { inputs, secrets, from, resumes });
    const ended = admission.run(() => started.ended);
    ended.then(
      async ({ state }) => {
        // Whoever named no session has no use for its page, unless somebody goes on with it.
        if (body.session === undefined && state === 'succeeded') await session.close('the run has ended');
      },
      (error: unknown) => log.error(`http: the run ${started.id} broke off: ${String(error)}`),
    );
    return Response.json(
      { id: started.id, workflow: match.workflow.name, session: session.name, why: match.why },
      { status: 202, headers: { Location: `/v1/runs/${started.id}` } },
    );
  });
  app.get('/v1/runs', async (context) => Response.json({ runs: await desk.runs(ownerOf(context), 200) }));
  app.get('/v1/runs/:id', async (context) =>
    Response.json(await desk.run(context.req.param('id'), ownerOf(context))),
  );
  app.get('/v1/runs/:id/report', async (context) => {
    const run = await desk.run(context.req.param('id'), ownerOf(context));
    const page = await wholeReport(run, (hash) => broker.approvals.picture(hash));
    return new Response(page, {
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });
  app.delete('/v1/runs/:id', (context) => {
    desk.cancel(context.req.param('id'), ownerOf(context));
    return Response.json({ cancelled: context.req.param('id') }, { status: 202 });
  });

  const sessionNamed = (context: Context<Gated>, name: string): HostedSession => {
    const session = broker.find(ownerOf(context), name);
    if (session !== undefined) return session;
    throw failHere('unknown_path', `There is no session ${JSON.stringify(name)}.`, {
      remedy: 'Read GET /v1/sessions for the names.',
    });
  };
}

function ownerOf(context: Context<Gated>): string {
  return context.get('principal').owner;
}

function read<T>(schema: z.ZodType<T>, json: unknown, form: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw fail('invalid_arguments', `The body is not valid: ${z.prettifyError(parsed.error)}`, {
    remedy: `Send ${form}.`,
  });
}

function asJson(match: CommandMatch) {
  if (match.found === 'none') return match;
  if (match.found === 'unique') return { found: match.found, name: match.workflow.name, why: match.why };
  const candidates = match.candidates.map(({ workflow, score, ...told }) => ({
    ...told,
    name: workflow.name,
    start: workflow.start,
    steps: workflow.steps.length,
    score,
  }));
  return { found: match.found, candidates };
}
