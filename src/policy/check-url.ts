import { fail } from './errors.ts';
import { originTarget } from './origin-target.ts';

const HOST_AND_PORT = /^\s*((?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{1,5})(?:[/?#]|\s*$)/i;

/**
 * Checks the scheme of an address that a tab is about to open. http, https and about:blank may be opened; a
 * `blob:` address goes by the origin that made it. Whether the host is listed is the boundary's to say.
 *
 * @param url - absolute. It is read as a browser reads it: white space around it and line breaks inside do not
 *   hide a scheme.
 * @returns the address in its normal form, which is the one to open.
 * @throws blocked_scheme for any other scheme, for `view-source:` around an allowed one, and for what is no URL.
 */
export function checkUrl(url: string): string {
  const meant = HOST_AND_PORT.exec(url)?.[1];
  if (meant !== undefined) {
    throw fail('blocked_scheme', `The address has no scheme; write http://${meant} or https://${meant}.`, {
      rule: 'only http, https and about:blank',
    });
  }
  if (originTarget(url) !== undefined) return new URL(url).href;
  const scheme = schemeOf(url);
  throw fail(
    'blocked_scheme',
    scheme === undefined
      ? 'The address is not an absolute URL; write it with http:// or https://.'
      : `Addresses with ${scheme} are not opened, only http, https and about:blank.`,
    { rule: 'only http, https and about:blank', ...(scheme === undefined ? {} : { scheme }) },
  );
}

function schemeOf(url: string): string | undefined {
  try {
    return new URL(url).protocol;
  } catch {
    return undefined;
  }
}
