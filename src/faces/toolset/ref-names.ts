const ENGINE_REF = /(?<!\\)\[((?:f\d+)?e\d+@v\d+)\]/g;
const BARE_REF = /(?<![\w@])((?:f\d+)?e\d+@v\d+)(?!\w)/g;
const NAME_LIKE = /\[(?=ref_\d)/g;

/**
 * The names under which a session's refs are told: `ref_12`. A number stands for one element of one document, is
 * kept as long as the session, and is never given twice.
 */
export class RefNames {
  readonly #byRef = new Map<string, string>();
  readonly #byName = new Map<string, string>();

  /** The engine's ref for a name; nothing for one that was never given. */
  refOf(name: string): string | undefined {
    return this.#byName.get(name);
  }

  /** A tree as it is told: refs by their names, and nothing of the page that looks like a name. */
  inTree(text: string): string {
    return text.replace(NAME_LIKE, '\\[').replace(ENGINE_REF, (_, ref: string) => `[${this.#nameOf(ref)}]`);
  }

  /** A sentence of ours as it is told. */
  inSentence(text: string): string {
    return text.replace(BARE_REF, (ref) => this.#byRef.get(ref) ?? 'that element');
  }

  #nameOf(ref: string): string {
    const known = this.#byRef.get(ref);
    if (known !== undefined) return known;
    const name = `ref_${this.#byRef.size + 1}`;
    this.#byRef.set(ref, name);
    this.#byName.set(name, ref);
    return name;
  }
}
