import { Refused } from './member.ts';
import { REFUSED_SCHEME } from './texts.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const INSIDE = /[\s\u0000-\u001f\u007f]/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** What looks like a scheme and is a host with a port. */
const HOST_AND_PORT = /^[^/?#:]+:\d{1,5}(?:[/?#]|$)/;

/**
 * An address as a model writes it, as one to open: without a scheme it gets https.
 *
 * @throws in the fixed words for every scheme but http and https, judged by parsing.
 */
export function readAddress(given: string): string {
  const trimmed = given.trim().replaceAll('\\', '/');
  if (INSIDE.test(trimmed)) throw new Refused('Error: the url has white space or control characters inside.');
  const hasScheme = SCHEME.test(trimmed) && !HOST_AND_PORT.test(trimmed);
  const whole = hasScheme ? trimmed : `https://${trimmed.replace(/^\/+/, '')}`;
  let url: URL;
  try {
    url = new URL(whole);
  } catch (error) {
    throw new Refused(`Error: ${JSON.stringify(given.slice(0, 200))} is not an address.`, { cause: error });
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused(REFUSED_SCHEME);
  return url.href;
}
