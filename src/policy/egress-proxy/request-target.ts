import { splitAuthority } from '#policy/canonical-host.ts';

/** Where an absolute-form request wants to go, before anything was judged. */
export interface RequestTarget {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  /** Path and query as they came, `/` at least. */
  readonly path: string;
}

/**
 * Reads an absolute-form request target (RFC 9112, 3.2.2). The path is passed on untouched.
 *
 * @returns `undefined` for any other form and for a bad port; a host with a user name is left to be refused.
 */
export function parseAbsoluteForm(target: string): RequestTarget | undefined {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\\]*)([^#]*)/i.exec(target);
  if (parts === null) return undefined;
  const [, scheme = '', authority = '', rest = ''] = parts;
  const split = splitAuthority(authority);
  if (split === undefined || split.host === '') return undefined;
  const lower = scheme.toLowerCase();
  const port = split.port ?? (lower === 'https' || lower === 'wss' ? 443 : 80);
  return { scheme: lower, host: split.host, port, path: rest.startsWith('/') ? rest : `/${rest}` };
}
