import { DocumentReplaced } from '#browser/document-replaced.ts';
import { compact } from '#kernel/compact.ts';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { WalkReply, WalkRequest } from '#page/wire.ts';
import { buildNodes } from './build-nodes.ts';
import { fail } from './errors.ts';
import type { ResolvedRef } from './resolve-ref.ts';
import type { Snapshot } from './snapshot.ts';
import { DEFAULT_BUDGET_CHARACTERS } from './take-snapshot.ts';

export interface ReadRegionOptions {
  /** Most characters of the rendered region; 12 000 when absent. */
  readonly budgetCharacters?: number;
  readonly depth?: number;
  readonly deadline?: Deadline;
}

const DEFAULT_TIMEOUT_MS = 5_000;

/**
 * Reads one region alone, with all items of its runs as far as the budget goes. Refs of earlier snapshots
 * stay good, and the generation stays.
 *
 * @returns a snapshot whose only root is the region; frames inside it are named, not read.
 * @throws detached_ref when the region is gone.
 */
export async function readRegion(region: ResolvedRef, options: ReadRegionOptions = {}): Promise<Snapshot> {
  const { page, frame, element } = region;
  const { generation } = page;
  const request = compact<WalkRequest>({
    root: element,
    depth: options.depth,
    budgetCharacters: options.budgetCharacters ?? DEFAULT_BUDGET_CHARACTERS,
  });
  const reply = await callRegion<WalkReply>(region, 'walk', [request], options.deadline);
  const number = page.numberOf(frame);
  const { domVersion, signature, highest, droppedCodePoints, unreadableSheets } = reply;
  return {
    pageId: page.id,
    generation,
    url: reply.url,
    title: reply.title,
    nodes: buildNodes(reply.records, number, generation, () => ({ nodes: [] })),
    documents: [{ frame: number, documentId: frame.documentId, domVersion, signature, highest }],
    droppedCodePoints,
    unreadableSheets,
  };
}

/**
 * Visible text of one region, a line a piece, cells of a row joined by tabs, cut at the budget.
 *
 * @throws detached_ref when the region is gone.
 */
export async function readRegionText(region: ResolvedRef, options: ReadRegionOptions = {}): Promise<string> {
  const text = await callRegion<string>(region, 'text', [region.element], options.deadline);
  const budget = options.budgetCharacters ?? DEFAULT_BUDGET_CHARACTERS;
  if (text.length <= budget) return text;
  return `${text.slice(0, budget - 60)}\n… (${text.length - budget + 60} characters omitted)`;
}

async function callRegion<Result>(
  region: ResolvedRef,
  method: string,
  args: readonly unknown[],
  deadline: Deadline = deadlineIn(DEFAULT_TIMEOUT_MS),
): Promise<Result> {
  const gone = (cause?: unknown) =>
    fail(
      'detached_ref',
      `${region.text} is gone: the element is not in the page any more.`,
      { ref: region.text },
      cause,
    );
  try {
    const reply = await region.frame.call<Result | null>(method, args, { deadline });
    if (reply === null) throw gone();
    return reply;
  } catch (error) {
    if (error instanceof DocumentReplaced) throw gone(error);
    throw error;
  }
}
