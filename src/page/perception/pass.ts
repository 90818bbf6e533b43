import { resetHidden } from './hidden.ts';
import { resetInline } from './inline.ts';
import { resetItems } from './item-key.ts';
import { resetLabels } from './labels.ts';
import { resetNames } from './name.ts';
import { resetGrids } from './role.ts';
import { resetStates } from './states.ts';
import { refreshStyleIndex } from './style-index.ts';

/** Starts one look at the page: what was remembered of an earlier one is dropped, styles are indexed. */
export function beginPass(): void {
  resetLabels();
  resetNames();
  resetHidden();
  resetInline();
  resetItems();
  resetStates();
  resetGrids();
  refreshStyleIndex();
}
