const MOST_BODY_BYTES = 2 * 1024 * 1024;

/** The body of a request, whole; larger than the portal takes is an error with a status. */
export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BODY_BYTES) throw Object.assign(new Error('The form is too large.'), { status: 413 });
  }
  return Buffer.concat(chunks);
}

/**
 * The fields of a form, whichever way it was sent. Text fields are strings; a file is its name and content.
 *
 * @returns {{ form: URLSearchParams, files: ReadonlyMap<string, { name: string, content: Buffer }> }}
 */
export function formOf(contentType, body) {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return { form: new URLSearchParams(body.toString('utf8')), files: new Map() };
  const form = new URLSearchParams();
  const files = new Map();
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1');
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = / filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) form.append(name, content.toString('utf8'));
    else files.set(name, { name: Buffer.from(fileName, 'latin1').toString('utf8'), content });
  }
  return { form, files };
}
