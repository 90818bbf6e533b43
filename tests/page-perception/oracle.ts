import { build } from 'esbuild';
import type { RawPage } from '../support/raw-page.ts';

interface ProtocolNode {
  readonly nodeType: number;
  readonly backendNodeId: number;
  readonly shadowRootType?: string;
  readonly children?: readonly ProtocolNode[];
  readonly shadowRoots?: readonly ProtocolNode[];
}

interface ExposedNode {
  readonly ignored: boolean;
  readonly backendDOMNodeId?: number;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly value?: { readonly value: string | number };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** What our page code finds of an element. */
export interface Ours {
  readonly tag: string;
  readonly html: string;
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  /** `null` when it is secret. */
  readonly value: string | null;
  /** What the fixture says it must be: `name`, `role`, `states`, `value`. */
  readonly expected: Readonly<Record<string, string>>;
}

/** One node on which our reading and the browser's own tree disagree. */
export interface Difference {
  readonly html: string;
  readonly what: 'role' | 'name' | 'states' | 'value';
  readonly role: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Source of a world that tells the role and name we find for every element, in preorder. */
export async function oracleSource(): Promise<string> {
  const bundle = await build({
    entryPoints: ['tests/page-perception/oracle-entry.mjs'],
    bundle: true,
    format: 'iife',
    write: false,
    conditions: ['@portolan/source'],
    target: 'chrome120',
  });
  return bundle.outputFiles[0]?.text ?? '';
}

/** Names of roles that Chromium has for itself, in ours. */
const FOLDED_ROLES: Readonly<Record<string, string>> = {
  Abbr: '',
  Canvas: '',
  ColorWell: 'button',
  Date: 'textbox',
  DateTime: 'textbox',
  DescriptionList: '',
  Details: 'group',
  DisclosureTriangle: 'button',
  DisclosureTriangleGrouped: 'button',
  EmbeddedObject: '',
  Figcaption: '',
  Iframe: '',
  IframePresentational: '',
  InputTime: 'textbox',
  LabelText: '',
  LayoutTable: 'table',
  LayoutTableCell: 'cell',
  LayoutTableRow: 'row',
  Legend: '',
  LineBreak: '',
  ListMarker: '',
  MathMLIdentifier: '',
  MathMLMath: 'math',
  MenuListPopup: '',
  Pre: '',
  RootWebArea: '',
  Section: '',
  SvgRoot: 'img',
  Time: 'time',
  generic: '',
  image: 'img',
  none: '',
  presentation: '',
  sectionfooter: '',
  sectionheader: '',
};

function fold(text: string): string {
  return text
    .replace(/[\p{Co}\u200b-\u200f\u202a-\u202e\u2060\u{e0000}-\u{e007f}]/gu, '')
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/^ | $/g, '');
}

const HAS_VALUE = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'slider',
  'meter',
  'progressbar',
  'scrollbar',
]);

/** States that the browser tells of too, sorted. What is current, busy or sorted it does not tell. */
const COMPARED =
  /^(?:checked|checked=mixed|selected|expanded|collapsed|pressed|pressed=mixed|disabled|readonly|required|invalid|focused|level=\d+)$/;

function statesIn(states: readonly string[]): string {
  return states
    .filter((state) => COMPARED.test(state))
    .sort()
    .join(' ');
}

/** The browser counts a level for items of lists and trees too, by how deep they stand; we print that by indentation. */
function statesGiven(node: ExposedNode, role: string): string {
  const states: string[] = [];
  for (const { name, value } of node.properties ?? []) {
    const given = String(value.value);
    if (name === 'checked' || name === 'pressed') {
      if (given === 'true') states.push(name);
      if (given === 'mixed') states.push(`${name}=mixed`);
    } else if (name === 'expanded') states.push(given === 'true' ? 'expanded' : 'collapsed');
    else if (name === 'level') {
      if (role === 'heading') states.push(`level=${given}`);
    } else if (name === 'invalid' ? given !== 'false' : given === 'true') states.push(name);
  }
  return statesIn(states);
}

/** The browser keeps numbers in single precision and leaves out of how many. */
function isSameValue(ours: string, theirs: string): boolean {
  const [done] = ours.split('/');
  return (
    fold(ours) === theirs || (theirs !== '' && Math.fround(Number(done)) === Math.fround(Number(theirs)))
  );
}

/** Compares role, name, states and value of every node the browser exposes with ours, paired by preorder. */
export async function differences(page: RawPage): Promise<readonly Difference[]> {
  const ours = await page.call<Ours[]>('oracle');
  const { root } = await page.send<{ root: ProtocolNode }>('DOM.getDocument', { depth: -1, pierce: true });
  const ids = preorderIds(root);
  if (ids.length !== ours.length) throw new Error(`the preorders differ: ${ids.length} and ${ours.length}`);
  const { nodes } = await page.send<{ nodes: ExposedNode[] }>('Accessibility.getFullAXTree');
  const exposed = new Map(nodes.filter((node) => !node.ignored).map((node) => [node.backendDOMNodeId, node]));
  const found: Difference[] = [];
  ours.forEach((own, place) => {
    const node = exposed.get(ids[place]);
    if (!node || own.tag === 'html') return;
    const given = node.role?.value ?? '';
    const theirRole = FOLDED_ROLES[given] ?? given;
    const ourRole =
      own.role === 'none' || own.role === 'presentation' || own.role === 'generic' ? '' : own.role;
    const add = (what: Difference['what'], ours: string, theirs: string) =>
      found.push({ html: own.html, what, role: ourRole, ours, theirs });
    if (theirRole !== ourRole) add('role', ourRole, given);
    const theirName = fold(node.name?.value ?? '');
    if (ourRole !== '' && theirName !== fold(own.name)) add('name', own.name, theirName);
    if (ourRole === '') return;
    const [ourStates, theirStates] = [statesIn(own.states), statesGiven(node, ourRole)];
    if (ourStates !== theirStates) add('states', ourStates, theirStates);
    const theirValue = fold(String(node.value?.value ?? ''));
    if (own.value !== null && HAS_VALUE.has(ourRole) && !isSameValue(own.value, theirValue))
      add('value', own.value, theirValue);
  });
  return found;
}

function preorderIds(root: ProtocolNode): number[] {
  const ids: number[] = [];
  const add = (node: ProtocolNode) => {
    if (node.nodeType !== 1) return;
    ids.push(node.backendNodeId);
    for (const shadow of node.shadowRoots ?? [])
      if (shadow.shadowRootType === 'open') for (const child of shadow.children ?? []) add(child);
    for (const child of node.children ?? []) add(child);
  };
  for (const child of root.children ?? []) add(child);
  return ids;
}
