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
}

interface Ours {
  readonly tag: string;
  readonly html: string;
  readonly role: string;
  readonly name: string;
}

/** One node on which our reading and the browser's own tree disagree. */
export interface Difference {
  readonly html: string;
  readonly what: 'role' | 'name';
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

/** Compares role and name of every node the browser exposes with ours, paired by preorder. */
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
    if (theirRole !== ourRole) found.push({ html: own.html, what: 'role', ours: ourRole, theirs: given });
    const theirName = fold(node.name?.value ?? '');
    if (ourRole !== '' && theirName !== fold(own.name))
      found.push({ html: own.html, what: 'name', ours: own.name, theirs: theirName });
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
