/** What was last copied in this document, and when: Unix time in milliseconds. */
export interface Copied {
  readonly text: string;
  readonly atMs: number;
}

let copied: Copied | null = null;
let loaded = '';
let isOurs = false;

/**
 * Gives this document a clipboard of the session's instead of the one that all of a browser share: what is
 * copied stays here until the session fetches it, what is pasted is what the session has put here. The page
 * hears of both as ever, by events of ours.
 */
export function keepClipboard(): void {
  for (const type of ['copy', 'cut'] as const) addEventListener(type, takeCopy, { capture: true });
  addEventListener('paste', givePaste, { capture: true });
}

/** The text that the next paste in this document gives. */
export function loadClipboard(text: string): void {
  loaded = text;
}

/** What was copied here, if anything was; asked for once. */
export function takeClipboard(): Copied | null {
  const last = copied;
  copied = null;
  return last;
}

function takeCopy(event: ClipboardEvent): void {
  if (isOurs || !event.isTrusted) return;
  const told = stopAndTell(event, new DataTransfer());
  const text = told.isTaken ? told.data.getData('text/plain') : selectedText();
  copied = { text, atMs: Date.now() };
  if (event.type === 'cut' && !told.isTaken && text !== '') document.execCommand('delete');
}

function givePaste(event: ClipboardEvent): void {
  if (isOurs || !event.isTrusted) return;
  const data = new DataTransfer();
  const text = loaded;
  loaded = '';
  if (text !== '') data.setData('text/plain', text);
  const { isTaken } = stopAndTell(event, data);
  if (!isTaken && text !== '') document.execCommand('insertText', false, text);
}

/** Keeps the browser's own event from everybody, and lets the page have one of ours in its place. */
function stopAndTell(event: ClipboardEvent, data: DataTransfer): { isTaken: boolean; data: DataTransfer } {
  event.stopImmediatePropagation();
  event.preventDefault();
  const [target] = event.composedPath();
  const told = new ClipboardEvent(event.type, {
    clipboardData: data,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  isOurs = true;
  try {
    (target ?? document).dispatchEvent(told);
  } finally {
    isOurs = false;
  }
  return { isTaken: told.defaultPrevented, data };
}

function selectedText(): string {
  const focused = deepFocus();
  if (focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement) {
    if (focused.type === 'password') return '';
    const { selectionStart, selectionEnd, value } = focused;
    if (selectionStart !== null && selectionEnd !== null) return value.slice(selectionStart, selectionEnd);
  }
  return getSelection()?.toString() ?? '';
}

function deepFocus(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
