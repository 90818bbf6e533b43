import { describe, isBare, shownName } from '#page/perception/describe.ts';
import { numberOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { roleOf } from '#page/perception/role.ts';
import { isDrawn } from './drawn-parts.ts';
import { nameElement } from './guard-state.ts';

/** Names of what ends a dialog or banner, the least consequential first. */
const CLOSES: readonly RegExp[] = [
  /\b(close|dismiss|hide|fechar|ocultar|cerrar|fermer|schlie)|^[×✕✖x]$|关闭|關閉|閉じる/i,
  /\b(cancel|not now|later|no,? thanks|skip|agora não|abbrechen|annuler)|取消|キャンセル/i,
  /\b(reject|decline|refuse|recus|rejeitar|rechazar|ablehnen)|拒绝/i,
  /\b(only|just|strictly)\b.*(essential|necessary|required)|(essential|necessary|required).*\bonly\b|(^|\s)(apenas|só|solo|nur|uniquement|seulement)\s.*(essencia|esencial|essenzial|necess|necesari|nécess|essentiel|notwendig|erforderlich)|[仅只].*必要/iu,
  /\b(got it|understood|ok|entendi|entendido)\b|知道了/i,
  /\b(accept|agree|allow|aceit|concord|aceptar|akzeptieren|accepter)|同意|接受/i,
];

const DIALOGS = 'dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]';
const CONTROLS = 'button,[role=button],a[href],input[type=button],input[type=submit]';

/** Parts of a page that are printed with a ref and say what they are for. */
const REGIONS = new Set(['region', 'form', 'navigation', 'banner', 'complementary', 'contentinfo', 'search']);

function isDialogRole(element: Element): boolean {
  return /^(alert)?dialog$/.test(roleOf(element)) || element.getAttribute('aria-modal') === 'true';
}

function isAround(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}

/** The whole of what lies over a target: a dialog, else the largest part of the page that does not hold the target. */
function wholeOf(hit: Element, target: Element): Element {
  let whole = hit;
  let region: Element | null = null;
  for (let at: Element | null = hit; at !== null && !isAround(at, target); at = flatParent(at)) {
    whole = at;
    if (isDialogRole(at)) return at;
    if (REGIONS.has(roleOf(at))) region = at;
  }
  return region !== null && isBare(describe(whole).role) ? region : whole;
}

/** The last dialog that is drawn and does not hold the target. */
function topDialog(target: Element): Element | null {
  const dialogs = [...document.querySelectorAll(DIALOGS)];
  return dialogs.filter((dialog) => isDrawn(dialog) && !dialog.contains(target)).at(-1) ?? null;
}

/** The control inside a cover that would close it, where one can be told. */
function closerIn(cover: Element): Element | null {
  const controls = [...cover.querySelectorAll(CONTROLS)];
  const drawn = controls.filter((control) =>
    control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  const marked = drawn.find((control) => /close|dismiss/i.test(control.className.toString()));
  for (const words of CLOSES) {
    const named = drawn.find((control) => words.test(nameOfControl(control)));
    if (named !== undefined) return named;
    if (marked !== undefined) return marked;
  }
  return null;
}

function nameOfControl(control: Element): string {
  return shownName(control, roleOf(control));
}

/** Whether a cover only lies there: a bare ground, or what a dialog stands in. */
function isShade(cover: Element): boolean {
  if (isBare(describe(cover).role)) return true;
  return cover.querySelector(DIALOGS) !== null || (cover.textContent?.trim() === '' && !hasControl(cover));
}

function hasControl(cover: Element): boolean {
  return cover.querySelector(CONTROLS) !== null;
}

/** Facts of a refusal: what covers the target and what would close it, with their numbers. */
export function describeCover(hit: Element, target: Element): Record<string, unknown> {
  const cover = wholeOf(hit, target);
  const isDialog = isDialogRole(cover);
  // A shade belongs to the dialog above it, which is what a person would deal with.
  const dialog = isDialog || !isShade(cover) ? null : topDialog(target);
  const isPrinted = dialog === null && !isBare(describe(cover).role);
  const closer = closerIn(dialog ?? cover);
  return {
    by: nameElement(cover),
    ...(isPrinted ? { byElement: numberOf(cover) } : {}),
    ...(dialog === null ? {} : { dialog: nameElement(dialog), dialogElement: numberOf(dialog) }),
    ...(closer === null && (isDialog || dialog !== null) ? { isLeftByEscape: true } : {}),
    ...(closer === null ? {} : { closer: nameElement(closer), closerElement: numberOf(closer) }),
  };
}
