import type { CdpEvent } from '#browser/cdp-session.ts';
import type { Frame } from '#browser/frame.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { isWatched } from './closed-roots.ts';

interface SheetHeader {
  readonly styleSheetId: string;
  readonly sourceURL: string;
}

const askedFor = new WeakMap<Frame, string>();
const IMPORT = /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/g;
const IMPORTS_FOLLOWED = 20;

/**
 * Gives our world the text of style sheets that page code may not read (another origin without permission).
 * Until then computed styles stand in for them, which is right and slow. Each set of sheets is asked for once.
 */
export async function readUnreadableSheets(frame: Frame, deadline: Deadline): Promise<void> {
  const wanted = await frame.call<string[]>('wantedSheets', [], { deadline });
  const stamp = `${frame.documentId} ${wanted.join(' ')}`;
  if (wanted.length === 0 || askedFor.get(frame) === stamp) return;
  askedFor.set(frame, stamp);
  try {
    await giveTexts(frame, wanted, deadline);
  } finally {
    await frame.send('CSS.disable', {}, { deadline });
    if (!isWatched(frame)) await frame.send('DOM.disable', {}, { deadline });
  }
}

async function giveTexts(frame: Frame, wanted: readonly string[], deadline: Deadline): Promise<void> {
  const headers = await sheetHeaders(frame, deadline);
  const texts = new Map<string, Promise<string>>();
  const textAt = (address: string) => {
    let text = texts.get(address);
    if (text === undefined) {
      const header = headers.find((one) => one.sourceURL === address);
      text = header ? sheetText(frame, header, deadline) : Promise.resolve('');
      texts.set(address, text);
    }
    return text;
  };
  const found = await Promise.all(
    wanted.map(async (href): Promise<[string, string]> => [href, await withImports(href, textAt)]),
  );
  await frame.call('takeSheetTexts', [found], { deadline });
}

/** All sheets are told when the styles are asked for, before the answer. */
async function sheetHeaders(frame: Frame, deadline: Deadline): Promise<readonly SheetHeader[]> {
  const headers: SheetHeader[] = [];
  const off = frame.session.events.on(({ method, params }: CdpEvent) => {
    if (method === 'CSS.styleSheetAdded') headers.push((params as { header: SheetHeader }).header);
  });
  try {
    await frame.send('DOM.enable', {}, { deadline });
    await frame.send('CSS.enable', {}, { deadline });
  } finally {
    off();
  }
  return headers;
}

async function sheetText(frame: Frame, header: SheetHeader, deadline: Deadline): Promise<string> {
  const { styleSheetId } = header;
  return await frame
    .send<{ text: string }>('CSS.getStyleSheetText', { styleSheetId }, { deadline })
    .then(({ text }) => text)
    .catch(() => '');
}

/** A sheet with the texts of what it imports before it, since a sheet that is parsed apart imports nothing. */
async function withImports(href: string, textAt: (address: string) => Promise<string>): Promise<string> {
  const seen = new Set<string>();
  const collect = async (address: string): Promise<string> => {
    if (seen.has(address) || seen.size >= IMPORTS_FOLLOWED) return '';
    seen.add(address);
    const text = await textAt(address);
    let before = '';
    for (const [, target] of text.matchAll(IMPORT)) {
      const inner = target && URL.canParse(target, address) ? new URL(target, address).href : undefined;
      if (inner !== undefined) before += `${await collect(inner)}\n`;
    }
    return before + text;
  };
  return await collect(href);
}
