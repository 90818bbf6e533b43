/** Folds texts into 64 bits, in order. Cheap, and enough to see that something differs. */
export class Digest {
  #high = 0xdeadbeef;
  #low = 0x41c6ce57;

  add(text: string): void {
    for (let index = 0; index < text.length; index++) this.#mix(text.charCodeAt(index));
    this.#mix(0x1_00_00);
  }

  #mix(code: number): void {
    this.#high = Math.imul(this.#high ^ code, 2_654_435_761);
    this.#low = Math.imul(this.#low ^ code, 1_597_334_677);
  }

  text(): string {
    return (this.#high >>> 0).toString(36) + (this.#low >>> 0).toString(36);
  }
}
