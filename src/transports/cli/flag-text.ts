/** What flags hold as text, turned into what the settings file would hold. Wrong text is left to the schema. */

export function listFromText(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((entry) => entry !== '');
}

export function numberFromText(texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

export function viewportFromText(texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  const [, width, height] = /^(\d+)[x×,](\d+)$/i.exec(text) ?? [];
  return width === undefined ? text : { width: Number(width), height: Number(height) };
}

export function httpCredentialsFromText(texts: readonly string[]): unknown {
  const text = texts.at(-1) ?? '';
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

export function headersFromText(texts: readonly string[]): unknown {
  const headers: Record<string, unknown> = {};
  for (const text of texts) {
    if (text.trimStart().startsWith('{')) {
      Object.assign(headers, parsedOr(text));
      continue;
    }
    const colon = text.indexOf(':');
    headers[text.slice(0, Math.max(colon, 0)).trim()] = text.slice(colon + 1).trim();
  }
  return headers;
}

function parsedOr(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : { '': text };
  } catch {
    return { '': text };
  }
}
