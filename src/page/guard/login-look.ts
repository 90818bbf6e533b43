import { shownName } from '#page/perception/describe.ts';
import { numberOf } from '#page/perception/element-table.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { beginPass } from '#page/perception/pass.ts';
import { roleOf } from '#page/perception/role.ts';
import type { LoginField, LoginLook, LoginSaying, SecretKind } from '#page/wire.ts';
import { everyElement } from './drawn-parts.ts';
import { findLoginParts, isSeen, type LoginParts } from './login-fields.ts';
import { ancestorOrigins, destinationsOf, documentName } from './login-place.ts';
import { LIMITED_WORDS, SECOND_FACTOR_WORDS, SIGN_OUT_WORDS, WRONG_WORDS } from './login-words.ts';

const CAPTCHA_FRAMES =
  /recaptcha\/(api2|enterprise)\/(anchor|bframe)|hcaptcha\.com\/|challenges\.cloudflare\.com|arkoselabs|funcaptcha|geetest|datadome|captcha/i;
const CAPTCHA_ANSWERS =
  '[name="g-recaptcha-response"], [name="h-captcha-response"], [name="cf-turnstile-response"]';
const MESSAGES =
  '[role=alert], [role=status], [aria-live=assertive], [aria-live=polite], [class*=error i], [class*=alert i], [class*=invalid i], [class*=message i], [class*=problem i], [class*=warn i], [class*=danger i], [id*=error i], [data-error]';
const MESSAGE_LIMIT = 400;

/** Says what this document shows of signing in. Touches nothing. */
export function loginLook(): LoginLook {
  beginPass();
  const parts = findLoginParts();
  const { username, password, codes, submit } = parts;
  const fields = [username, password, ...codes].filter((field) => field !== undefined);
  return {
    document: documentName,
    origin: self.origin,
    ancestors: ancestorOrigins(),
    ...(username === undefined ? {} : { username: fieldOf(username, 'username') }),
    ...(password === undefined ? {} : { password: fieldOf(password, 'password') }),
    codes: codes.map((code) => fieldOf(code, 'code')),
    ...(submit === undefined ? {} : { submit: numberOf(submit) }),
    destinations: destinationsOf(submit === undefined ? fields : [...fields, submit]),
    captcha: captchaNow(),
    says: saysNow(parts),
    isSignedIn: hasSignOut(),
  };
}

function fieldOf(element: Element, kind: SecretKind): LoginField {
  return { element: numberOf(element), kind };
}

/** A test for people that one sees. One that works unseen is none. */
function captchaNow(): LoginLook['captcha'] {
  const answers = [...document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>(CAPTCHA_ANSWERS)];
  let isThere = false;
  for (const element of everyElement(document)) {
    if (element instanceof HTMLIFrameElement && CAPTCHA_FRAMES.test(`${element.src} ${element.title}`)) {
      const box = element.getBoundingClientRect();
      if (isSeen(element) && box.width > 40 && box.height > 40 && !isBadge(element)) isThere = true;
    } else if (element instanceof HTMLInputElement && isCaptchaField(element) && isSeen(element)) {
      isThere = true;
      answers.push(element);
    }
  }
  if (!isThere) return 'none';
  return answers.length > 0 && answers.every((answer) => isAnswered(answer)) ? 'answered' : 'open';
}

function isCaptchaField(input: HTMLInputElement): boolean {
  return /captcha|not a robot|human/i.test(`${input.name} ${input.id} ${shownName(input, roleOf(input))}`);
}

function isAnswered(answer: HTMLTextAreaElement | HTMLInputElement): boolean {
  return answer.type === 'checkbox' ? (answer as HTMLInputElement).checked : answer.value !== '';
}

function isBadge(element: Element): boolean {
  return element.closest('.grecaptcha-badge') !== null;
}

/** What messages say, near the form or, where there is none any more, in the page. */
function saysNow({ username, password, codes }: LoginParts): readonly LoginSaying[] {
  const field = password ?? codes[0] ?? username;
  const text = [...messagesIn(document), ...(field === undefined ? [] : [textAround(field)])].join('\n');
  const says: LoginSaying[] = [];
  if (LIMITED_WORDS.test(text)) says.push('limited');
  if (WRONG_WORDS.test(text)) says.push('wrong');
  if (SECOND_FACTOR_WORDS.test(`${text}\n${headings()}\n${field === undefined ? opening() : ''}`))
    says.push('second-factor');
  return says;
}

function messagesIn(root: ParentNode): readonly string[] {
  const texts: string[] = [];
  for (const element of everyElement(root)) {
    if (!element.matches(MESSAGES) || element.matches('input, body, html, form')) continue;
    if (!isSeen(element)) continue;
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
    if (text.trim() !== '' && text.length <= MESSAGE_LIMIT) texts.push(text);
  }
  return texts;
}

/** The short texts beside a field: a message without any mark stands there. */
function textAround(field: Element): string {
  const form = field instanceof HTMLInputElement ? field.form : null;
  const around = form ?? flatParent(flatParent(field) ?? field);
  if (!(around instanceof HTMLElement)) return '';
  const lines = around.innerText.split('\n').filter((line) => line.length <= 160);
  return lines.filter((line) => !/forgot|esquec|olvid|dimentic|vergess|oubli|\?/i.test(line)).join('\n');
}

function headings(): string {
  const all = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, legend, [role=heading]')];
  return [document.title, ...all.filter(isSeen).map((heading) => heading.innerText)].join('\n');
}

/** The beginning of a page with little on it. */
function opening(): string {
  const text = document.body?.innerText ?? '';
  return text.length > 1_500 ? '' : text;
}

function hasSignOut(): boolean {
  for (const element of everyElement(document)) {
    if (!element.matches('a, button, [role=button], [role=menuitem], input[type=submit]')) continue;
    if (SIGN_OUT_WORDS.test(shownName(element, roleOf(element)))) return true;
    const href = element.getAttribute('href') ?? '';
    if (/(^|[/_-])(log-?out|sign-?out|logoff)\b/i.test(href)) return true;
  }
  return false;
}
