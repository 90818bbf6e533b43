import { elementOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { settleStep } from '#page/settle/world-settle.ts';
import type { PageRefusal, ScrollReport, ScrollRequest } from '#page/wire.ts';
import { refusal } from './checks.ts';

function scrollerAround(element: Element | null, isAcross: boolean): Element {
  for (let at = element; at !== null; at = flatParent(at)) {
    const style = getComputedStyle(at);
    const overflow = isAcross ? style.overflowX : style.overflowY;
    const isLonger = isAcross ? at.scrollWidth > at.clientWidth : at.scrollHeight > at.clientHeight;
    if (isLonger && /auto|scroll|overlay/.test(overflow)) return at;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Scrolls a part of the page, or the page, by most of its visible size. */
export async function scroll(request: ScrollRequest): Promise<PageRefusal | ScrollReport> {
  const element = request.element === undefined ? null : elementOf(request.element);
  if (element === undefined) return refusal('detached_ref');
  if (request.direction === 'into-view') {
    const before = element?.getBoundingClientRect().top;
    element?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    await settleStep();
    return { ok: true, moved: element?.getBoundingClientRect().top !== before, isAtEnd: false };
  }
  const isAcross = request.direction === 'left' || request.direction === 'right';
  const part = scrollerAround(element, isAcross);
  const size = isAcross ? part.clientWidth : part.clientHeight;
  const sign = request.direction === 'up' || request.direction === 'left' ? -1 : 1;
  const pixels = (request.pixels ?? Math.round(size * 0.85)) * sign;
  const before = isAcross ? part.scrollLeft : part.scrollTop;
  part.scrollBy({ [isAcross ? 'left' : 'top']: pixels, behavior: 'instant' });
  await settleStep();
  const after = isAcross ? part.scrollLeft : part.scrollTop;
  const longest = isAcross ? part.scrollWidth - part.clientWidth : part.scrollHeight - part.clientHeight;
  return { ok: true, moved: after !== before, isAtEnd: sign > 0 ? after >= longest - 1 : after <= 1 };
}
