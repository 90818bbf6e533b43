import type { BrowserContext } from '#browser/browser-context.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import { PageClosed } from '#browser/page-closed.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import type { SecretRedactor } from '#kernel/redact.ts';
import { fail } from './errors.ts';

/** How long a frame is asked what stands in it; one that does not answer keeps the seal. */
const ANSWER_MS = 1_500;

/** A document that a secret was typed into. */
interface Fill {
  readonly page: Page;
  readonly frame: Frame;
  readonly documentId: string;
}

/**
 * From a fill on, until another document is there and the value stands nowhere in the tabs any more, whatever
 * could read it back is refused.
 */
export class Seal {
  readonly #redactor: SecretRedactor;
  readonly #onLifted: () => void;
  #fills: readonly Fill[] = [];
  #isFilling = false;
  #isOn = false;

  /** @param redactor - knows the values that the seal is about. */
  constructor(redactor: SecretRedactor, onLifted: () => void) {
    this.#redactor = redactor;
    this.#onLifted = onLifted;
  }

  /** Whether it may still hold; `holds` looks. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Values are typed and not sent yet: no picture may be taken. */
  get isFilling(): boolean {
    return this.#isFilling;
  }

  /**
   * Hears of the documents of a context: once none is left that a secret was typed into, and it was sent, other
   * pages may load what they name.
   */
  follow(context: BrowserContext, onGone: () => void): void {
    const listen = (page: Page) =>
      page.events.on((event) => {
        if (event.kind !== 'committed' || !this.#isOn || this.#isFilling) return;
        if (this.#fills.some(isStillThere)) return;
        onGone();
      });
    for (const page of context.pages()) listen(page);
    context.events.on((event) => {
      if (event.kind === 'page-opened') listen(event.page);
    });
  }

  begin(page: Page, frame: Frame): void {
    this.#fills = [...this.#fills, { page, frame, documentId: frame.documentId }];
    this.#isFilling = true;
    this.#isOn = true;
  }

  /** What was typed is sent, or taken out again. */
  sent(): void {
    this.#isFilling = false;
  }

  /** The browser that it was about is gone. */
  drop(): void {
    this.#fills = [];
    this.#isFilling = false;
    this.#lift();
  }

  /** Looks whether it still holds, and lifts it when it does not. */
  async holds(context: BrowserContext | undefined): Promise<boolean> {
    if (!this.#isOn) return false;
    if (context === undefined) {
      this.drop();
      return false;
    }
    this.#fills = this.#fills.filter(isStillThere);
    if (this.#fills.length > 0 || this.#isFilling || (await this.#stands(context))) return true;
    this.#lift();
    return false;
  }

  /**
   * Refuses what could read a secret back.
   *
   * @param what - what is refused, as the beginning of a sentence.
   * @throws sealed.
   */
  async requireLifted(context: BrowserContext | undefined, what: string): Promise<void> {
    if (!(await this.holds(context))) return;
    throw fail('sealed', `${what} is refused: a secret was typed into the page and may still be there.`, {
      dispatch: 'not_sent',
    });
  }

  #lift(): void {
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#onLifted();
  }

  /** Whether a value stands in a control, a storage entry or an address of any tab. */
  async #stands(context: BrowserContext): Promise<boolean> {
    const frames = context.pages().flatMap((page) => (page.state === 'open' ? page.frames() : []));
    const held = await Promise.all(frames.map(async (frame) => await this.#standsIn(frame)));
    return held.includes(true);
  }

  async #standsIn(frame: Frame): Promise<boolean> {
    // Where a site's document cannot be asked, nothing says that the value is not in it.
    if (!frame.hasWorld) return !frame.isDetached && /^https?:/.test(frame.url);
    try {
      const texts = await frame.call<readonly string[]>('standingTexts', [], {
        deadline: deadlineIn(ANSWER_MS),
      });
      return texts.some((text) => this.#redactor.holds(text));
    } catch (error) {
      return !(error instanceof PageClosed);
    }
  }
}

function isStillThere({ page, frame, documentId }: Fill): boolean {
  return page.state === 'open' && !frame.isDetached && frame.documentId === documentId;
}
