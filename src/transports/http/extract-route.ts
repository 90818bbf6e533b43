import type { Hono } from 'hono';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { extractForStorage } from '#sessions/extract-for-storage.ts';
import type { Gated } from './gatekeeper.ts';
import { readJson } from './read-body.ts';

const MESSAGE = z.strictObject({ text: z.string().max(1_000_000) });

/**
 * `POST /v1/extract` with `{text}`: the text as a model may have it, and which fields were taken out of it. No
 * value is returned.
 */
export function serveExtract(app: Hono<Gated>): void {
  app.post('/v1/extract', async (context) => {
    const parsed = MESSAGE.safeParse(await readJson(context.req.raw));
    if (!parsed.success)
      throw fail('invalid_arguments', `The message is not valid: ${z.prettifyError(parsed.error)}`, {
        remedy: 'Send {"text": "…"}.',
      });
    const { text, found } = extractForStorage(parsed.data.text);
    return Response.json({ text, found: found.map(({ host, fields }) => ({ host, fields })) });
  });
}
