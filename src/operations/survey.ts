import { z } from 'zod';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { operation } from '#sessions/operation.ts';
import type { Session } from '#sessions/session.ts';
import { regionText } from '#snapshot/region-text.ts';
import { renderToolset } from '#snapshot/render-toolset.ts';
import type { Snapshot, SnapshotNode } from '#snapshot/snapshot.ts';
import { isAsShown } from './as-shown.ts';
import { readWhole } from './read-whole.ts';

/** An element as a survey has it, with what stands around it. */
export interface SurveyedElement {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** What a control holds; absent where it holds nothing that is told. */
  readonly value?: string;
  /** It holds a secret, which stays in the page. */
  readonly isMasked: boolean;
  readonly states: readonly string[];
  /** Names of the parts around it and texts that stand before it in them, the nearest first. */
  readonly contexts: readonly string[];
  /** It stands in an open dialog. */
  readonly inDialog: boolean;
}

/** The current tab in full: each element, and all text that a person sees. */
export interface Survey {
  readonly url: string;
  readonly elements: readonly SurveyedElement[];
  readonly text: string;
}

const surveys = new WeakMap<Page, { readonly snapshot: Snapshot; readonly survey: Survey }>();

/** Reads the current tab whole, for who decides by it; a page that has not changed since is not read again. */
export const survey = operation({
  name: 'survey',
  summary: 'Reads the whole page for a decision: elements with what stands around them, and the text.',
  input: z.strictObject({}),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan({ session }) {
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `tab ${page.id}`, page };
  },
  async run({ session, deadline }, { page }) {
    if (await isUnchanged(page, deadline)) return { said: 'unchanged', page };
    const snapshot = await readWhole({ session, deadline }, page, { refs: 'all' });
    await noteShown(session, page, snapshot);
    surveys.set(page, { snapshot, survey: surveyOf(snapshot) });
    return { said: 'read', page };
  },
});

/** What the last survey of a tab found. */
export function lastSurvey(page: Page): Survey | undefined {
  return surveys.get(page)?.survey;
}

/** Whoever decides by the survey has seen all of it. */
async function noteShown(session: Session, page: Page, snapshot: Snapshot): Promise<void> {
  (await session.seen()).note(
    snapshot,
    renderToolset(snapshot, { budgetCharacters: Number.MAX_SAFE_INTEGER }),
  );
  session.views.remember(page, snapshot);
}

async function isUnchanged(page: Page, deadline: Deadline): Promise<boolean> {
  const known = surveys.get(page)?.snapshot;
  // What another frame shows does not tell in the version of this one.
  if (known === undefined || known.documents.length > 1 || page.frames().length > 1) return false;
  return await isAsShown(page, known, deadline);
}

const DIALOGS = new Set(['dialog', 'alertdialog']);
/** A text longer than this is no title of what follows it. */
const TITLE_LIMIT = 60;

function surveyOf({ url, nodes }: Snapshot): Survey {
  const elements: SurveyedElement[] = [];
  const walk = (node: SnapshotNode, around: readonly string[], inDialog: boolean) => {
    if (node.kind === 'covered' || node.kind === 'cut') return;
    const isDialog = DIALOGS.has(node.role);
    if (node.ref !== '' && node.kind !== 'text')
      elements.push({
        ref: node.ref,
        role: node.role,
        name: node.name,
        states: node.states,
        isMasked: node.isMasked,
        contexts: around,
        inDialog,
        ...(node.value === null ? {} : { value: node.value }),
      });
    const titles = new Titles();
    for (const child of node.children) {
      const own = node.name === '' ? [] : [node.name];
      walk(child, [...titles.now, ...own, ...around], inDialog || isDialog);
      titles.pass(child);
    }
  };
  const titles = new Titles();
  for (const node of nodes) {
    walk(node, titles.now, false);
    titles.pass(node);
  }
  return { url, elements, text: regionText(nodes) };
}

/** What stands before an element beside it: the last heading, the last text since, and the cells of its row. */
class Titles {
  #heading: string | undefined;
  #text: string | undefined;
  #cells: readonly string[] = [];

  /** The nearest first. */
  get now(): readonly string[] {
    return [this.#text, this.#heading, ...this.#cells].filter((title) => title !== undefined);
  }

  pass(node: SnapshotNode): void {
    if (node.kind === 'covered' || node.kind === 'cut') return;
    const isCell = node.role === 'cell' || node.role === 'rowheader' || node.role === 'gridcell';
    const words = wordsOf(node);
    if (words === undefined) return;
    if (isCell) this.#cells = [words, ...this.#cells];
    else if (node.role === 'heading') [this.#heading, this.#text] = [words, undefined];
    else if (node.kind === 'text') this.#text = words;
  }
}

function wordsOf(node: SnapshotNode): string | undefined {
  if (node.kind === 'covered' || node.kind === 'cut') return undefined;
  if (node.name !== '') return node.name.length <= TITLE_LIMIT ? node.name : undefined;
  if (node.role !== 'heading') return undefined;
  return node.children.map(wordsOf).find((words) => words !== undefined);
}
