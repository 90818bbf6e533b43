const numbers = new WeakMap<Element, number>();
const elements = new Map<number, WeakRef<Element>>();
let last = 0;

/** The element's number in this document, given on first use and never given to another. */
export function numberOf(element: Element): number {
  const known = numbers.get(element);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(element, last);
  elements.set(last, new WeakRef(element));
  return last;
}

/** The element of that number while it is in the document; `undefined` once it has left. */
export function elementOf(number: number): Element | undefined {
  const element = elements.get(number)?.deref();
  if (element === undefined) elements.delete(number);
  return element?.isConnected ? element : undefined;
}

/** Highest number given so far. */
export function highestNumber(): number {
  return last;
}
