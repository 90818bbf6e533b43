import { describe, isBare, shownName } from '#page/perception/describe.ts';
import { numberOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { roleOf } from '#page/perception/role.ts';
import { isDrawn } from './drawn-parts.ts';
import { nameElement } from './guard-state.ts';

const CLOSES =
  /\b(close|dismiss|fechar|cerrar|schlie|hide|ocultar|got it|entendi|ok|cancel|cancelar|no,? thanks|reject|decline|refuse|recus|rejeitar|skip)|^[×✕✖x]$/i;

function isAround(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}

/** The whole of what lies over a target: a dialog, else the largest part of the page that does not hold the target. */
function wholeOf(hit: Element, target: Element): Element {
  let whole = hit;
  for (let at: Element | null = hit; at !== null && !isAround(at, target); at = flatParent(at)) {
    whole = at;
    if (/^(alert)?dialog$/.test(roleOf(at))) return at;
  }
  return whole;
}

/** The last dialog that is drawn and does not hold the target. */
function topDialog(target: Element): Element | null {
  const dialogs = [
    ...document.querySelectorAll('dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]'),
  ];
  return dialogs.filter((dialog) => isDrawn(dialog) && !dialog.contains(target)).at(-1) ?? null;
}

/** The control inside a cover that would close it, where one can be told. */
function closerIn(cover: Element): Element | null {
  const controls = [
    ...cover.querySelectorAll('button,[role=button],a[href],input[type=button],input[type=submit]'),
  ];
  const drawn = controls.filter((control) =>
    control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const named = drawn.find((control) => CLOSES.test(nameOfControl(control)));
  const marked = drawn.find((control) => /close|dismiss/i.test(control.className.toString()));
  return named ?? marked ?? (drawn.length === 1 ? (drawn[0] ?? null) : null);
}

function nameOfControl(control: Element): string {
  return shownName(control, roleOf(control));
}

/** Facts of a refusal: what covers the target and what would close it, with their numbers. */
export function describeCover(hit: Element, target: Element): Record<string, unknown> {
  const cover = wholeOf(hit, target);
  const isPrinted = !isBare(describe(cover).role);
  // A bare shade belongs to the dialog above it, which is what a person would deal with.
  const dialog = isPrinted ? null : topDialog(target);
  const closer = closerIn(dialog ?? cover);
  return {
    by: nameElement(cover),
    ...(isPrinted ? { byElement: numberOf(cover) } : {}),
    ...(dialog === null ? {} : { dialog: nameElement(dialog), dialogElement: numberOf(dialog) }),
    ...(closer === null ? { isLeftByEscape: true } : {}),
    ...(closer === null ? {} : { closer: nameElement(closer), closerElement: numberOf(closer) }),
  };
}
