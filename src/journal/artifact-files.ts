import { createHash } from 'node:crypto';
import { access, type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';
import { newNonce } from '#kernel/id.ts';
import { errorCode, fileError } from './file-error.ts';

const HASH = /^[0-9a-f]{64}$/;

export type ArtifactContent = Uint8Array | AsyncIterable<Uint8Array>;

/** A content that is on disk under a temporary name, until it is kept or dropped. */
export interface WrittenContent {
  readonly hash: string;
  readonly sizeBytes: number;
  /** Whether the same content was there before. */
  readonly isKnown: boolean;
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/** Files named by the SHA-256 of their content: `<folder>/ab/cdef…`, 0600 in folders 0700. */
export class ArtifactFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'artifacts');
  }

  /** Where a content is, or would be. @throws invalid_arguments when it is not a hash. */
  path(hash: string): string {
    if (!HASH.test(hash)) {
      throw fail('invalid_arguments', 'An artifact is named by 64 hexadecimal digits.', { hash });
    }
    return join(this.#folder, hash.slice(0, 2), hash.slice(2));
  }

  /**
   * Writes a content to a temporary file.
   *
   * @throws limit_exceeded when it has more than `limitBytes`; nothing is left behind.
   * @throws environment when the disk is full or the folder not writable.
   */
  async write(content: ArtifactContent, limitBytes: number): Promise<WrittenContent> {
    const temporary = join(this.#folder, 'incoming', newNonce());
    try {
      await mkdir(join(this.#folder, 'incoming'), { recursive: true, mode: 0o700 });
      const file = await open(temporary, 'wx', 0o600);
      try {
        const { hash, sizeBytes } = await fill(file, content, limitBytes);
        await file.sync();
        return await this.#written(temporary, hash, sizeBytes);
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw isPortolanError(error) ? error : this.#translate(error);
    }
  }

  /** A content, checked against its hash. @throws environment when it is gone or was changed. */
  async read(hash: string): Promise<Uint8Array> {
    const path = this.path(hash);
    let content: Uint8Array;
    try {
      content = await readFile(path);
    } catch (error) {
      throw errorCode(error) === 'ENOENT' ? changed(path, 'is gone') : this.#translate(error);
    }
    if (createHash('sha256').update(content).digest('hex') !== hash) throw changed(path, 'was changed');
    return content;
  }

  async #written(temporary: string, hash: string, sizeBytes: number): Promise<WrittenContent> {
    const path = this.path(hash);
    const isKnown = await access(path).then(
      () => true,
      () => false,
    );
    return {
      hash,
      sizeBytes,
      isKnown,
      keep: async () => {
        try {
          await mkdir(join(this.#folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 });
          await rename(temporary, path);
        } catch (error) {
          await rm(temporary, { force: true });
          throw this.#translate(error);
        }
      },
      drop: () => rm(temporary, { force: true }),
    };
  }

  #translate(error: unknown) {
    return errorCode(error) === '' ? error : fileError(error, this.#folder, 'keep artifacts');
  }
}

async function fill(file: FileHandle, content: ArtifactContent, limitBytes: number) {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) {
      throw fail('limit_exceeded', `The artifact is larger than ${limitBytes} bytes; it was not kept.`, {
        limitBytes,
      });
    }
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return { hash: hash.digest('hex'), sizeBytes };
}

function changed(path: string, how: string) {
  return fail('environment', `The artifact ${path} ${how}.`, {
    path,
    remedy: 'Restore the file from a backup; its record in the journal stays.',
  });
}
