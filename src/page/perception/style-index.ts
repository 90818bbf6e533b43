import { shadowOf } from './flat-tree.ts';
import { HOST_TOKEN, subjectTokens } from './selector-subject.ts';
import { sheetText } from './sheet-texts.ts';

/** What a rule may do to an element; the computed style decides on the few that have a bit. */
export const CURSOR = 1;
export const PSEUDO = 2;
export const DISPLAY = 4;
export const HIDE = 8;
export const COLOUR = 16;
const ALL = CURSOR | PSEUDO | DISPLAY | HIDE;

type Tokens = Map<string, number>;
interface Scanned {
  readonly rules: number;
  readonly tokens: Tokens;
}

const scanned = new WeakMap<CSSStyleSheet, Scanned>();
let tokens: Tokens = new Map();
let attributes: (readonly [string, number])[] = [];
const NO_ATTRIBUTE = ['', 0] as const;
let everyone = 0;
let hosts = 0;
let byClass = new Map<string, number>();
let byTag = new Map<string, number>();
const byInlineStyle = new Map<string, number>();
let unreadable = 0;
let lastSheets = '';
const roots = new Set<WeakRef<ShadowRoot>>();
const knownRoots = new WeakSet<ShadowRoot>();

/** Bits of a declaration block, by its text. */
function bitsOf(style: CSSStyleDeclaration, isPseudo: boolean): number {
  let bits = 0;
  const text = style.cssText;
  if (isPseudo) return /content:/.test(text) ? PSEUDO : 0;
  if (/cursor:/.test(text)) bits |= CURSOR;
  if (/(?:^|[; ])(?:display|float):|position:\s*(?:absolute|fixed)/.test(text)) bits |= DISPLAY;
  if (
    /display:\s*none|visibility:|opacity:\s*(?:0(?:\.0\d*)?(?!\.?\d)|var|calc|\d(?:\.\d+)?%)|clip(?:-path)?:|content-visibility:|animation(?:-name)?:|(?:^|[; ])(?:max-)?(?:height|width):\s*(?:[01]px|0(?:[^\d.]|$))|text-indent:\s*-|(?:left|right|top|bottom|inset[\w-]*):[^;]*\d{3}|margin[\w-]*:[^;]*-\d{3}|transform:[^;]*(?:scale|-\d{3}|-100)|(?:^|[; ])(?:translate|scale):|font-size:\s*(?:0|\.)|filter:[^;]*opacity|all:/.test(
      text,
    )
  )
    bits |= HIDE;
  if (
    /(?:^|[; ])color:\s*(?:transparent|white|#f{3,8}\b|rgba?\(25[0-5], 25[0-5], 25[0-5]|rgba\([^)]*, 0\))/.test(
      text,
    )
  )
    bits |= COLOUR;
  return bits;
}

function add(into: Tokens, selector: string, bits: number): void {
  for (const token of subjectTokens(selector)) into.set(token, (into.get(token) ?? 0) | bits);
}

function scanRules(rules: CSSRuleList, into: Tokens, parent: string): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const selector = parent ? nested(parent, rule.selectorText) : rule.selectorText;
      if (rule.style.length > 0) {
        const isPseudo = /::?(?:before|after|marker)\b/.test(selector);
        const bits = bitsOf(rule.style, isPseudo);
        if (bits) add(into, selector.replace(/::?(?:before|after|marker)\b/g, ''), bits);
      }
      if (rule.cssRules?.length) scanRules(rule.cssRules, into, selector);
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) merge(into, scanSheet(rule.styleSheet));
    } else if ('cssRules' in rule && !(rule instanceof CSSKeyframesRule)) {
      scanRules((rule as CSSGroupingRule).cssRules, into, parent);
    } else if (parent && 'style' in rule) {
      add(into, parent, bitsOf((rule as CSSStyleRule).style, false));
    }
  }
}

function nested(parent: string, selector: string): string {
  return selector.includes('&') ? selector.replaceAll('&', `:is(${parent})`) : selector;
}

function merge(into: Tokens, from: Tokens): void {
  for (const [token, bits] of from) into.set(token, (into.get(token) ?? 0) | bits);
}

function scanSheet(sheet: CSSStyleSheet): Tokens {
  let rules: CSSRuleList;
  try {
    rules = sheet.cssRules;
  } catch {
    const text = sheetText(sheet);
    if (text) return scanSheet(text);
    unreadable += 1;
    return new Map();
  }
  const known = scanned.get(sheet);
  if (known && known.rules === rules.length) return known.tokens;
  const found: Tokens = new Map();
  scanRules(rules, found, '');
  scanned.set(sheet, { rules: rules.length, tokens: found });
  return found;
}

/** Adds the sheets of a shadow root to the index from now on. */
export function indexRoot(root: ShadowRoot): void {
  if (knownRoots.has(root)) return;
  knownRoots.add(root);
  roots.add(new WeakRef(root));
  if (root.styleSheets.length + root.adoptedStyleSheets.length > 0) refreshStyleIndex();
}

/** Brings the index up to the sheets the document has now. Sheets already read are not read again. */
export function refreshStyleIndex(): void {
  const sheets: CSSStyleSheet[] = [];
  const collect = (root: Document | ShadowRoot) => {
    for (const sheet of root.styleSheets) if (!sheet.disabled) sheets.push(sheet);
    for (const sheet of root.adoptedStyleSheets) if (!sheet.disabled) sheets.push(sheet);
  };
  collect(document);
  for (const reference of roots) {
    const root = reference.deref();
    if (root?.host.isConnected) collect(root);
    else if (!root) roots.delete(reference);
  }
  unreadable = 0;
  const parts = sheets.map(scanSheet);
  const stamp = parts.map(idOf).join(',');
  if (stamp === lastSheets) return;
  lastSheets = stamp;
  tokens = new Map();
  for (const part of parts) merge(tokens, part);
  attributes = [];
  for (const [token, bits] of tokens) if (token.startsWith('[')) attributes.push([token.slice(1), bits]);
  everyone = tokens.get('*') ?? 0;
  hosts = tokens.get(HOST_TOKEN) ?? 0;
  byClass = new Map();
  byTag = new Map();
}

const ids = new WeakMap<Tokens, number>();
let lastId = 0;
function idOf(part: Tokens): number {
  const known = ids.get(part);
  if (known) return known;
  lastId += 1;
  ids.set(part, lastId);
  return lastId;
}

/** Sheets that this world may not read (another origin without permission, or failed). */
export function unreadableSheets(): number {
  return unreadable;
}

function classBits(classes: string): number {
  const known = byClass.get(classes);
  if (known !== undefined) return known;
  let bits = 0;
  for (const name of classes.split(/\s+/)) if (name) bits |= tokens.get(`.${name}`) ?? 0;
  byClass.set(classes, bits);
  return bits;
}

function inlineBits(element: Element, text: string): number {
  const known = byInlineStyle.get(text);
  if (known !== undefined) return known;
  const style = (element as HTMLElement).style;
  const bits = style ? bitsOf(style, false) : 0;
  if (byInlineStyle.size > 5_000) byInlineStyle.clear();
  byInlineStyle.set(text, bits);
  return bits;
}

/** Whether rules of a shadow tree may do something to the element that has it. */
export function mayStyleHosts(): boolean {
  return hosts !== 0;
}

/** Bits that some rule may set on an element of this tag that has no attributes; a superset. */
export function tagMask(tag: string): number {
  if (unreadable > 0) return ALL;
  let bits = byTag.get(tag);
  if (bits === undefined) {
    bits = everyone | (tokens.get(tag) ?? 0) | (tag === 'dialog' ? HIDE : 0);
    byTag.set(tag, bits);
  }
  return bits;
}

/** Bits that some rule may set on this element; a superset. */
export function mask(element: Element): number {
  if (unreadable > 0) return ALL;
  const tag = element.localName;
  const ofHost = hostBits(element, tag);
  let bits = tagMask(tag) | ofHost;
  if (!element.hasAttributes()) return bits;
  const classes = element.getAttribute('class');
  if (classes) bits |= classBits(classes);
  const id = element.getAttribute('id');
  if (id) bits |= tokens.get(`#${id}`) ?? 0;
  const style = element.getAttribute('style');
  if (style) bits |= inlineBits(element, style);
  if (element.hasAttribute('hidden') || element.hasAttribute('popover')) bits |= HIDE;
  for (let index = 0; index < attributes.length; index++) {
    const [name, extra] = attributes[index] ?? NO_ATTRIBUTE;
    if ((bits & extra) !== extra && element.hasAttribute(name)) bits |= extra;
  }
  return bits;
}

/** What the rules of its own shadow tree may do to a host. */
function hostBits(element: Element, tag: string): number {
  if (hosts === 0 && !tag.includes('-')) return 0;
  if (tag.includes('-')) {
    const shadow = shadowOf(element);
    if (!shadow) return 0;
    indexRoot(shadow);
    return hosts;
  }
  return shadowOf(element) ? hosts : 0;
}

/** Whether children of that tag and class may be hidden each for itself. */
export function mayHideSome(tag: string, classes: string): boolean {
  if (unreadable > 0) return true;
  if (attributes.some(([, bits]) => bits & HIDE)) return true;
  return ((everyone | (tokens.get(tag) ?? 0) | classBits(classes)) & HIDE) !== 0;
}
