import { cleanText } from '#kernel/untrusted-text.ts';

const LONGEST_BYTES = 200;
const NAMELESS = 'download';

/** What ends a name or has a meaning of its own on one system or another. */
const FORBIDDEN = /[<>:"|?*\p{Cc}]/gu;
/** Names that are devices on Windows, with whatever extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/iu;

/**
 * A file name that is safe on every system, made from what a site calls its file: the last part of a path,
 * without what cannot be seen, never hidden, never a device, at most 200 bytes with its extension kept.
 *
 * @returns `download` when nothing is left of it.
 */
export function safeDownloadName(suggested: string): string {
  const last = suggested.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const { text } = cleanText(last.replace(FORBIDDEN, '_'));
  const bare = text.replace(/^[.\s]+|[.\s]+$/gu, '');
  const name = DEVICE.test(bare) ? `_${bare}` : bare;
  return name === '' ? NAMELESS : shorten(name);
}

/** The same name with a number, for when it is taken: `report (2).pdf`. */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = parts(name);
  return number < 2 ? name : `${stem} (${number})${extension}`;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_BYTES) return name;
  const { stem, extension } = parts(name);
  let kept = '';
  const room = LONGEST_BYTES - Buffer.byteLength(extension);
  for (const character of stem) {
    if (Buffer.byteLength(kept + character) > room) break;
    kept += character;
  }
  return kept.trimEnd() + extension;
}

function parts(name: string): { readonly stem: string; readonly extension: string } {
  const [extension = ''] = /\.[\p{L}\p{N}]{1,16}$/u.exec(name) ?? [];
  const stem = name.slice(0, name.length - extension.length);
  return stem === '' ? { stem: name, extension: '' } : { stem, extension };
}
