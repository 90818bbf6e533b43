/** A call to a tab that was closed before it answered. */
export class PageClosed extends Error {
  override readonly name = 'PageClosed';
  readonly pageId: string;

  constructor(pageId: string) {
    super(`The tab ${pageId} was closed.`);
    this.pageId = pageId;
  }
}
