import { flatParent } from './flat-tree.ts';
import { COLOUR } from './style-index.ts';

/** Whether the element's own text has the colour of its ground; asked only where a rule sets a suspicious colour. */
export function isSameAsGround(element: Element, bits: number): boolean {
  if (!(bits & COLOUR)) return false;
  const style = getComputedStyle(element);
  const ink = channels(style.color);
  if (!ink) return false;
  if (ink[3] < 0.05) return style.backgroundClip !== 'text' && style.textShadow === 'none';
  if (style.textShadow !== 'none') return false;
  for (let at: Element | null = element; at; at = flatParent(at)) {
    const ground = getComputedStyle(at);
    if (ground.backgroundImage !== 'none' || ground.position === 'absolute' || ground.position === 'fixed')
      return false;
    const paper = channels(ground.backgroundColor);
    if (paper && paper[3] > 0.5) return distance(ink, paper) < 12;
  }
  return distance(ink, [255, 255, 255, 1]) < 12;
}

type Channels = readonly [number, number, number, number];

function channels(colour: string): Channels | null {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(colour);
  if (!parts) return null;
  return [
    Number(parts[1]),
    Number(parts[2]),
    Number(parts[3]),
    parts[4] === undefined ? 1 : Number(parts[4]),
  ];
}

function distance(one: Channels, other: Channels): number {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
}
