import { shownName } from '#page/perception/describe.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { roleOf } from '#page/perception/role.ts';
import type { GuardVerdict } from '#page/wire.ts';
import { keepClipboard } from './clipboard.ts';

const POINTER_EVENTS = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'dragstart',
  'drop',
] as const;
const KEY_EVENTS = ['keydown', 'keypress', 'beforeinput'] as const;
const RELEASING_EVENTS = ['pointerup', 'keyup'] as const;

type GuardedInput = 'pointer' | 'keys' | 'nothing';

/** What else a drag may hit once it has begun. */
interface DropRules {
  accepts(event: Event): boolean;
  starts(event: Event): boolean;
}

interface ArmedInput {
  readonly token: number;
  readonly input: GuardedInput;
  readonly target: Element | null;
  /** What the input may hit: the target, its label, what is drawn for it. */
  readonly accepted: readonly Element[];
  drop?: DropRules;
  /** Asked at the first event of the input: whether the target still is what it was when it was looked at. */
  means?: () => boolean;
  /** Asked at each event of the input: one that comes when it no longer holds is stopped. */
  holds?: () => boolean;
  state: 'armed' | 'ok' | 'refused' | 'late';
  clicked: boolean;
  hit: string;
  /** Buttons and keys that have come up since the arming. */
  released: number;
}

let isHeld = false;
let armed: ArmedInput | null = null;

/** While held, a document that expects no input lets no trusted pointer or key event through. */
export function setHeld(held: boolean): void {
  isHeld = held;
  listen();
}

/** Expects one input. `target` is `null` for keys that go to nothing in particular. */
export function armGuard(
  token: number,
  input: GuardedInput,
  target: Element | null,
  accepted: readonly Element[],
): void {
  listen();
  armed = { token, input, target, accepted, state: 'armed', clicked: false, hit: '', released: 0 };
}

/**
 * What is expected is a drag: pressed on the target, put down where the rules say. In a document that nothing
 * is taken up in, only the putting down is expected.
 */
export function armDrop(token: number, rules: DropRules): void {
  if (armed?.token !== token) armGuard(token, 'pointer', null, []);
  if (armed === null) return;
  armed.drop = rules;
  if (armed.input === 'nothing') armed = { ...armed, input: 'pointer', state: 'ok' };
}

/** The input that is expected is let through only as long as this holds, and so is a form that it sends. */
export function armCondition(token: number, holds: () => boolean): void {
  if (armed?.token === token) armed.holds = holds;
}

/** The input is let through only if this holds when it comes: the page has run since the target was looked at. */
export function armMeaning(token: number, means: () => boolean): void {
  if (armed?.token === token) armed.means = means;
}

export function readVerdict(token: number): GuardVerdict {
  if (armed === null || armed.token !== token) return { state: 'unseen', clicked: false, attached: false };
  const { state, clicked, hit, target } = armed;
  return {
    state: state === 'armed' ? 'unseen' : state,
    clicked,
    attached: target?.isConnected ?? true,
    ...(hit === '' ? {} : { hit }),
  };
}

/** Whether so many buttons or keys of this input have come up; what a release leads to runs in its own task. */
export function hasReleased(token: number, count: number): boolean {
  return armed?.token === token && armed.released >= count;
}

export function disarmGuard(token: number): void {
  if (armed?.token === token) armed = null;
}

let inserting: { readonly mayInsert: () => boolean } | null = null;

/**
 * Inserts text where the focus is, in this very task.
 *
 * @param mayInsert - asked at the last moment; after it no code of the page runs before the text is there.
 */
export function insertGuarded(text: string, mayInsert: () => boolean): void {
  listen();
  let wasAsked = false;
  inserting = {
    mayInsert: () => {
      // One insertion is one event: another one is not ours.
      if (wasAsked) return false;
      wasAsked = true;
      return mayInsert();
    },
  };
  try {
    document.execCommand('insertText', false, text);
  } finally {
    inserting = null;
  }
}

/** Listens before the page does; said again at each arming, since `document.open()` drops listeners. */
function listen(): void {
  // Counted before it is judged: what is stopped has come as well.
  for (const type of RELEASING_EVENTS) window.addEventListener(type, onRelease, true);
  for (const type of POINTER_EVENTS) window.addEventListener(type, onPointer, true);
  for (const type of KEY_EVENTS) window.addEventListener(type, onKey, true);
  window.addEventListener('input', onInserted, true);
  window.addEventListener('submit', onSubmit, true);
  keepClipboard();
}

function onRelease(event: Event): void {
  if (event.isTrusted && armed !== null) armed.released += 1;
}

/** The page's handlers may send a form elsewhere, so it is looked at after each of them. */
function onSubmit(event: Event): void {
  if (armed?.holds === undefined) return;
  if (stopsSubmit(event)) return;
  for (const place of event.composedPath()) place.addEventListener('submit', stopsSubmit, { once: true });
}

function stopsSubmit(event: Event): boolean {
  if (armed?.holds === undefined || armed.holds()) return false;
  armed.hit = CHANGED;
  armed.state = 'late';
  stop(event);
  return true;
}

const CHANGED = 'a form that leads elsewhere';

function onPointer(event: Event): void {
  if (!event.isTrusted) return;
  // A key on a button or in a form clicks: that click is the key's own doing.
  const isFromKey = event.type === 'click' && (event as MouseEvent).detail === 0;
  if (armed?.input === 'keys' && isFromKey && armed.state === 'ok') return;
  judge(event, 'pointer', event.type === 'pointerdown' || event.type === 'mousedown');
  if (event.type === 'click' || event.type === 'auxclick' || event.type === 'contextmenu') {
    if (armed?.state === 'ok') armed.clicked = true;
  }
}

function onKey(event: Event): void {
  if (!event.isTrusted) return;
  if (inserting !== null && event.type === 'beforeinput') {
    // The page has no say between the check and the insertion, and neither have its handlers.
    if (inserting.mayInsert()) event.stopImmediatePropagation();
    else stop(event);
    return;
  }
  judge(event, 'keys', true);
  if (event.type !== 'beforeinput' || event.defaultPrevented || armed?.state !== 'ok') return;
  // The browser puts the text where the focus is when the page's handlers have run, so we look after each.
  for (const place of event.composedPath()) place.addEventListener('beforeinput', holdPlace, { once: true });
}

function holdPlace(event: Event): void {
  if (armed?.input !== 'keys' || armed.state !== 'ok' || armed.target === null) return;
  const root = armed.target.getRootNode();
  const holder = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  if (holder !== null && isDrawnAround(armed.target, holder)) return;
  armed.hit = holder === null ? 'nothing' : nameElement(holder);
  armed.state = 'late';
  stop(event);
}

/** Whether keys for `holder` are keys for `target`: the same, or one is the editing host of the other. */
function isDrawnAround(target: Element, holder: Element): boolean {
  return holder === target || holder.contains(target) || target.contains(holder);
}

/** Text that came into another field all the same is told. */
function onInserted(event: Event): void {
  if (!event.isTrusted || armed?.input !== 'keys' || armed.state !== 'ok' || isAccepted(event, armed)) return;
  armed.hit = nameHit(event);
  armed.state = 'late';
}

function judge(event: Event, input: GuardedInput, isFirst: boolean): void {
  if (armed === null) {
    if (isHeld) stop(event);
    return;
  }
  if (armed.state === 'refused' || armed.state === 'late') {
    stop(event);
    return;
  }
  if (armed.holds !== undefined && !armed.holds()) {
    armed.hit = CHANGED;
    armed.state = armed.state === 'ok' ? 'late' : 'refused';
    stop(event);
    return;
  }
  const isExpected =
    armed.input === input && (armed.drop ? isOfDrag(event, armed) : isAccepted(event, armed));
  if (armed.state === 'armed' && isFirst && isExpected && armed.means?.() !== false) {
    armed.state = 'ok';
    return;
  }
  if (isExpected && armed.state === 'ok') return;
  if (armed.state === 'ok' && (armed.clicked || isOnOwnPopup(event, armed)) && RELEASES.test(event.type)) {
    armed.clicked = true;
    stop(event);
    return;
  }
  armed.hit = nameHit(event);
  armed.state = armed.state === 'ok' ? 'late' : 'refused';
  stop(event);
}

/** A press that opens a list may have it come under the pointer: the release is kept from it, and no more. */
function isOnOwnPopup(event: Event, { target }: ArmedInput): boolean {
  const hit = event.composedPath()[0];
  if (target === null || !(hit instanceof Element) || !RELEASES.test(event.type)) return false;
  if (!target.hasAttribute('aria-haspopup') && roleOf(target) !== 'combobox') return false;
  for (let at: Element | null = hit; at !== null; at = flatParent(at))
    if (POPUPS.test(at.getAttribute('role') ?? '')) return true;
  return false;
}

const RELEASES = /^(pointerup|mouseup|click)$/;
const POPUPS = /^(listbox|menu|tree|grid|dialog|presentation)$/;

function stop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

function isAccepted(event: Event, expected: ArmedInput): boolean {
  const path = event.composedPath();
  if (expected.target === null) return true;
  for (const element of expected.accepted) if (path.includes(element)) return true;
  return isInClosedRoot(event, expected);
}

function isOfDrag(event: Event, expected: ArmedInput): boolean {
  if (expected.state === 'armed') return isAccepted(event, expected);
  if (event.type === 'dragstart') return expected.drop?.starts(event) === true;
  if (event.type === 'mousedown') return expected.target !== null && isAccepted(event, expected);
  return expected.drop?.accepts(event) === true;
}

/** The path of an event ends at the host of a closed root, so what lies inside is found by its place. */
function isInClosedRoot(event: Event, expected: ArmedInput): boolean {
  const { target } = expected;
  const root = target?.getRootNode();
  if (target === null || !(root instanceof ShadowRoot)) return false;
  const path = event.composedPath();
  let host: Element = root.host;
  for (let outer = host.getRootNode(); outer instanceof ShadowRoot; outer = host.getRootNode()) {
    if (path.includes(host)) break;
    host = outer.host;
  }
  if (path[0] !== host) return false;
  if (!(event instanceof MouseEvent))
    return root.activeElement !== null && isInside(root.activeElement, expected);
  const hit = root.elementFromPoint(event.clientX, event.clientY);
  return hit !== null && isInside(hit, expected);
}

function isInside(inner: Element, expected: ArmedInput): boolean {
  for (let at: Element | null = inner; at !== null; at = flatParent(at)) {
    if (expected.accepted.includes(at)) return true;
  }
  return false;
}

function nameHit(event: Event): string {
  const hit = event.composedPath()[0];
  return hit instanceof Element ? nameElement(hit) : 'the page';
}

/** An element in a few words: its role and name, else its tag. */
export function nameElement(element: Element): string {
  const role = roleOf(element);
  const name = shownName(element, role).slice(0, 60);
  const word = role === '' || role === 'generic' || role === 'none' ? element.localName : role;
  return name === '' ? word : `${word} ${JSON.stringify(name)}`;
}

listen();
