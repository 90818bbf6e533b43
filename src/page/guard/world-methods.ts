import { withoutSecrets } from '#page/perception/secret-marks.ts';
import { shorten, visibleLine } from '#page/perception/visible-text.ts';
import { messageTurn } from '#page/settle/turns.ts';
import { settleAdopt, settleArm } from '#page/settle/world-settle.ts';
import type { GuardVerdict, SettleMode } from '#page/wire.ts';
import { boxOf, scrolledBy } from './box.ts';
import {
  choiceBegin,
  choiceClosed,
  choiceEnd,
  choiceKind,
  choiceOpened,
  choiceShown,
  findOption,
} from './choice.ts';
import { loadClipboard, takeClipboard } from './clipboard.ts';
import { consequence } from './consequence.ts';
import { mayStillBuild } from './content.ts';
import { areCovered, coverSecrets, drawnTexts, secretElements, uncoverSecrets } from './cover-secrets.ts';
import { armDrag, dragProgress, dropCheck, dropPoint } from './drag.ts';
import { endAction } from './end-action.ts';
import { findInRange } from './field-range.ts';
import { elementHandle, fileField, filesHeld, watchFileInput } from './file-input.ts';
import { focusHolder, prepareFocused, takesKeys } from './focus.ts';
import { armGuard, disarmGuard, readVerdict, setHeld } from './guard-state.ts';
import { checkSecretForms, clearSecret, insertSecret } from './login-insert.ts';
import { loginLook } from './login-look.ts';
import { isPickerOpen } from './picker.ts';
import { notePicture, picturedAt, picturedThen, preparePointed } from './pictured.ts';
import { frameHit, nextFrame, prepare } from './prepare.ts';
import { readBack } from './read-back.ts';
import { scroll } from './scroll.ts';
import { selectOptions, setValue } from './set-control.ts';
import { settleAndRead } from './settle-and-read.ts';
import { standingTexts } from './standing.ts';
import { steppedValue } from './stepped.ts';
import { hasText, readableText, stateWords } from './text-wait.ts';

const TITLE_LIMIT = 300;

/** What the host may ask of this document for an action. */
export const ACTION_METHODS = {
  prepare,
  consequence,
  loadClipboard,
  takeClipboard,
  boxOf,
  scrolledBy,
  mayStillBuild,
  prepareFocused,
  notePicture,
  picturedAt,
  picturedThen,
  preparePointed,
  focusHolder,
  takesKeys,
  frameHit,
  setHeld,
  setValue,
  selectOptions,
  choiceKind,
  choiceBegin,
  choiceOpened,
  choiceClosed,
  findOption,
  choiceShown,
  choiceEnd,
  isPickerOpen,
  steppedValue,
  scroll,
  loginLook,
  checkSecretForms,
  insertSecret,
  clearSecret,
  standingTexts,
  drawnTexts,
  secretElements,
  coverSecrets,
  areCovered,
  uncoverSecrets,
  dropPoint,
  armDrag,
  dropCheck,
  dragProgress,
  fileField,
  findInRange,
  filesHeld,
  watchFileInput,
  elementHandle,
  readBack,
  hasText,
  readableText,
  stateWords,
  settleWait: settleAndRead,
  settleAdopt,
  /** The title as a line of what a person sees. */
  title(): string {
    return withoutSecrets(shorten(visibleLine(document.title), TITLE_LIMIT));
  },
  /** The document and all that it named is there. */
  isLoaded(): boolean {
    return document.readyState === 'complete';
  },
  /** Two turns of the page's own tasks. */
  async turns(): Promise<void> {
    await messageTurn();
    await messageTurn();
  },
  /** Two frames as they are drawn, or a tenth of a second where none is. */
  async frames(): Promise<void> {
    await nextFrame();
    await nextFrame();
  },
  /** In a document that expects no input: nothing gets through, and what the input causes here is followed. */
  standBy(token: number, settle: SettleMode): void {
    settleArm(settle);
    armGuard(token, 'nothing', null, []);
  },
  verdict(token: number): GuardVerdict {
    return readVerdict(token);
  },
  actionEnd: endAction,
  disarm(token: number): void {
    disarmGuard(token);
  },
} as const;
