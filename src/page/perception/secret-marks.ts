/** What is printed for elements that hold a secret of ours, by the element. */
const marks = new WeakMap<Element, string>();
/** Secrets that were put into this document, in a form in which a reformatted text is compared. */
const placed: { readonly plain: string; readonly shownAs: string }[] = [];
let hasAny = false;

/** From this length on a text that holds the value is taken for it, however it is spaced or cased. */
const LEAST_COMPARED = 4;

/** Prints this in place of whatever an element holds or draws, from now on. */
export function markSecret(element: Element, shownAs: string): void {
  marks.set(element, shownAs);
  hasAny = true;
}

/** A secret has come into this document: texts that repeat it are printed as its name. */
export function placeSecret(value: string, shownAs: string): void {
  const plain = plainly(value);
  if (plain.length >= LEAST_COMPARED && !placed.some((known) => known.plain === plain))
    placed.push({ plain, shownAs });
  hasAny = true;
}

/** What is printed in place of an element, or `undefined` for one that holds no secret of ours. */
export function secretMarkOf(element: Element): string | undefined {
  return hasAny ? marks.get(element) : undefined;
}

/** A text as it may be printed: one that repeats a secret is its name instead. */
export function withoutSecrets(text: string): string {
  if (placed.length === 0 || text.length < LEAST_COMPARED) return text;
  return repeated(text)?.shownAs ?? text;
}

/** Whether a text repeats a secret of this document, whole and in order, or backwards. */
export function repeatsSecret(text: string): boolean {
  return placed.length > 0 && repeated(text) !== undefined;
}

function repeated(text: string): { readonly shownAs: string } | undefined {
  const plain = plainly(text);
  if (plain.length < LEAST_COMPARED) return undefined;
  const backwards = [...plain].reverse().join('');
  return placed.find((secret) => plain.includes(secret.plain) || backwards.includes(secret.plain));
}

/** Letters and digits alone, without regard to case. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
