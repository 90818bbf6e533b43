import { createHash, randomBytes } from 'node:crypto';
import { chmod, type FileHandle, link, mkdir, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#kernel/errors.ts';
import { numberedName } from './download-name.ts';
import { sniffMediaType } from './media-type.ts';

const HEAD_BYTES = 512;
const MOST_OF_ONE_NAME = 1_000;

/** A file as it lies in its folder. */
export interface SavedFile {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly sizeBytes: number;
  /** By its first bytes, whatever its sender calls it. */
  readonly mediaType: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Makes a folder for this user alone, and gives its real path. One that is there is left as it is. */
export async function makeFolder(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await realpath(folder);
  } catch (error) {
    throw fail('environment', `The folder ${folder} cannot be made.`, { path: folder }, error);
  }
}

/**
 * Copies a file into a folder: first under a random name, which becomes the final one when all of it is there.
 * What has the name already is kept, and never written through, be it a link.
 *
 * @param source - its path, or the file itself, open.
 * @param folder - real path; refused when it has become a link to elsewhere.
 * @param limitBytes - most bytes.
 * @throws limit_exceeded, environment; nothing is left behind.
 */
export async function saveFile(
  source: string | FileHandle,
  at: { readonly folder: string; readonly name: string },
  limitBytes: number,
): Promise<SavedFile> {
  if ((await realpath(at.folder).catch(() => '')) !== at.folder)
    throw fail('environment', `The folder ${at.folder} is not what it was.`, { path: at.folder });
  const part = join(at.folder, `.${randomBytes(12).toString('hex')}.part`);
  try {
    const { sizeBytes, sha256, head } = await copy(source, part, limitBytes);
    await chmod(part, 0o600);
    const name = await giveName(part, at);
    return {
      name,
      path: join(at.folder, name),
      sizeBytes,
      mediaType: sniffMediaType(head, name),
      sha256,
    };
  } finally {
    await rm(part, { force: true });
  }
}

async function copy(source: string | FileHandle, part: string, limitBytes: number) {
  const hash = createHash('sha256');
  const heads: Buffer[] = [];
  let sizeBytes = 0;
  const input = typeof source === 'string' ? await open(source, 'r') : source;
  try {
    const output = await open(part, 'wx', 0o600);
    try {
      for await (const chunk of input.createReadStream({ autoClose: false, start: 0 })) {
        const bytes = Buffer.from(chunk);
        sizeBytes += bytes.length;
        if (sizeBytes > limitBytes)
          throw fail('limit_exceeded', `It has more than ${limitBytes} bytes.`, { limitBytes });
        if (sizeBytes - bytes.length < HEAD_BYTES) heads.push(bytes.subarray(0, HEAD_BYTES));
        hash.update(bytes);
        await output.writeFile(bytes);
      }
    } finally {
      await output.close();
    }
  } finally {
    if (input !== source) await input.close();
  }
  return { sizeBytes, sha256: hash.digest('hex'), head: Buffer.concat(heads).subarray(0, HEAD_BYTES) };
}

/** A second name for the part: unlike a renaming, that fails when something has the name already. */
async function giveName(part: string, at: { readonly folder: string; readonly name: string }) {
  for (let number = 1; number <= MOST_OF_ONE_NAME; number += 1) {
    const name = numberedName(at.name, number);
    try {
      await link(part, join(at.folder, name));
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  throw fail('limit_exceeded', `The folder has ${MOST_OF_ONE_NAME} files of this name.`);
}
