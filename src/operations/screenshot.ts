import { z } from 'zod';
import { pointInPage } from '#actions/frame-point.ts';
import type { PictureArea } from '#browser/take-picture.ts';
import { leftMs } from '#kernel/deadline.ts';
import type { OperationContext } from '#sessions/operation.ts';
import { operation } from '#sessions/operation.ts';
import { fail } from '#snapshot/errors.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { inWords, refInput, resolve } from './act-on-ref.ts';

/** Takes a picture for whoever audits the session. Its caller gets the confirmation and no picture. */
export const screenshot = operation({
  name: 'screenshot',
  summary: 'Stores a picture of the page, or of one element, for whoever audits the session.',
  input: z.strictObject({ ref: refInput.optional(), fullPage: z.boolean().optional() }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan(context, { ref }) {
    if (ref === undefined) {
      const page = await context.session.currentPage();
      return {
        effects: ['read'] as const,
        url: page.url,
        target: `tab ${page.id}`,
        page,
        resolved: undefined,
      };
    }
    const resolved = await resolve(context, ref);
    const { page } = resolved;
    return { effects: ['read'] as const, url: page.url, target: inWords(resolved), ref, page, resolved };
  },
  async run(context, { page, resolved, target }, { fullPage }) {
    const { session, deadline } = context;
    const area = resolved ? await areaOf(context, resolved) : undefined;
    session.requirePicturable();
    const picture = await page.takePicture({
      secrets: session.secrets.own,
      timeoutMs: Math.max(1_000, leftMs(deadline) - 1_000),
      ...(fullPage === undefined ? {} : { fullPage }),
      ...(area === undefined ? {} : { area }),
    });
    const { hash, sizeBytes } = await session.journal.keepPicture(picture.png, `${page.id}.png`);
    const size = `${picture.width} × ${picture.height}, ${Math.ceil(sizeBytes / 1024)} kB`;
    const cut = picture.isCut ? ' The page is longer than a picture may be: its beginning is on it.' : '';
    return {
      said: `Stored a picture of ${target} (PNG, ${size}) as artifact ${hash.slice(0, 16)} for whoever audits this session.${cut} You do not see it: conclude nothing from it.`,
      artifact: hash,
      page,
    };
  },
});

/** Where an element is in the document of its tab. */
export async function areaOf({ deadline }: OperationContext, resolved: ResolvedRef): Promise<PictureArea> {
  const { page, frame, element, text } = resolved;
  const box = await frame.call<PictureArea | null>('boxOf', [element], { deadline });
  if (box === null) throw fail('detached_ref', `${text} is gone, or nothing of it is drawn.`, { ref: text });
  const corner = await pointInPage(frame, { x: box.x, y: box.y }, deadline);
  const at = 'refusal' in corner ? { x: box.x, y: box.y } : corner;
  const scroll = await page.mainFrame.call<{ x: number; y: number }>('scrolledBy', [], { deadline });
  return { x: at.x + scroll.x, y: at.y + scroll.y, width: box.width, height: box.height };
}
