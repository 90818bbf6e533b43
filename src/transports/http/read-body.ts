import { fail } from '#kernel/errors.ts';

/** Most bytes of a request's body. */
export const BODY_CAP_BYTES = 4 * 1024 * 1024;

/**
 * The body of a request as text, read no further than the cap.
 *
 * @throws limit_exceeded as soon as more is announced or has come.
 */
export async function readBody(request: Request, capBytes = BODY_CAP_BYTES): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > capBytes) throw tooBig(capBytes);
  if (request.body === null) return '';
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = request.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    sizeBytes += part.value.byteLength;
    if (sizeBytes > capBytes) {
      await reader.cancel();
      throw tooBig(capBytes);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The body of a request as JSON; `undefined` for what is none. */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readBody(request));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function tooBig(capBytes: number) {
  return fail('limit_exceeded', `A request's body has at most ${capBytes} bytes.`);
}
