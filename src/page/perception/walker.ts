import type { WalkRequest } from '#page/wire.ts';
import { isNameApart } from './apart-name.ts';
import { isClickable, shownRole } from './clickable.ts';
import { isBare, NAME_LIMIT, shownName } from './describe.ts';
import { observeRoot } from './dom-version.ts';
import { drawnFor, isNativeControl, isUndrawn, partAround, widgetAround } from './drawn-for.ts';
import { numberOf } from './element-table.ts';
import { type Entry, newEntry } from './entry.ts';
import { flatChildren, shadowOf } from './flat-tree.ts';
import { hasReadableText, hidingOf, isUndrawnTag } from './hidden.ts';
import { isInline, isLaidOutApart } from './inline.ts';
import { itemOf } from './item-key.ts';
import { controlOf } from './labels.ts';
import { hasPointerListener } from './listeners.ts';
import { nameOf } from './name.ts';
import { roleOf } from './role.ts';
import { ATOMS, CONTAINERS, REGIONS, WIDGETS } from './role-sets.ts';
import { findRun, HEADS, type Run, SHORTEST_RUN, wholeRun } from './runs.ts';
import { isSameAsGround } from './same-colour.ts';
import { secretMarkOf, withoutSecrets } from './secret-marks.ts';
import { awaitRoot, signRoot } from './signature.ts';
import { focusedElement, statesOf } from './states.ts';
import { HIDE, indexRoot, mask, mayStyleHosts, tagMask } from './style-index.ts';
import { dropEchoes, joinFlow, settleStandIn, tidy, tidyRow } from './tidy.ts';
import { shownValue } from './value.ts';
import { virtualOf } from './virtual.ts';
import { shorten, visibleLine } from './visible-text.ts';

/** Inside something whose name says its text already: only controls are printed. */
const CONTROLS_ONLY = 1;
/** Inside something transparent, clipped or off the page: only controls, marked. */
const SHEER = 2;
/** Inside `visibility: hidden`: only what shows itself again. */
const INVISIBLE = 4;
/** Inside a widget, where a click anywhere is the widget's. */
const IN_WIDGET = 8;

/** Inside something whose text has no size: only parts that have one again. */
const TINY = 16;
/** Marked controls are printed as what they are, with the mark as their value. */
const HOLDS_ITSELF = new Set(['input', 'textarea', 'select', 'body', 'main', 'html', 'form']);

/** Where free text is not printed. */
const SILENT = CONTROLS_ONLY | SHEER | INVISIBLE | TINY;

/** Elements in elements from which on the rest is left out: more than any page needs, less than the stack holds. */
const DEEPEST = 600;

const CELLS = new Set(['cell', 'gridcell', 'rowheader', 'columnheader']);
/** Tags that say nothing more without an attribute than where lines end; of cells, that they are cells. */
const PLAIN: ReadonlyMap<string, 'inline' | 'block' | 'cell'> = new Map([
  ...'b bdi bdo big cite em i kbd mark samp small span strong u var'
    .split(' ')
    .map((tag) => [tag, 'inline'] as const),
  ...'center dd div dt p pre tbody tfoot thead'.split(' ').map((tag) => [tag, 'block'] as const),
  ['td', 'cell'],
]);
const HAS_VALUE = new Set([...WIDGETS, 'meter', 'progressbar', 'scrollbar']);
const MAY_CONTROL =
  'a,button,input,select,textarea,summary,details,iframe,[role],[tabindex],[onclick],[contenteditable],label,slot';

/** Walks the drawn tree and collects what a person could read or use, in order. */
export class Walker {
  readonly runs: Run[] = [];
  readonly #request: WalkRequest;
  readonly #isLimited: boolean;
  /** Nothing is asked for that every element would have to be looked at for. */
  readonly #isPlainWalk: boolean;
  readonly #focused = focusedElement();
  readonly #elsewhere = new Set<Element>();
  readonly #standIns = new Map<Element, Entry>();
  #sink: Entry[] = [];
  #text = '';
  #colourless = 0;
  #outerName = '';
  #level = 0;
  #nesting = 0;

  constructor(request: WalkRequest) {
    this.#request = request;
    this.#isPlainWalk = !request.viewport && request.refs !== 'all';
    this.#isLimited = request.runLimit !== undefined || request.budgetCharacters !== undefined;
  }

  /** Entries of an element that is printed out of its place; it is left out where it stands. */
  takeFirst(element: Element): Entry[] {
    const entries = this.#collect('itself', element, 0, 0);
    this.#elsewhere.add(element);
    return entries;
  }

  walk(element: Element): Entry[] {
    return this.#collect('itself', element, 0, 0);
  }

  /** Visits an element or what is in it with a list of its own at that level, and returns what was collected. */
  #collect(work: 'itself' | 'children', element: Element, context: number, level: number): Entry[] {
    const sink = this.#sink;
    const text = this.#text;
    const outer = this.#level;
    this.#sink = [];
    this.#text = '';
    this.#level = level;
    if (work === 'itself') this.#visit(element, context);
    else this.#visitChildren(element, context);
    this.#flush();
    const collected = dropEchoes(this.#sink);
    this.#sink = sink;
    this.#text = text;
    this.#level = outer;
    return collected;
  }

  /** Entries of one item of a run; an item without a role becomes one of its own, so that it stays one line. */
  walkItem(item: Element, context: number, level: number): Entry[] {
    const entries = this.#collect('itself', item, context, level);
    if (entries.length < 2 || !isBare(shownRole(item)) || context & CONTROLS_ONLY) return entries;
    const entry = newEntry('node', '', '');
    entry.children = entries;
    return [entry];
  }

  #flush(): void {
    if (!this.#text) return;
    const text = withoutSecrets(visibleLine(this.#text));
    this.#text = '';
    if (text) this.#sink.push(newEntry('text', this.#colourless > 0 ? 'unseen' : '', text));
  }

  #visitChildren(parent: Element, context: number): void {
    if (this.#nesting === DEEPEST) {
      this.#flush();
      const cut = newEntry('cut', '', '');
      cut.omitted = Math.max(1, parent.childElementCount);
      this.#sink.push(cut);
      return;
    }
    this.#nesting++;
    this.#visitEach(parent, context);
    this.#nesting--;
  }

  #visitEach(parent: Element, context: number): void {
    if (parent.localName === 'details' && !parent.hasAttribute('open')) {
      const summary = parent.querySelector(':scope > summary');
      if (summary) this.#visit(summary, context);
      return;
    }
    const shadow = shadowOf(parent);
    if (shadow) {
      observeRoot(shadow);
      indexRoot(shadow);
      signRoot(shadow);
    } else if (parent.localName.includes('-')) awaitRoot(parent);
    const isSilent = (context & SILENT) !== 0;
    if (!shadow && parent.firstElementChild === null && parent.localName !== 'slot') {
      if (!isSilent && parent.firstChild && this.#isInView(parent)) this.#text += parent.textContent;
      return;
    }
    const count = shadow ? 0 : parent.childElementCount;
    if (!shadow) {
      const run = wholeRun(parent, count);
      if (run) {
        this.#beginRun(run, context);
        return;
      }
    }
    if (!shadow && count < SHORTEST_RUN && parent.localName !== 'slot') {
      const reads = !isSilent && this.#isInView(parent);
      for (let child = parent.firstChild; child; child = child.nextSibling) {
        if (child.nodeType === 1) this.#visit(child as Element, context);
        else if (reads && child.nodeType === 3) this.#text += (child as Text).data;
      }
      return;
    }
    const children = flatChildren(parent);
    let runUntil = -1;
    for (let index = 0; index < children.length; index++) {
      const child = children[index];
      if (child instanceof Text) {
        if (!isSilent && this.#isInView(parent)) this.#text += child.data;
        continue;
      }
      if (!(child instanceof Element)) continue;
      if (index > runUntil) {
        const run = findRun(children, index);
        runUntil = run.end;
        if (run.elements) {
          this.#beginRun({ elements: run.elements, next: null, total: run.elements.length }, context);
          index = run.end;
          continue;
        }
      }
      this.#visit(child, context);
    }
  }

  #isInView(element: Element): boolean {
    if (!this.#request.viewport) return true;
    const box = element.getBoundingClientRect();
    return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  }

  #beginRun(found: Pick<Run, 'elements' | 'next' | 'total'>, context: number): void {
    const first = found.elements?.[0] ?? found.next;
    if (!first) return;
    this.#flush();
    if (!this.#isLimited) {
      this.#walkWholeRun(found, context);
      return;
    }
    const cut = newEntry('cut', '', '');
    const run: Run = {
      elements: found.elements,
      next: found.next,
      total: found.total,
      walked: 0,
      sink: this.#sink,
      cut,
      context,
      level: this.#level,
      isFields: false,
      isProse: /^(?:p|dt|dd|h[1-6]|pre|blockquote)$/.test(first.localName),
      isFull: false,
    };
    this.runs.push(run);
    this.#sink.push(cut);
    for (let head = 0; head < HEADS; head++) this.extend(run);
  }

  #walkWholeRun(found: Pick<Run, 'elements' | 'next'>, context: number): void {
    const sink = this.#sink;
    let item = found.next;
    if (found.elements)
      for (const each of found.elements) sink.push(...this.walkItem(each, context, this.#level));
    for (; item; item = item.nextElementSibling) sink.push(...this.walkItem(item, context, this.#level));
  }

  /** Walks the next item of a run and puts it before the run's cut. Returns its entries. */
  extend(run: Run): Entry[] {
    const item = run.elements ? run.elements[run.walked] : run.next;
    if (!item) return [];
    if (!run.elements) run.next = item.nextElementSibling;
    run.walked++;
    const entries = this.walkItem(item, run.context, run.level);
    if (!run.isFields && entries.some(hasField)) {
      run.isFields = isBare(shownRole(item));
    }
    run.sink.splice(run.sink.indexOf(run.cut), 0, ...entries);
    run.cut.omitted = run.total - run.walked;
    return entries;
  }

  #visit(element: Element, outerContext: number): void {
    const tag = element.localName;
    const mark = secretMarkOf(element);
    if (mark !== undefined && !HOLDS_ITSELF.has(tag)) {
      this.#visitMarked(element, mark);
      return;
    }
    if (this.#isPlain(element, tag, outerContext)) {
      this.#visitPlain(element, tag);
      return;
    }
    if (isUndrawnTag(tag) || this.#elsewhere.has(element)) return;
    if (tag === 'br') {
      this.#text += ' ';
      return;
    }
    const hasAttributes = element.hasAttributes();
    if (hasAttributes && element.getAttribute('aria-hidden') === 'true') return;
    let context = outerContext;
    const bits = mask(element);
    const isNative = isNativeControl(element);
    if (isNative && (context & SHEER || (bits & HIDE && isUndrawn(element)))) {
      this.#visitUndrawn(element);
      return;
    }
    if (context & TINY && hasReadableText(element)) context &= ~TINY;
    if (bits & HIDE) {
      const hiding = hidingOf(element);
      if (hiding === 'gone') return;
      if (hiding === 'tiny') context |= TINY;
      if (hiding === 'sheer') context |= SHEER;
      if (hiding === 'invisible') context |= INVISIBLE;
      else if (context & INVISIBLE && getComputedStyle(element).visibility === 'visible')
        context &= ~INVISIBLE;
    }
    const role = shownRole(element);
    const isUnseen = isSameAsGround(element, bits);
    if (isUnseen) {
      this.#flush();
      this.#colourless++;
    }
    this.#visitAs(element, role, context, bits);
    if (isUnseen) {
      this.#flush();
      this.#colourless--;
    }
  }

  /** An element that repeats a secret: its name and nothing of what is in it. */
  #visitMarked(element: Element, mark: string): void {
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    this.#flush();
    const entry = newEntry('text', '', mark);
    this.#sink.push(entry);
  }

  #visitAs(element: Element, role: string, context: number, bits: number): void {
    const tag = element.localName;
    const isShown = !(context & INVISIBLE);
    if (tag === 'iframe' || tag === 'frame') {
      if (isShown && !(context & SHEER)) this.#emitFrame(element as HTMLElement);
      return;
    }
    if (!WIDGETS.has(role) && isShown && !(context & IN_WIDGET) && isClickable(element, bits)) {
      this.#visitClickable(element, role, context);
      return;
    }
    if (tag === 'label' && !(context & CONTROLS_ONLY) && namesItsControl(element)) {
      this.#visitTransparent(element, true, context | CONTROLS_ONLY);
      return;
    }
    if (tag === 'canvas' || tag === 'video' || tag === 'audio') {
      if (isShown && !(context & (CONTROLS_ONLY | SHEER)) && !isBareMedia(element))
        this.#emit(element, tag, context, true);
      return;
    }
    if (ATOMS.has(role)) {
      if (isShown) this.#visitAtom(element, role, context);
      else this.#visitChildren(element, context);
      return;
    }
    const onlyControls = context & (CONTROLS_ONLY | SHEER | INVISIBLE);
    if (role === 'listbox' && isShown && !(context & SHEER)) {
      this.#visitContainer(element, role, context);
      return;
    }
    if (!onlyControls && (REGIONS.has(role) || CONTAINERS.has(role) || CELLS.has(role))) {
      this.#visitContainer(element, role, context);
      return;
    }
    if (tag === 'svg') return;
    if (tag === 'dl') {
      this.#visitPairs(element, context);
      return;
    }
    this.#visitTransparent(element, !isInline(element, bits), context);
  }

  /** Whether nothing can make this element more than its tag says: no attribute, style rule or listener. */
  #isPlain(element: Element, tag: string, context: number): boolean {
    return (
      context === 0 &&
      PLAIN.has(tag) &&
      !element.hasAttributes() &&
      this.#isPlainWalk &&
      this.#colourless === 0 &&
      tagMask(tag) === 0 &&
      !(mayStyleHosts() && shadowOf(element)) &&
      !hasPointerListener(element) &&
      element !== this.#focused &&
      (this.#elsewhere.size === 0 || !this.#elsewhere.has(element))
    );
  }

  #visitPlain(element: Element, tag: string): void {
    const role = tag === 'td' ? roleOf(element) : '';
    if (role === '') {
      this.#visitTransparent(element, PLAIN.get(tag) !== 'inline' || isLaidOutApart(element), 0);
      return;
    }
    this.#flush();
    const entry = newEntry('node', role, '');
    this.#sink.push(entry);
    if (element.firstElementChild) {
      const own = this.#sink;
      entry.children = this.#collect('children', element, 0, this.#level + 1);
      tidyRow(entry, own);
    } else entry.name = withoutSecrets(visibleLine(element.textContent ?? ''));
  }

  /** Says of a list that holds only the items in view that there are more. */
  #noteVirtual(element: Element, context: number): void {
    if (context & (CONTROLS_ONLY | SHEER | INVISIBLE)) return;
    const virtual = virtualOf(element);
    if (!virtual) return;
    const entry = newEntry('virtual', '', String(virtual.present));
    entry.omitted = virtual.total;
    entry.element = numberOf(element);
    this.#sink.push(entry);
  }

  /** Prints what is in an element that itself says nothing. */
  #visitTransparent(element: Element, isBlock: boolean, context: number): void {
    if (isBlock) this.#flush();
    const start = this.#sink.length;
    this.#visitChildren(element, context);
    if (isBlock) {
      this.#flush();
      this.#noteVirtual(element, context);
      if (this.#sink.length - start > 1 && !(context & CONTROLS_ONLY)) {
        const joined = joinFlow(dropEchoes(this.#sink.slice(start)));
        this.#sink.splice(start, this.#sink.length, ...joined);
      }
    }
    const control = this.#standIns.size > 0 ? this.#standIns.get(element) : undefined;
    if (control) {
      this.#flush();
      this.#sink.splice(
        start,
        this.#sink.length,
        ...settleStandIn(this.#sink.slice(start), control, element),
      );
    }
  }

  /** Each term of a description list with what is said of it is one item. */
  #visitPairs(list: Element, context: number): void {
    this.#flush();
    let pair: Entry | undefined;
    let isSaid = false;
    for (const child of list.children) {
      const part = this.#collect('itself', child, context, this.#level + 1);
      if (child.localName === 'dt' && (!pair || isSaid)) {
        pair = newEntry('node', '', '');
        pair.children = [];
        isSaid = false;
        this.#sink.push(pair);
      } else if (child.localName === 'dd') isSaid = true;
      if (pair && /^d[dt]$/.test(child.localName)) pair.children.push(...part);
      else this.#sink.push(...part);
    }
  }

  #visitUndrawn(control: Element): void {
    const drawn = drawnFor(control);
    if (!drawn) return;
    const entry = this.#emit(control, shownRole(control), 0, true);
    if (entry) this.#standIns.set(widgetAround(partAround(control) ?? drawn), entry);
  }

  #visitClickable(element: Element, role: string, context: number): void {
    if (!isBare(role)) {
      if (ATOMS.has(role)) this.#visitAtom(element, role, context, true);
      else if (context & (CONTROLS_ONLY | SHEER)) this.#visitChildren(element, context);
      else this.#visitContainer(element, role, context, true);
      return;
    }
    const name = shownName(element, 'clickable', true);
    if (context & CONTROLS_ONLY && (name === this.#outerName || name === '')) {
      this.#visitChildren(element, context);
      return;
    }
    const entry = this.#emit(element, 'clickable', context, true);
    if (!entry) return;
    const outerName = this.#outerName;
    if (name) this.#outerName = name;
    const below = name ? context | CONTROLS_ONLY : context;
    if (element.firstElementChild || shadowOf(element))
      entry.children = this.#collect('children', element, below, this.#level + 1);
    this.#outerName = outerName;
  }

  #visitAtom(element: Element, role: string, context: number, isExtra = false): void {
    const isWidget = WIDGETS.has(role);
    if (!isWidget && !isExtra && context & (CONTROLS_ONLY | SHEER)) {
      if (element.firstElementChild) this.#visitChildren(element, context);
      return;
    }
    const entry = this.#emit(element, role, context, isWidget || isExtra);
    if (!entry) return;
    if (role === 'combobox' && element.localName === 'input')
      this.#standIns.set(widgetAround(element), entry);
    if (isExtra) entry.states = [...entry.states, 'clickable'];
    if (!element.firstElementChild && !shadowOf(element)) return;
    if (element instanceof HTMLSelectElement || !mayHoldControls(element)) return;
    const below = context | CONTROLS_ONLY | (isWidget ? IN_WIDGET : 0);
    const outerName = this.#outerName;
    this.#outerName = entry.name;
    entry.children = this.#collect('children', element, below, this.#level + 1);
    this.#outerName = outerName;
    const file = entry.children.find((child) => child.role === 'file');
    if (file && role === 'button') {
      file.name ||= entry.name;
      this.#sink.splice(this.#sink.indexOf(entry), 1, file);
    }
  }

  #visitContainer(element: Element, role: string, context: number, isExtra = false): void {
    if (role === 'treeitem') {
      this.#visitAtom(element, role, context);
      return;
    }
    const entry = this.#emit(element, role, context, isExtra || REGIONS.has(role));
    if (!entry) return;
    if (isExtra) entry.states = [...entry.states, 'clickable'];
    const own = this.#sink;
    entry.children = this.#collect('children', element, context, this.#level + 1);
    if (CELLS.has(role) || role === 'row') tidyRow(entry, own);
    else tidy(entry, own);
    if (!CELLS.has(role)) this.#noteVirtual(element, context);
    if (role === 'columnheader') {
      const sort = element.getAttribute('aria-sort');
      if (sort === 'ascending' || sort === 'descending') entry.states = [...entry.states, `sort=${sort}`];
    }
  }

  #emitFrame(frame: HTMLElement): void {
    // A frame has a border even where it has no size.
    if (frame.clientWidth <= 1 || frame.clientHeight <= 1 || !this.#isInView(frame)) return;
    this.#flush();
    const entry = newEntry(
      'frame',
      'iframe',
      shorten(nameOf(frame, 'iframe') || visibleLine(frame.getAttribute('name') ?? ''), NAME_LIMIT),
    );
    entry.element = numberOf(frame);
    this.#sink.push(entry);
  }

  /** Adds the entry of an element, or nothing when it has nothing to say. */
  #emit(element: Element, role: string, context: number, hasRef: boolean): Entry | null {
    if (!this.#isInView(element) && !REGIONS.has(role) && !CONTAINERS.has(role)) return null;
    const name = shownName(element, role, hasRef);
    if (role === 'img' && !name && !hasRef) return null;
    if (role === 'heading' && !name && !element.firstElementChild) return null;
    this.#flush();
    const entry = newEntry('node', role, name);
    const states = statesOf(element, role, this.#focused);
    if (this.#colourless > 0) states.unshift('unseen');
    if (context & SHEER) states.push('offscreen');
    if (name !== '' && isNameApart(element, nameOf(element, role))) states.push('name-not-drawn');
    if (states.length > 0) entry.states = states;
    if (HAS_VALUE.has(role) && !isValueless(element, role)) {
      const value = shownValue(element, role);
      if (value.text !== entry.name) entry.value = value.text;
      entry.isMasked = value.isMasked;
    }
    if (hasRef || this.#request.refs === 'all') {
      entry.element = numberOf(element);
      const item = itemOf(element);
      entry.rowKey = item.key;
      entry.inRun = item.inRun;
    }
    this.#sink.push(entry);
    return entry;
  }
}

/** Links and buttons as HTML has them hold no value. */
function isValueless(element: Element, role: string): boolean {
  if (role !== 'link' && role !== 'button') return false;
  const tag = element.localName;
  return tag === 'a' || tag === 'button';
}

function hasField(entry: Entry): boolean {
  return (
    /^(?:textbox|searchbox|combobox|spinbutton|slider)$/.test(entry.role) || entry.children.some(hasField)
  );
}

function mayHoldControls(element: Element): boolean {
  return shadowOf(element) !== null || element.querySelector(MAY_CONTROL) !== null;
}

function isBareMedia(element: Element): boolean {
  return element instanceof HTMLElement && (element.offsetWidth <= 1 || element.offsetHeight <= 1);
}

/** A label says nothing that its control's name does not say. */
function namesItsControl(label: Element): boolean {
  const control = controlOf(label);
  if (!control || control.closest('[aria-hidden=true]')) return false;
  if (!control.hasAttribute('aria-label') && !control.hasAttribute('aria-labelledby')) return true;
  const text = visibleLine(label.textContent ?? '');
  return text === '' || nameOf(control).includes(text) || label.contains(control);
}
