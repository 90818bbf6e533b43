import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { Redactor } from '#kernel/redact.ts';
import { type ArtifactContent, ArtifactFiles } from './artifact-files.ts';
import type { ArtifactFilter, ArtifactRecord } from './artifact-record.ts';
import type { JournalEvent, StampedEvent } from './event.ts';
import { redactJson } from './redact-event.ts';
import type { JournalStore } from './store/journal-store.ts';

/** Most bytes of one artifact, and of all together. */
export interface ArtifactLimits {
  readonly eachBytes: number;
  readonly allBytes: number;
}

export const DEFAULT_ARTIFACT_LIMITS: ArtifactLimits = { eachBytes: 512 * 2 ** 20, allBytes: 10 * 2 ** 30 };

export type ArtifactMeta = Pick<ArtifactRecord, 'session' | 'kind' | 'mediaType' | 'name'>;

export interface ArtifactsOptions {
  readonly dataFolder: string;
  readonly store: JournalStore;
  readonly redactor: Redactor;
  readonly limits: ArtifactLimits;
  readonly stamp: (event: JournalEvent) => StampedEvent;
  /** Sends what waits to be written before. */
  readonly sendWaiting: () => void;
}

/** Screenshots, downloads and snapshots: files by content hash, and an index that says whose they are. */
export class Artifacts {
  readonly #options: ArtifactsOptions;
  readonly #files: ArtifactFiles;

  constructor(options: ArtifactsOptions) {
    this.#options = options;
    this.#files = new ArtifactFiles(options.dataFolder);
  }

  /**
   * Keeps a content, and writes an `artifact` event with its hash into the session's chain.
   *
   * @param content - text is ours and passes the redactor; bytes and streams are kept as they came.
   * @throws limit_exceeded over the limits; nothing is kept.
   * @throws environment when the disk is full or the folder not writable; nothing is kept.
   */
  async put(content: string | ArtifactContent, meta: ArtifactMeta): Promise<ArtifactRecord> {
    const { store, redactor, limits, stamp, sendWaiting } = this.#options;
    const written = await this.#files.write(
      typeof content === 'string' ? Buffer.from(redactor.redact(content)) : content,
      limits.eachBytes,
    );
    const { hash, sizeBytes, isKnown } = written;
    try {
      if (!isKnown && (await store.artifactBytes()) + sizeBytes > limits.allBytes) {
        throw fail('limit_exceeded', `All artifacts together may have ${limits.allBytes} bytes.`, {
          limitBytes: limits.allBytes,
          remedy: 'Remove old artifacts, or raise the limit.',
        });
      }
    } catch (error) {
      await written.drop();
      throw error;
    }
    // A file without a line in the index is harmless, a line without its file is not.
    await written.keep();
    const { session, kind } = meta;
    const { mediaType, name } = redactJson({ mediaType: meta.mediaType, name: meta.name }, redactor);
    const id = newId('artifact');
    const body = { id, hash, kind, mediaType, sizeBytes, name };
    const event = stamp({ session, kind: 'artifact', body });
    const artifact: ArtifactRecord = { ...body, session: event.session, at: event.at };
    sendWaiting();
    await store.append({ events: [event], durability: 'normal', artifact });
    return artifact;
  }

  /**
   * The content with this hash, checked against it.
   *
   * @throws environment when the file is gone or was changed.
   */
  get(hash: string): Promise<Uint8Array> {
    return this.#files.read(hash);
  }

  /** Where the content with this hash is on disk. */
  path(hash: string): string {
    return this.#files.path(hash);
  }

  /** The index, newest first. */
  list(filter: ArtifactFilter = {}): Promise<readonly ArtifactRecord[]> {
    return this.#options.store.artifacts(filter);
  }
}
