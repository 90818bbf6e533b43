import type { BrowserContext } from '#browser/browser-context.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { KeyPress } from './keys.ts';

const ANSWER_MS = 1_500;

export type ClipboardUse = 'copy' | 'paste';

/** What a shortcut does with the clipboard, if it does. */
export function clipboardUse({ key, modifiers }: KeyPress): ClipboardUse | undefined {
  const isControl = modifiers.includes('Control') || modifiers.includes('Meta');
  if (isControl && (key.code === 'KeyC' || key.code === 'KeyX' || key.code === 'Insert')) return 'copy';
  if (isControl && key.code === 'KeyV') return 'paste';
  if (modifiers.includes('Shift') && key.code === 'Insert') return 'paste';
  if (modifiers.includes('Shift') && key.code === 'Delete') return 'copy';
  return undefined;
}

/** Brings what was last copied in any document of the session to all of them, for the paste that comes. */
export async function prepareClipboard(context: BrowserContext, within: Deadline): Promise<void> {
  // A tab that does not answer has nothing to paste.
  const deadline = deadlineIn(ANSWER_MS, within);
  const frames = context
    .pages()
    .filter((page) => page.state === 'open' && page.dialog === null)
    .flatMap((page) => page.frames())
    .filter((frame) => frame.hasWorld && !frame.isDetached);
  const taken = await Promise.all(
    frames.map(
      async (frame) =>
        await frame
          .call<{ text: string; atMs: number } | null>('takeClipboard', [], { deadline })
          .catch(() => null),
    ),
  );
  for (const copy of taken)
    if (copy !== null && copy.atMs >= context.clipboard.atMs) context.clipboard = copy;
  const { text } = context.clipboard;
  await Promise.all(
    frames.map(async (frame) => await frame.call('loadClipboard', [text], { deadline }).catch(() => {})),
  );
}
