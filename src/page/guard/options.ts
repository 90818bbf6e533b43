import { shownName } from '#page/perception/describe.ts';
import { flatParent } from '#page/perception/flat-tree.ts';
import { beginPass } from '#page/perception/pass.ts';
import { roleOf } from '#page/perception/role.ts';
import { isDisabled } from '#page/perception/states.ts';
import { renderingStep } from '#page/settle/turns.ts';
import { everyElement, folded, isDrawn, labelOf } from './drawn-parts.ts';

const OPTION_ROLES = /^(option|menuitem|menuitemradio|menuitemcheckbox|treeitem|radio)$/;
const SCAN_LIMIT_MS = 4_000;
const TEXT_LIMIT = 400;

/** One thing to choose, as it is drawn. */
export interface Option {
  readonly element: Element;
  readonly label: string;
}

/** What the options of a list are, as far as it was looked through. */
export interface OptionScan {
  readonly found: Option | null;
  readonly labels: readonly string[];
}

/** Elements that are options by their role, and can be pressed. */
export function optionsIn(roots: readonly Element[]): readonly Option[] {
  const options: Option[] = [];
  for (const root of roots) {
    for (const element of [root, ...everyElement(root)]) {
      if (!OPTION_ROLES.test(roleOf(element))) continue;
      const isField = element instanceof HTMLInputElement;
      if (!isField && !isDrawn(element)) continue;
      options.push({ element, label: isField ? shownName(element, roleOf(element)) : labelOf(element) });
    }
  }
  return options.some(({ element }) => element.querySelector('[role=option],[role=treeitem]') === null)
    ? options.filter(({ label }) => label !== '')
    : options;
}

/** Texts drawn in a list whose items have no role: elements that hold a text of their own. */
function textsIn(roots: readonly Element[]): readonly Option[] {
  const texts: Option[] = [];
  for (const root of roots) {
    for (const element of [root, ...everyElement(root)]) {
      const own = ownText(element);
      if (own !== '' && isDrawn(element)) texts.push({ element, label: own });
      if (texts.length >= TEXT_LIMIT) return texts;
    }
  }
  return texts;
}

/** Text that an element holds itself, on one line. */
export function ownText(element: Element): string {
  let text = '';
  for (const node of element.childNodes) if (node instanceof Text) text += node.data;
  return text.replace(/\s+/g, ' ').trim();
}

/** The option that is meant: by its label, else its name or value, else by a text that is drawn in the list. */
function findIn(roots: readonly Element[], wanted: string): Option | null {
  const options = optionsIn(roots);
  const plain = folded(wanted);
  const byLabel =
    options.find(({ label }) => label === wanted) ?? options.find(({ label }) => folded(label) === plain);
  if (byLabel !== undefined) return byLabel;
  const byName = options.find(({ element }) => namesOf(element).some((name) => folded(name) === plain));
  if (byName !== undefined) return byName;
  const texts = textsIn(roots).filter(({ label }) => folded(label) === plain);
  return texts.find(({ element }) => !isHeading(element, roots)) ?? texts[0] ?? null;
}

function namesOf(element: Element): readonly string[] {
  const value = element instanceof HTMLInputElement ? element.value : element.getAttribute('data-value');
  return [shownName(element, roleOf(element)), element.getAttribute('title') ?? '', value ?? ''].filter(
    (name) => name !== '',
  );
}

function isHeading(element: Element, roots: readonly Element[]): boolean {
  for (let at: Element | null = element; at !== null && !roots.includes(at); at = flatParent(at))
    if (/^(heading|presentation|none|banner)$/.test(at.getAttribute('role') ?? '')) return true;
  return false;
}

/** The options by their role; where none has one, the texts that are drawn. */
export function itemsIn(roots: readonly Element[]): readonly Option[] {
  const options = optionsIn(roots);
  return options.length > 0 ? options : textsIn(roots);
}

function labelsIn(roots: readonly Element[]): readonly string[] {
  return itemsIn(roots)
    .filter(({ element }) => !isOff(element))
    .map(({ label }) => label);
}

/** Whether an option cannot be chosen. */
export function isOff(element: Element): boolean {
  for (let at: Element | null = element, step = 0; at !== null && step < 4; at = flatParent(at), step += 1) {
    if (isDisabled(at)) return true;
    if (/(^|[\s_-])(is-)?disabled(\s|$)/.test(at.getAttribute('class') ?? '')) return true;
    if (OPTION_ROLES.test(roleOf(at))) return false;
  }
  return false;
}

/** Whether an option says that it is chosen: by its state, or by the class that draws it so. */
export function isChosen(element: Element): boolean {
  for (let at: Element | null = element, step = 0; at !== null && step < 4; at = flatParent(at), step += 1) {
    const said = at.getAttribute('aria-selected') ?? at.getAttribute('aria-checked');
    if (said !== null) return said === 'true';
    const box =
      at instanceof HTMLInputElement ? at : at.querySelector('input[type=checkbox],input[type=radio]');
    if (box instanceof HTMLInputElement && /^(checkbox|radio)$/.test(box.type)) return box.checked;
    if (/(^|[\s_-])(is-)?(selected|checked)(\s|$)/.test(at.getAttribute('class') ?? '')) return true;
    if (OPTION_ROLES.test(roleOf(at))) return false;
  }
  return false;
}

function scrollersIn(roots: readonly Element[]): readonly Element[] {
  const scrollers: Element[] = [];
  for (const root of roots)
    for (const element of [root, ...everyElement(root)])
      if (
        element.clientHeight > 20 &&
        element.scrollHeight > element.clientHeight + 2 &&
        getComputedStyle(element).overflowY !== 'visible'
      )
        scrollers.push(element);
  return scrollers;
}

/** Looks for an option, and through lists that draw only what is in view: these are scrolled from the top. */
export async function scanOptions(roots: () => readonly Element[], wanted: string): Promise<OptionScan> {
  const labels = new Set<string>();
  const look = () => {
    beginPass();
    const now = roots();
    for (const label of labelsIn(now)) labels.add(label);
    return findIn(now, wanted);
  };
  const atOnce = look();
  if (atOnce !== null) return { found: atOnce, labels: [...labels] };
  const untilMs = performance.now() + SCAN_LIMIT_MS;
  for (const scroller of scrollersIn(roots())) {
    scroller.scrollTop = 0;
    for (;;) {
      await renderingStep();
      const found = look();
      if (found !== null) return { found, labels: [...labels] };
      const before = scroller.scrollTop;
      scroller.scrollTop += Math.max(20, scroller.clientHeight * 0.8);
      if (Math.abs(scroller.scrollTop - before) < 1 || performance.now() > untilMs) break;
    }
  }
  return { found: null, labels: [...labels] };
}
