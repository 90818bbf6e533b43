import { settleEnd } from '#page/settle/world-settle.ts';
import { endDrag } from './drag.ts';
import { disarmGuard } from './guard-state.ts';
import { noteEnd } from './prepare.ts';

/** An input is over: takes the guard and the watch back. */
export function endAction(token: number | undefined): void {
  if (token !== undefined) {
    endDrag(token);
    disarmGuard(token);
  }
  settleEnd();
  noteEnd();
}
