import { DOWNLOAD_KIND } from '#page/wire.ts';
import { begin, drop, enter, enterFamily, hasJustRun, isFamilyArmed, resume, type Work } from './family.ts';
import {
  apply,
  type Callable,
  listen,
  listenAll,
  prototypeOf,
  uncurry,
  wrapConstructor,
  wrapMethod,
  wrapSetter,
} from './natives.ts';

/** Events of the browser that are the input, or that it fires in a later task because of one. */
const INPUT_EVENTS = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'pointerover',
  'mouseover',
  'wheel',
  'touchstart',
  'touchend',
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'compositionend',
  'focusin',
  'focusout',
  'focus',
  'blur',
  'select',
  'submit',
  'reset',
  'invalid',
  'paste',
  'cut',
  'copy',
  'dragstart',
  'dragover',
  'drop',
  'dragend',
  'beforetoggle',
  'toggle',
  'close',
  'cancel',
  'popstate',
  'hashchange',
  'fullscreenchange',
];

const ANIMATION_EVENTS = ['transitionend', 'animationend', 'transitioncancel', 'animationcancel'];

const SCROLL_MS = 50;
const SMOOTH_SCROLL_MS = 450;
const TOGGLE_MS = 60;
const HISTORY_MS = 300;

let hasObservers = false;
let isStepping = false;
let isAnimating = false;
let scrolls: { work: Work; isSmooth: boolean; next: typeof scrolls } | null = null;
let traversal: Work | null = null;

/** Whether the page watches sizes or intersections, so that a changed document may call it at the next frame. */
export function watchesLayout(): boolean {
  return hasObservers;
}

/** While on, what observers of layout are told belongs to the family. */
export function stepLayout(on: boolean): void {
  isStepping = on;
}

/** While on, the end of a transition or animation belongs to the family. */
export function followAnimations(on: boolean): void {
  isAnimating = on;
}

function onInput(event: Event): void {
  if (event.isTrusted && isFamilyArmed()) enterFamily();
}

function onAnimationEnd(event: Event): void {
  if (event.isTrusted && isAnimating) enterFamily();
}

function onTraversed(event: Event): void {
  if (!event.isTrusted || traversal === null) return;
  resume(traversal);
  traversal = null;
}

function onScroll(event: Event): void {
  if (isStepping && event.isTrusted) enterFamily();
  const isEnd = event.type === 'scrollend';
  let kept: typeof scrolls = null;
  for (let entry = scrolls; entry !== null; entry = entry.next) {
    if (entry.isSmooth && !isEnd) {
      if (entry.work.isOpen) enter(entry.work);
      kept = { work: entry.work, isSmooth: true, next: kept };
    } else if (entry.work.isOpen) resume(entry.work);
  }
  scrolls = kept;
}

/** Listens on the window before any script of the page; again after `document.open()`, which drops listeners. */
export function listenOnWindow(): void {
  for (let at = 0; at < INPUT_EVENTS.length; at += 1)
    listen(window, INPUT_EVENTS[at] as string, onInput, true);
  for (let at = 0; at < ANIMATION_EVENTS.length; at += 1) {
    listen(window, ANIMATION_EVENTS[at] as string, onAnimationEnd, true);
  }
  listen(window, 'popstate', onTraversed, true);
  listen(window, 'scroll', onScroll, true);
  listen(window, 'scrollend', onScroll, true);
}

/** Follows what makes the browser fire an event in a later task. */
export function wrapEvents(): void {
  listenOnWindow();
  for (const owner of [globalThis, prototypeOf('Element')]) {
    for (const name of ['scroll', 'scrollTo', 'scrollBy', 'scrollIntoView']) {
      wrapMethod(owner, name, (native, self, parameters) => {
        expectScroll(parameters[0]);
        return apply(native, self, parameters);
      });
    }
  }
  for (const name of ['scrollTop', 'scrollLeft']) {
    wrapSetter(prototypeOf('Element'), name, (native, self, parameters) => {
      expectScroll(undefined);
      return apply(native, self, parameters);
    });
  }
  for (const name of ['back', 'forward', 'go']) {
    wrapMethod(prototypeOf('History'), name, (native, self, parameters) => {
      traversal = begin('history', { capMs: HISTORY_MS }) ?? traversal;
      return apply(native, self, parameters);
    });
  }
  for (const [owner, names] of [
    ['HTMLDialogElement', ['close', 'requestClose']],
    ['HTMLElement', ['showPopover', 'hidePopover', 'togglePopover']],
  ] as const) {
    for (const name of names) wrapMethod(prototypeOf(owner), name, expectToggle);
  }
  wrapSetter(prototypeOf('HTMLDetailsElement'), 'open', expectToggle);
  for (const name of ['ResizeObserver', 'IntersectionObserver']) wrapObserver(name);
  const hasAttribute = uncurry(Element.prototype.hasAttribute);
  const NativeAnchor = HTMLAnchorElement;
  wrapMethod(prototypeOf('HTMLElement'), 'click', (native, self, parameters) => {
    // Pages save what they made by pressing a link that is in no document; only its kind is to be known.
    if (self instanceof NativeAnchor && hasAttribute(self, 'download'))
      drop(begin(DOWNLOAD_KIND) ?? undefined);
    return apply(native, self, parameters);
  });
}

function expectScroll(options: unknown): void {
  const isSmooth =
    typeof options === 'object' && options !== null && (options as ScrollOptions).behavior === 'smooth';
  const work = begin('scroll', { capMs: isSmooth ? SMOOTH_SCROLL_MS : SCROLL_MS });
  if (work !== null) scrolls = { work, isSmooth, next: scrolls };
}

function expectToggle(native: Callable, self: unknown, parameters: unknown[]): unknown {
  const work = begin('toggle', { capMs: TOGGLE_MS });
  if (work !== null) {
    listenAll(self as EventTarget, ['toggle', 'close', 'cancel'], () => {
      if (work.isOpen) resume(work);
    });
  }
  return apply(native, self, parameters);
}

function wrapObserver(name: string): void {
  wrapConstructor(name, (build, parameters) => {
    const callback = parameters[0];
    if (typeof callback !== 'function') return build(parameters);
    parameters[0] = function (this: unknown, ...given: unknown[]) {
      if (isStepping || hasJustRun()) enterFamily();
      return apply(callback as Callable, this, given);
    };
    return build(parameters);
  });
  wrapMethod(prototypeOf(name), 'observe', (native, self, parameters) => {
    hasObservers = true;
    return apply(native, self, parameters);
  });
}
