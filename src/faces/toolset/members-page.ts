import { showAddress } from '#kernel/untrusted-text.ts';
import { navigate } from '#operations/navigate.ts';
import { pointerView } from '#operations/pointer-view.ts';
import { travel } from '#operations/travel.ts';
import { wait } from '#operations/wait.ts';
import { zoomView } from '#operations/zoom-view.ts';
import { type MemberAnswer, type MemberContext, member, Refused } from './member.ts';
import { readAddress } from './read-address.ts';

const HISTORY = ['back', 'forward', 'reload'] as const;

async function screenshotAnswer(context: MemberContext): Promise<MemberAnswer> {
  const { width, height } = context.pictureSize;
  const { images } = await context.run(pointerView, { longestSide: Math.max(width, height) });
  const image = images?.[0];
  if (image === undefined) throw new Refused('Error: the page gave no picture. Try again, or read the page.');
  return { text: 'Screenshot captured.', image };
}

export const PAGE_MEMBERS = [
  member('navigate', { acts: true }, async (context, { url }) => {
    const word = HISTORY.find((known) => known === url.trim().toLowerCase());
    const result =
      word === undefined
        ? await context.run(navigate, { url: readAddress(url) })
        : await context.run(travel, { to: word });
    const now = result.page?.url ?? context.page.url;
    const status = Number(/\(HTTP (\d{3})\)/.exec(result.said)?.[1] ?? Number.NaN);
    const isThere = result.outcome?.effect === 'navigated' || result.outcome?.effect === 'loading';
    const text = isThere ? `Navigated to ${showAddress(now, 4_000)}` : result.said;
    return {
      text: Number.isNaN(status) ? text : `${text} (HTTP ${status})`,
      navigated: { url: now, ...(Number.isNaN(status) ? {} : { status }) },
    };
  }),
  member('screenshot', { acts: false, wantsFront: true }, async (context) => await screenshotAnswer(context)),
  member('zoom', { acts: false, wantsFront: true }, async (context, { region }) => {
    const [x0, y0, x1, y1] = region;
    const { width, height } = context.pictureSize;
    if (!(x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height && x0 < x1 && y0 < y1))
      throw new Refused(
        `Error: region has to be [x0, y0, x1, y1] with x0 < x1 and y0 < y1 inside the screenshot, which is ${width} × ${height}.`,
      );
    // A picture that nobody has seen is taken first, so that the region is one of what is there now.
    const input = { from: { x: x0, y: y0 }, to: { x: x1, y: y1 }, within: context.pictureSize };
    const { images } = await context.run(zoomView, input);
    const image = images?.[0];
    if (image === undefined) throw new Refused('Error: the page gave no picture. Take a screenshot first.');
    return { text: `Enlarged (${x0}, ${y0}) to (${x1}, ${y1}).`, image };
  }),
  member('wait', { acts: false }, async (context, { duration }) => {
    await context.run(wait, { seconds: duration });
    return { text: `Waited ${duration}s.` };
  }),
] as const;
