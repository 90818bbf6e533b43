import { HookClient } from './hook-client.ts';

/** The host puts a random name here, the same as in the hook. */
const DOOR = '__PORTOLAN_DOOR__';

/** The host gives our world a function of this name, which takes a text to it. */
const TELL = 'portolanTell';

/** Tells the host, once for each of them in this document, of permissions that the page asked for in vain. */
export function tellOfPermissions(): void {
  const told = new Set<string>();
  new HookClient(DOOR).onPermission((text) => {
    if (told.has(text)) return;
    told.add(text);
    const tell = (globalThis as Readonly<Record<string, unknown>>)[TELL];
    if (typeof tell === 'function') tell(text);
  });
}
