import { fail } from '#kernel/errors.ts';

/** A proxy that our own traffic goes on through. */
export interface UpstreamProxy {
  readonly host: string;
  readonly port: number;
  /** Its credentials as a header, when the URL had some. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads `http://[user:password@]host[:port]`.
 *
 * @throws invalid_arguments for another scheme or a URL with a path; credentials are never repeated in the sentence.
 */
export function parseUpstreamProxy(url: string): UpstreamProxy {
  const wrong = (why: string) =>
    fail('invalid_arguments', `The proxy address ${why}; write http://host:port.`, {
      form: 'http://host:port',
    });
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (error) {
    throw fail('invalid_arguments', 'The proxy address is not a URL; write http://host:port.', {}, error);
  }
  if (parsed.protocol !== 'http:') throw wrong(`has the scheme ${parsed.protocol}`);
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '') throw wrong('has a path');
  const credentials = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? 80 : Number(parsed.port),
    headers:
      credentials === ':'
        ? {}
        : { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` },
  };
}
