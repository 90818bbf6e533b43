import { z } from 'zod';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { operation } from '#sessions/operation.ts';
import type { Session } from '#sessions/session.ts';
import { regionText } from '#snapshot/region-text.ts';
import { renderToolset } from '#snapshot/render-toolset.ts';
import type { Snapshot } from '#snapshot/snapshot.ts';
import { surroundedNodes } from '#snapshot/surroundings.ts';
import { isWholeAsShown } from './as-shown.ts';
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
    if (await isUnchanged(page, deadline)) return { said: 'unchanged', isUnchanged: true, page };
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
  return known !== undefined && (await isWholeAsShown(page, known, deadline));
}

function surveyOf({ url, nodes }: Snapshot): Survey {
  const elements = surroundedNodes(nodes)
    .filter(({ node }) => node.ref !== '')
    .map(({ node, contexts, inDialog }): SurveyedElement => {
      const { ref, role, name, states, isMasked, value } = node;
      return { ref, role, name, states, isMasked, contexts, inDialog, ...(value === null ? {} : { value }) };
    });
  return { url, elements, text: regionText(nodes) };
}
