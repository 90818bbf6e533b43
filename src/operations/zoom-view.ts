import { z } from 'zod';
import { leftMs } from '#kernel/deadline.ts';
import type { Point } from '#page/wire.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { pictureOf, placeIn } from './pointer-picture.ts';
import { requireReadable } from './require-readable.ts';

const coordinate = z.number().min(0).max(100_000);

/** Shows a part of the last picture of the current tab again, enlarged and drawn anew. Coordinates stay those of that picture. */
export const zoomView = operation({
  name: 'zoom-view',
  summary: 'Shows a part of what the last picture shows, enlarged.',
  input: z.strictObject({
    from: z.strictObject({ x: coordinate, y: coordinate }),
    to: z.strictObject({ x: coordinate, y: coordinate }),
    /** Most pixels of the enlarged picture, each way. */
    within: z.strictObject({ width: z.int().min(10).max(8_000), height: z.int().min(10).max(8_000) }),
  }),
  turn: 'in-turn',
  timeoutMs: () => 25_000,
  async plan({ session }) {
    requireCap(session.settings, 'vision', 'Seeing pictures');
    const page = await session.currentPage();
    requireReadable(session, page);
    return { effects: ['read'] as const, url: page.url, target: `a part of tab ${page.id}`, page };
  },
  async run({ session, deadline }, { page }, { from, to, within }) {
    const picture = pictureOf(page);
    const corner = placeIn(picture, from);
    const end = {
      x: corner.x + (to.x - from.x) / picture.scale,
      y: corner.y + (to.y - from.y) / picture.scale,
    };
    const scroll = await page.mainFrame.call<Point>('scrolledBy', [], { deadline });
    const size = { width: end.x - corner.x, height: end.y - corner.y };
    session.requirePicturable();
    const taken = await page.takePicture({
      secrets: session.secrets.own,
      timeoutMs: Math.max(1_000, leftMs(deadline) - 1_000),
      area: { x: corner.x + scroll.x, y: corner.y + scroll.y, ...size },
      zoom: Math.min(within.width / size.width, within.height / size.height),
    });
    await session.journal.keepPicture(taken.png, `${page.id}-part.png`);
    for (const frame of page.frames()) session.taint.mark(frame.origin);
    return {
      said: `Picture of a part of tab ${page.id}, ${taken.width} × ${taken.height}. Coordinates stay those of the whole picture.`,
      page,
      images: [{ data: taken.png.toString('base64'), mimeType: 'image/png' as const }],
    };
  },
});
