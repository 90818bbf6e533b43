import { formOf } from '#page/perception/form-of.ts';

/** Names this very document: given once, and told to nobody but the host. */
export const documentName = crypto.randomUUID === undefined ? String(Math.random()) : crypto.randomUUID();

/** Absolute addresses that the forms of these fields may be sent to, by whichever of their buttons. */
export function destinationsOf(fields: readonly Element[]): readonly string[] {
  const found = new Set<string>();
  for (const field of fields) {
    const form = formOf(field);
    if (form === null) continue;
    found.add(resolved(form.getAttribute('action')));
    for (const control of form.elements) {
      const own = control.getAttribute('formaction');
      if (own !== null) found.add(resolved(own));
    }
  }
  return [...found];
}

function resolved(address: string | null): string {
  const text = (address ?? '').trim();
  // The page's own code at its own origin; what it asks for is held by the way out.
  if (/^javascript:/i.test(text)) return location.href;
  return URL.canParse(text, document.baseURI) ? new URL(text, document.baseURI).href : text;
}

/** Origins of the frames around this document, from the nearest out. */
export function ancestorOrigins(): readonly string[] {
  return [...location.ancestorOrigins];
}

/** The first of these addresses or frames that is of no allowed origin. */
export function strangerAmong(
  fields: readonly Element[],
  allowed: readonly string[],
): { readonly why: 'ancestor' | 'action'; readonly what: string } | undefined {
  const frame = ancestorOrigins().find((origin) => !allowed.includes(origin));
  if (frame !== undefined) return { why: 'ancestor', what: frame };
  for (const address of destinationsOf(fields)) {
    const origin = URL.canParse(address) ? new URL(address).origin : 'null';
    if (!allowed.includes(origin)) return { why: 'action', what: address };
  }
  return undefined;
}
