import { ownerOf, sameToken, tokenOf } from '#transports/token-file.ts';

/** Whoever a valid token belongs to. Sessions are theirs alone. */
export interface Principal {
  readonly owner: string;
}

/** Tells the principal of a request from its `Authorization` header; nobody for a missing or wrong token. */
export type Authenticate = (authorization: string | null | undefined) => Principal | undefined;

/** Accepts one token that was given by hand. */
export function byFixedToken(token: string): Authenticate {
  return (authorization) => principalOf(authorization, token);
}

/** Accepts the token of the data folder as it stands now, so that a rotation works on a running server. */
export function byTokenFile(dataDir: string): Authenticate {
  return (authorization) => principalOf(authorization, tokenOf(dataDir));
}

function principalOf(authorization: string | null | undefined, expected: string): Principal | undefined {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && sameToken(given, expected) ? { owner: ownerOf(expected) } : undefined;
}
