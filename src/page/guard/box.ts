import { elementOf } from '#page/perception/element-table.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of an element in the viewport of its own frame; null when nothing of it is drawn. */
export function boxOf(number: number): Box | null {
  const element = elementOf(number);
  if (!element?.isConnected) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1 ? null : { x, y, width, height };
}

/** How far the document is scrolled, in CSS pixels. */
export function scrolledBy(): { readonly x: number; readonly y: number } {
  return { x: scrollX, y: scrollY };
}
