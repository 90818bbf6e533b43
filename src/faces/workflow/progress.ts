/** How far a call has come; `done` of `total` steps have ended. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What ended last, a line. */
  readonly said: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}
