import { extname } from 'node:path';

/** First bytes that only one kind of file has. */
const SIGNATURES: readonly (readonly [mediaType: string, hex: string])[] = [
  ['application/pdf', '255044462d'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['application/gzip', '1f8b'],
  ['application/x-7z-compressed', '377abcaf271c'],
  ['application/vnd.rar', '526172211a07'],
  ['application/x-executable', '7f454c46'],
  ['application/vnd.microsoft.portable-executable', '4d5a'],
  ['application/x-mach-binary', 'cffaedfe'],
  ['application/x-ole-storage', 'd0cf11e0a1b11ae1'],
  ['text/x-shellscript', '2321'],
  ['application/zip', '504b0304'],
  ['application/zip', '504b0506'],
];

const ZIPPED: Readonly<Record<string, string>> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
};

const WRITTEN: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
};

/**
 * What kind of file its first bytes say that it is; the name only tells kinds apart that begin alike.
 *
 * @param head - the first 512 bytes, or all when there are fewer.
 */
export function sniffMediaType(head: Uint8Array, name: string): string {
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  const found = SIGNATURES.find(([, signature]) => hex.startsWith(signature))?.[0];
  const extension = extname(name).toLowerCase();
  if (found === 'application/zip') return ZIPPED[extension] ?? found;
  if (found !== undefined) return found;
  if (head.length === 0) return 'application/x-empty';
  return isText(head) ? (WRITTEN[extension] ?? 'text/plain') : 'application/octet-stream';
}

function isText(head: Uint8Array): boolean {
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false;
  // The last character may have been cut.
  return new TextDecoder('utf-8').decode(head, { stream: true }).includes('\ufffd') === false;
}
