import type { Frame } from './frame.ts';

/** Numbers of subframes within one generation: by first sight, flat whatever the depth, never given twice. */
export class FrameNumbers {
  readonly #byFrame = new Map<Frame, number>();
  readonly #byNumber = new Map<number, Frame | 'gone'>();

  of(frame: Frame): number {
    const known = this.#byFrame.get(frame);
    if (known !== undefined) return known;
    const number = this.#byNumber.size + 1;
    this.#byFrame.set(frame, number);
    this.#byNumber.set(number, frame);
    return number;
  }

  find(number: number): Frame | 'gone' | 'unknown' {
    return this.#byNumber.get(number) ?? 'unknown';
  }

  /** The frame got another document or went away: what was numbered is gone. */
  retire(frame: Frame): void {
    const number = this.#byFrame.get(frame);
    if (number === undefined) return;
    this.#byFrame.delete(frame);
    this.#byNumber.set(number, 'gone');
  }

  /** A new generation numbers anew. */
  restart(): void {
    this.#byFrame.clear();
    this.#byNumber.clear();
  }
}
