import { ArtifactFiles } from '#journal/artifact-files.ts';

/**
 * A content that a session has kept, beside whoever kept it.
 *
 * @param hash - its SHA-256, 64 hexadecimal digits.
 * @throws environment when it is gone or was changed.
 */
export async function readArtifact(dataDir: string, hash: string): Promise<Uint8Array> {
  return await new ArtifactFiles(dataDir).read(hash);
}
