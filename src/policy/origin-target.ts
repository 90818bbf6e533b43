export interface OriginTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Host and port that a URL or origin leads to; a `blob:` URL leads to the origin that made it.
 *
 * @returns `blank` for about:blank, `undefined` for whatever is neither http nor https.
 */
export function originTarget(url: string): OriginTarget | 'blank' | undefined {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return undefined;
  }
  if (parsed.protocol === 'about:') return parsed.pathname === 'blank' ? 'blank' : undefined;
  if (parsed.protocol === 'blob:') {
    const inner = originTarget(parsed.pathname);
    return inner === 'blank' || parsed.pathname.startsWith('blob:') ? undefined : inner;
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return undefined;
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  return { host: parsed.hostname, port };
}
