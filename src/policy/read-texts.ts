/** Most characters kept of one origin, and how many origins: the newest of both. */
const KEPT_CHARACTERS = 200_000;
const KEPT_ORIGINS = 32;
/** A shorter piece is a word that anybody may use. */
const LEAST = 8;
const PHRASE = 20;
const MOST_RANDOM_BYTES = 64;
/** A part of a piece that tells by itself, and how many of them are looked at. */
const WINDOW = 12;
const MOST_WINDOWS = 500;

/** What the model has read, by origin: whether an address that it wrote carries some of it elsewhere. */
export class ReadTexts {
  readonly #texts = new Map<string, string>();

  /** Text of this origin was shown to the model. */
  note(origin: string, text: string): void {
    const kept = `${this.#texts.get(origin) ?? ''}\n${text.toLowerCase()}`.slice(-KEPT_CHARACTERS);
    this.#texts.delete(origin);
    this.#texts.set(origin, kept);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > KEPT_ORIGINS && oldest !== undefined) this.#texts.delete(oldest);
  }

  /**
   * Why an address that the model composed may carry data out, or `undefined`. Looked for in its host, path,
   * query and fragment, as it is and decoded: strings read on another origin, and more than 64 bytes that look
   * random.
   */
  carriedBy(url: string): string | undefined {
    const target = new URL(url);
    const pieces = piecesOf(target);
    const forms = pieces.flatMap(decodings);
    for (const [origin, text] of this.#texts) {
      if (origin === target.origin) continue;
      if (forms.some((form) => isIn(form, text))) return `it carries text read on ${origin}`;
    }
    const random = pieces.filter(looksRandom).reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    return random > MOST_RANDOM_BYTES ? `it carries ${random} bytes that look random` : undefined;
  }
}

function piecesOf({ hostname, pathname, search, hash, username, password }: URL): readonly string[] {
  const raw = [
    ...hostname.split('.'),
    ...`${pathname}/${search}/${hash}/${username}/${password}`.split(/[/?&#;=]/),
  ];
  const plain = raw.map(decodePercent).filter((piece) => piece.length >= LEAST);
  return [...new Set(plain.flatMap((piece) => [piece, ...piece.split(/[\s+,|:]/)]))].filter(
    (piece) => piece.length >= LEAST,
  );
}

/** A piece as it is and in the plain encodings, all in lower case. */
function decodings(piece: string): readonly string[] {
  const forms = [piece, piece.replaceAll('+', ' '), [...piece].reverse().join('')];
  if (/^[A-Za-z0-9+/_-]+=*$/.test(piece)) forms.push(Buffer.from(piece, 'base64').toString());
  if (/^([0-9a-f]{2})+$/i.test(piece)) forms.push(Buffer.from(piece, 'hex').toString());
  return forms.map((form) => form.trim().toLowerCase()).filter((form) => form.length >= LEAST);
}

/** Whether a piece, or a part of it long enough to tell, stands in a text. */
function isIn(piece: string, text: string): boolean {
  if (isTelling(piece) && text.includes(piece)) return true;
  for (let at = 0; at <= Math.min(piece.length - WINDOW, MOST_WINDOWS); at += 1) {
    const part = piece.slice(at, at + WINDOW);
    if (/\d/.test(part) && !/\s/.test(part) && text.includes(part)) return true;
  }
  return false;
}

/** Whether a piece is more than an ordinary word. */
function isTelling(piece: string): boolean {
  return piece.length >= PHRASE || /[\d@_]/.test(piece);
}

function looksRandom(piece: string): boolean {
  if (piece.length < 16) return false;
  const counts = new Map<string, number>();
  for (const letter of piece) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / piece.length) * Math.log2(count / piece.length);
  return bits > 3.3 && /\d/.test(piece) && /[a-z]/i.test(piece);
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
