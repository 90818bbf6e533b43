export const ARTIFACT_KINDS = ['screenshot', 'download', 'snapshot', 'trace', 'upload', 'other'] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** One line of the index of artifacts. Two lines may share a content. */
export interface ArtifactRecord {
  readonly id: string;
  /** SHA-256 of the content, 64 hexadecimal digits. */
  readonly hash: string;
  readonly session: string;
  readonly kind: ArtifactKind;
  readonly mediaType: string;
  readonly sizeBytes: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A name for people; never a path. */
  readonly name: string;
}

export interface ArtifactFilter {
  readonly session?: string;
  readonly kind?: ArtifactKind;
  readonly hash?: string;
  /** The newest so many, newest first; all when absent. */
  readonly limit?: number;
}
