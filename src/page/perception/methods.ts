import type { Shown } from '#page/wire.ts';
import { describe } from './describe.ts';
import { domVersion, observeRoot } from './dom-version.ts';
import { elementOf, numberOf } from './element-table.ts';
import { find } from './find.ts';
import { rememberClosedRoots } from './flat-tree.ts';
import { addListeners, dropListeners, preorder, setListeners } from './listeners.ts';
import { regionDigest } from './region-digest.ts';
import { text } from './region-text.ts';
import { takeRootless } from './rootless.ts';
import { takeSheetTexts, wantedSheets } from './sheet-texts.ts';
import { signature } from './signature.ts';
import { walk } from './walk.ts';

/** Starts counting changes; called once, when the world of a document begins. */
export function startPerception(): void {
  observeRoot(document);
}

function describeNumber(number: number): Shown | null {
  const element = elementOf(number);
  return element ? describe(element) : null;
}

/** Numbers of the document's frame elements, in preorder, given when they have none. */
function frameElements(): number[] {
  return preorder()
    .filter((element) => element.localName === 'iframe' || element.localName === 'frame')
    .map(numberOf);
}

/** What the host may ask of perception. */
export const perceptionMethods = {
  walk,
  find,
  text,
  describe: describeNumber,
  regionDigest,
  isAlive: (number: number) => elementOf(number) !== undefined,
  numberOf,
  signature,
  domVersion,
  setListeners,
  addListeners,
  dropListeners,
  frameElements,
  rememberClosedRoots,
  takeRootless,
  wantedSheets,
  takeSheetTexts,
};
