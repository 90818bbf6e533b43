/** Sheets of another origin by their address, as the host read them; the page's own are never touched. */
const texts = new Map<string, CSSStyleSheet>();
const refused = new Set<string>();

/** What the host knows of a sheet that page code may not read; `undefined` when it was not told. */
export function sheetText(sheet: CSSStyleSheet): CSSStyleSheet | undefined {
  const { href } = sheet;
  if (href === null) return undefined;
  const known = texts.get(href);
  if (!known) refused.add(href);
  return known;
}

/** Addresses of sheets that could not be read and were not told yet. */
export function wantedSheets(): string[] {
  return [...refused].filter((href) => !texts.has(href));
}

/**
 * Takes texts by address. Each is parsed apart and never adopted, so the page sees nothing of it. What a sheet
 * imports is a sheet of its own with an address of its own.
 */
export function takeSheetTexts(found: readonly (readonly [href: string, text: string])[]): void {
  const byHref = new Map<string, string>();
  for (const [href, text] of found) byHref.set(href, `${byHref.get(href) ?? ''}\n${text}`);
  for (const [href, text] of byHref) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    texts.set(href, sheet);
    refused.delete(href);
  }
}
