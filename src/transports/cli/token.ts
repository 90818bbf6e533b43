import { rotateToken, tokenOf, tokenPath } from '#transports/token-file.ts';

/** `portolan token path | show | rotate`: where the token stands, the token, and a new one in its place. */
export function printToken(
  what: 'path' | 'show' | 'rotate',
  dataDir: string,
  { json }: { json: boolean },
): void {
  const path = tokenPath(dataDir);
  if (what === 'path') {
    console.log(json ? JSON.stringify({ path }) : path);
    return;
  }
  const token = what === 'show' ? tokenOf(dataDir) : rotateToken(dataDir);
  console.log(json ? JSON.stringify({ token, path }) : token);
}
