import type { PortolanError } from '#kernel/error.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { fail } from './errors.ts';

const NET_REASONS: Readonly<Record<string, string>> = {
  ERR_NAME_NOT_RESOLVED: 'the name was not found',
  ERR_CONNECTION_REFUSED: 'the connection was refused',
  ERR_CONNECTION_RESET: 'the connection was reset',
  ERR_CONNECTION_CLOSED: 'the connection was closed early',
  ERR_CONNECTION_TIMED_OUT: 'the connection took too long',
  ERR_TIMED_OUT: 'it took too long',
  ERR_EMPTY_RESPONSE: 'the server sent nothing',
  ERR_INVALID_RESPONSE: 'the server did not speak HTTP',
  ERR_INVALID_HTTP_RESPONSE: 'the server did not speak HTTP',
  ERR_TOO_MANY_REDIRECTS: 'it redirects in a loop',
  ERR_ADDRESS_UNREACHABLE: 'the address cannot be reached',
  ERR_TUNNEL_CONNECTION_FAILED: 'the way to the host was refused or is closed',
  ERR_PROXY_CONNECTION_FAILED: 'the proxy cannot be reached',
  ERR_SSL_PROTOCOL_ERROR: 'the server did not speak TLS',
  ERR_INVALID_URL: 'the address is not valid',
  ERR_UNSAFE_PORT: 'the browser never opens this port',
  ERR_BLOCKED_BY_RESPONSE: 'the site forbids to be shown here',
};

/** Says the browser's reason for a failed load in words. */
export function translateNetError(errorText: string, url: string, cause?: unknown): PortolanError {
  const name = errorText.replace(/^net::/, '');
  const address = showAddress(url);
  if (name.startsWith('ERR_CERT_'))
    return fail(
      'certificate_error',
      `${address} has a certificate that is not valid (${name}).`,
      { url, reason: name },
      cause,
    );
  if (name === 'ERR_INVALID_AUTH_CREDENTIALS')
    return fail('http_auth_required', `${address} did not accept the HTTP credentials.`, { url }, cause);
  const reason = NET_REASONS[name];
  const words = reason ? `${reason} (${name})` : name;
  return fail('navigation_failed', `${address} could not be loaded: ${words}.`, { url, reason: name }, cause);
}
