import { z } from 'zod';
import { compact } from '#kernel/compact.ts';
import { operation } from '#sessions/operation.ts';
import { onlyInteractive } from '#snapshot/only-interactive.ts';
import { readRegion } from '#snapshot/read-region.ts';
import { renderToolset } from '#snapshot/render-toolset.ts';
import { everyNode, type Snapshot } from '#snapshot/snapshot.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { inWords, refInput, resolve } from './act-on-ref.ts';
import { readSet } from './read-set.ts';

export const TREE_FILTERS = ['visible', 'interactive', 'all'] as const;

/** Left free for what is said of a cut. */
const RESERVE = 200;

/** Reads the current tab, or one region, as a tree with a ref on every line. */
export const readTree = operation({
  name: 'read-tree',
  summary: 'Reads a page or one region as a tree: what is in view, only what can be used of that, or all.',
  input: z.strictObject({
    filter: z.enum(TREE_FILTERS).optional(),
    depth: z.int().min(1).max(1_000).optional(),
    ref: refInput.optional(),
    budgetCharacters: z.int().min(1_000).max(1_000_000),
  }),
  turn: 'in-turn',
  staysInPage: () => true,
  timeoutMs: () => 20_000,
  async plan(context, { ref }) {
    const resolved = ref === undefined ? undefined : await resolve(context, ref);
    const page = resolved?.page ?? (await context.session.currentPage());
    const target = resolved ? inWords(resolved) : `tab ${page.id}`;
    return { effects: ['read'] as const, url: page.url, target, page, ...compact({ ref, resolved }) };
  },
  async run(
    { session, deadline },
    { page, resolved, target },
    { filter = 'visible', depth, budgetCharacters },
  ) {
    const mayRead = readSet(session);
    const limits = { budgetCharacters: budgetCharacters - RESERVE, deadline, mayRead };
    const whole =
      resolved === undefined
        ? await takeSnapshot(
            page,
            compact({
              ...limits,
              depth,
              runLimit: null,
              viewport: filter !== 'all',
              refs: filter === 'interactive' ? ('actionable' as const) : ('all' as const),
            }),
          )
        : await readRegion(resolved, compact({ ...limits, depth }));
    const snapshot = filter === 'interactive' ? onlyInteractive(whole) : whole;
    const text = renderToolset(snapshot, { budgetCharacters });
    (await session.seen()).note(snapshot, text);
    if (resolved === undefined) session.views.remember(page, snapshot);
    for (const frame of page.frames()) session.taint.mark(frame.origin);
    const cut = isCut(snapshot) || text.length > limits.budgetCharacters;
    const note = cut ? `\n… (not all of it: read less with depth, or one part with its ref)` : '';
    return { said: `Tree of ${target}:`, page, text: `${text === '' ? emptyWords(filter) : text}${note}` };
  },
});

function isCut({ nodes }: Snapshot): boolean {
  for (const node of everyNode(nodes)) if (node.kind === 'cut') return true;
  return false;
}

function emptyWords(filter: (typeof TREE_FILTERS)[number]): string {
  if (filter === 'all') return '(the page shows nothing)';
  return filter === 'visible'
    ? '(nothing is in view; filter "all" has what is further down)'
    : '(nothing that can be used is in view)';
}
