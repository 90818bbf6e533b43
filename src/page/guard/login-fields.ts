import { shownName } from '#page/perception/describe.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { labelsOf } from '#page/perception/labels.ts';
import { roleOf } from '#page/perception/role.ts';
import { everyElement } from './drawn-parts.ts';
import {
  CODE_WORDS,
  NEW_PASSWORD_WORDS,
  NO_USER_WORDS,
  OTHER_WAY_WORDS,
  SUBMIT_WORDS,
  USER_WORDS,
} from './login-words.ts';

const USER_TYPES = new Set(['text', 'email', 'tel', 'number']);
const CODE_TYPES = new Set(['text', 'tel', 'number', 'password']);
const BUTTONS = 'button, input[type=submit], input[type=image], input[type=button], [role=button]';
/** Fewer boxes of one character are something else. */
const FEWEST_BOXES = 4;
const LEAST_SCORE = 5;
/** How far around fields without a form what sends them is looked for. */
const FARTHEST = 6;

export interface LoginParts {
  readonly username: HTMLInputElement | undefined;
  readonly password: HTMLInputElement | undefined;
  readonly codes: readonly HTMLInputElement[];
  readonly submit: Element | undefined;
}

/** Finds the parts of a sign-in form among what a person could see. Touches nothing. */
export function findLoginParts(): LoginParts {
  const inputs: HTMLInputElement[] = [];
  const buttons: Element[] = [];
  for (const element of everyElement(document)) {
    if (element instanceof HTMLInputElement && isSeen(element)) inputs.push(element);
    if (element.matches(BUTTONS) && isSeen(element)) buttons.push(element);
  }
  const codes = codeFields(inputs);
  const password = passwordField(inputs.filter((input) => !codes.includes(input)));
  const username = usernameField(
    inputs.filter((input) => !codes.includes(input)),
    password,
    codes,
  );
  const last = password ?? codes.at(-1) ?? username;
  const submit = last === undefined ? undefined : submitOf(last, buttons);
  return { username, password, codes, submit };
}

/** Whether a person sees it, with some size. */
export function isSeen(element: Element): boolean {
  if (
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })
  )
    return false;
  const box = element.getBoundingClientRect();
  return box.width >= 1 && box.height >= 1;
}

/** All that names a field, for a look at its words. */
function wordsOf(input: Element): string {
  const attributes = ['name', 'id', 'placeholder', 'autocomplete', 'aria-label', 'data-testid', 'title'];
  const own = attributes.map((name) => input.getAttribute(name) ?? '');
  const labels = labelsOf(input).map((label) => label.textContent ?? '');
  return [...own, ...labels, shownName(input, roleOf(input))].join(' ').replace(/[_-]/g, ' ');
}

function hasToken(input: HTMLInputElement, ...tokens: readonly string[]): boolean {
  const given = (input.getAttribute('autocomplete') ?? '').toLowerCase().split(/\s+/);
  return tokens.some((token) => given.includes(token));
}

function passwordField(inputs: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  const all = inputs.filter((input) => input.type === 'password' && !input.disabled);
  const said = all.find((input) => hasToken(input, 'current-password'));
  if (said !== undefined) return said;
  const candidates = all.filter(
    (input) => !hasToken(input, 'new-password') && !NEW_PASSWORD_WORDS.test(wordsOf(input)),
  );
  // Two in one form are a registration or a change of password.
  const alone = candidates.filter((input) => !all.some((other) => other !== input && sameForm(input, other)));
  return alone[0];
}

function sameForm(one: HTMLInputElement, other: HTMLInputElement): boolean {
  return one.form === other.form;
}

/** One box for the whole code, or as many as it has digits. */
function codeFields(inputs: readonly HTMLInputElement[]): readonly HTMLInputElement[] {
  const takes = inputs.filter((input) => CODE_TYPES.has(input.type) && !input.disabled);
  const single = takes.filter((input) => input.maxLength === 1);
  const boxes = single.filter((input) => single.some((other) => other !== input && isNear(input, other)));
  if (boxes.length >= FEWEST_BOXES && boxes.length <= 8) return boxes;
  const said = takes.find((input) => hasToken(input, 'one-time-code'));
  if (said !== undefined) return [said];
  const named = takes.find(
    (input) =>
      CODE_WORDS.test(wordsOf(input)) &&
      !hasToken(input, 'username', 'email', 'current-password', 'postal-code') &&
      !(input.type === 'password' && !/\b(otp|totp|one.?time|2fa|mfa|code)\b/i.test(wordsOf(input))) &&
      !NO_CODE_WORDS.test(wordsOf(input)),
  );
  return named === undefined ? [] : [named];
}

const NO_CODE_WORDS =
  /postal|\bzip\b|promo|coupon|discount|country|area.?code|captcha|search|e-?mail|user|codice fiscale|c[oó]digo (postal|de (cliente|barras))/i;

function isNear(one: Element, other: Element): boolean {
  const within = (element: Element) => {
    const around: Element[] = [];
    for (let at = flatParent(element); at !== null && around.length < 3; at = flatParent(at)) around.push(at);
    return around;
  };
  const mine = within(one);
  return within(other).some((at) => mine.includes(at));
}

function usernameField(
  inputs: readonly HTMLInputElement[],
  password: HTMLInputElement | undefined,
  codes: readonly HTMLInputElement[],
): HTMLInputElement | undefined {
  if (password === undefined && codes.length > 0) return undefined;
  // Password fields of which none is for signing in: a registration, or a change of password.
  if (password === undefined && inputs.some((input) => input.type === 'password')) return undefined;
  let best: { readonly input: HTMLInputElement; readonly score: number } | undefined;
  for (const input of inputs) {
    if (!USER_TYPES.has(input.type) || input.disabled) continue;
    const score = userScore(input, password);
    if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { input, score };
  }
  return best?.input;
}

function userScore(input: HTMLInputElement, password: HTMLInputElement | undefined): number {
  let score = 0;
  const words = wordsOf(input);
  const around = `${input.form?.id ?? ''} ${input.form?.getAttribute('class') ?? ''} ${input.form?.getAttribute('action') ?? ''}`;
  if (hasToken(input, 'username', 'email', 'webauthn')) score += 10;
  if (input.type === 'email') score += 5;
  if (USER_WORDS.test(words)) score += 5;
  if (input.getAttribute('role') === 'searchbox' || NO_USER_WORDS.test(words)) score -= 12;
  if (/newsletter|subscri|search/i.test(around)) score -= 12;
  if (password !== undefined) {
    const isBefore =
      (input.compareDocumentPosition(password) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ||
      input.getRootNode() !== password.getRootNode();
    if (sameForm(input, password) && isBefore) score += 6;
    else if (!isBefore) score -= 6;
  }
  return score;
}

/** What sends a field: a button of its form, else the one beside it that says so. */
function submitOf(field: HTMLInputElement, buttons: readonly Element[]): Element | undefined {
  const { form } = field;
  if (form !== null) {
    const own = buttons.filter((button) => isSubmitterOf(button, form) && !isDisabled(button));
    const listed = own.filter((button) => !OTHER_WAY_WORDS.test(nameOfButton(button)));
    const said = listed.find((button) => SUBMIT_WORDS.test(nameOfButton(button)));
    if (said !== undefined || listed.length > 0) return said ?? listed[0];
    if (own.length === 1) return own[0];
  }
  let around = flatParent(field);
  for (let step = 0; step < FARTHEST && around !== null; step += 1, around = flatParent(around)) {
    const place = around;
    const near = buttons.filter((button) => isInside(button, place) && !isDisabled(button));
    const said = near.find(
      (button) => SUBMIT_WORDS.test(nameOfButton(button)) && !OTHER_WAY_WORDS.test(nameOfButton(button)),
    );
    if (said !== undefined) return said;
  }
  return undefined;
}

function isSubmitterOf(button: Element, form: HTMLFormElement): boolean {
  if (button instanceof HTMLButtonElement) return button.form === form && button.type === 'submit';
  return (
    button instanceof HTMLInputElement &&
    button.form === form &&
    (button.type === 'submit' || button.type === 'image')
  );
}

function isDisabled(button: Element): boolean {
  return button.matches(':disabled') || button.getAttribute('aria-disabled') === 'true';
}

function nameOfButton(button: Element): string {
  return shownName(button, roleOf(button));
}

function isInside(inner: Element, outer: Element): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}
