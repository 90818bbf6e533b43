import { READ_LIMIT, USUAL_DEPTH } from '#messages/limits.ts';
import { consoleMessages } from '#operations/console-messages.ts';
import { findDescribed } from '#operations/find-described.ts';
import { networkNews } from '#operations/network-news.ts';
import { pageText } from '#operations/page-text.ts';
import { readTree } from '#operations/read-tree.ts';
import { runScript } from '#operations/run-script.ts';
import { member } from './member.ts';

/** Room for what stands around a text. */
const READ_BUDGET = READ_LIMIT - 500;

export const READING_MEMBERS = [
  member('read_page', { acts: false }, async (context, { filter, depth = USUAL_DEPTH, ref }) => {
    const { text = '' } = await context.run(readTree, {
      filter: filter ?? 'visible',
      depth,
      budgetCharacters: READ_BUDGET,
      ...(ref === undefined ? {} : { ref: context.ref(ref) }),
    });
    return { tree: text };
  }),
  member('find', { acts: false }, async (context, { query }) => {
    const { text, said } = await context.run(findDescribed, { query });
    return text === undefined ? { text: said } : { tree: text };
  }),
  member('get_page_text', { acts: false }, async (context) => {
    const { text = '' } = await context.run(pageText, { budgetCharacters: READ_BUDGET });
    return { tree: text };
  }),
  member('read_console', { acts: false }, async (context) => {
    const { text } = await context.run(consoleMessages, { clear: true });
    return text === undefined
      ? { text: 'No console messages since the last reading of this tab.' }
      : { tree: text };
  }),
  member('read_network', { acts: false }, async (context) => {
    const { text, said } = await context.run(networkNews, { budgetCharacters: READ_BUDGET });
    return text === undefined ? { text: said } : { tree: text };
  }),
  member('javascript_exec', { acts: true }, async (context, { text: code }) => {
    const { text, outcome } = await context.run(runScript, { code, isProgram: true });
    return { tree: text ?? 'undefined', ...(outcome?.effect === 'none' ? {} : { outcome }) };
  }),
] as const;
