/** A call into a frame whose document was replaced, or which was removed, before it answered. */
export class DocumentReplaced extends Error {
  override readonly name = 'DocumentReplaced';
  readonly frameId: string;

  constructor(frameId: string, options?: { readonly cause: unknown }) {
    super(`The document of frame ${frameId} was replaced before the call was answered.`, options);
    this.frameId = frameId;
  }
}
