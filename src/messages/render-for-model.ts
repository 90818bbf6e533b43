import { type Bag, isBag, listOf } from './broken-rule.ts';
import { type AssistantMessage, memberCalls, type ToolResult } from './wire.ts';

/** What the API has told the model of the tabs so far. */
export interface RenderState {
  /** The tabs as they were last printed in a footer. */
  readonly printed: string;
}

export interface Rendered {
  /** What the model reads of each result, in order; `[image]` stands for a picture. */
  readonly texts: readonly string[];
  /** For the next turn of the same conversation: what was printed is not printed again. */
  readonly state: RenderState;
}

const NOTHING_PRINTED: RenderState = { printed: '' };

/**
 * The text that a model reads of results, with the lines that the API writes from state blocks: sentences of the
 * tab members, downloads, and the tabs when they are others than were printed before.
 *
 * @param message - the assistant message whose calls the results answer.
 */
export function renderForModel(
  message: AssistantMessage,
  results: readonly ToolResult[],
  before: RenderState = NOTHING_PRINTED,
): Rendered {
  const calls = new Map(memberCalls(message).map((call) => [call.id, call]));
  let { printed } = before;
  const texts = results.map((result) => {
    const call = calls.get(result.tool_use_id);
    const input = isBag(call?.input) ? call.input : {};
    const { text, nowPrinted } = renderOne(call?.name ?? '', input, result, printed);
    printed = nowPrinted;
    return text;
  });
  return { texts, state: { printed } };
}

function renderOne(
  name: string,
  input: Bag,
  result: ToolResult,
  printed: string,
): { readonly text: string; readonly nowPrinted: string } {
  if (typeof result.content === 'string') return { text: result.content, nowPrinted: printed };
  const blocks = listOf(result.content).filter(isBag);
  const state = blocks.find((block) => block['type'] === 'browser_state');
  const parts = blocks.flatMap((block) => {
    if (block['type'] === 'text') return [String(block['text'])];
    return block['type'] === 'image' ? ['[image]'] : [];
  });
  if (state === undefined) return { text: parts.join('\n'), nowPrinted: printed };
  const downloads = downloadLines(state);
  const own = tabSentence(name, input, state);
  if (own !== undefined) return { text: joined([own, ...downloads]), nowPrinted: printed };
  const hasText = blocks.some((block) => block['type'] === 'text');
  const footer = footerOf(name, input, state, hasText || downloads.length > 0);
  const isNew = footer !== undefined && footer.tabs !== printed;
  const text = joined([parts.join('\n'), ...downloads, ...(isNew ? [footer.text] : [])]);
  return { text, nowPrinted: isNew ? footer.tabs : printed };
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function tabsOf(state: Bag): readonly Bag[] {
  return listOf(state['tabs']).filter(isBag);
}

function escaped(text: unknown): string {
  return String(text ?? '').replace(/[\\"]/g, '\\$&');
}

function tabLine(tab: Bag): string {
  return `  • tab_id ${String(tab['tab_id'])}: "${escaped(tab['title'])}" (${String(tab['url'])})`;
}

/** What the API says of a call that is about tabs. */
function tabSentence(name: string, input: Bag, state: Bag): string | undefined {
  const tabs = tabsOf(state);
  switch (name) {
    case 'new_tab': {
      const active = tabs.find((tab) => tab['active'] === true) ?? {};
      return `Created new tab with tab_id: ${String(active['tab_id'])}, URL: ${String(active['url'])}. It is now the current tab.`;
    }
    case 'switch_tab':
      return `Switched to tab ${String(input['tab_id'])}`;
    case 'close_tab':
      return `Closed tab ${String(input['tab_id'])}`;
    case 'list_tabs':
      if (tabs.length === 0) return 'No tabs available';
      return [
        'Available tabs:',
        ...tabs.map((tab) => `${tabLine(tab)}${tab['active'] === true ? ' (current)' : ''}`),
      ].join('\n');
    default:
      return undefined;
  }
}

function footerOf(
  name: string,
  input: Bag,
  state: Bag,
  hasPlace: boolean,
): { readonly text: string; readonly tabs: string } | undefined {
  const tabs = tabsOf(state);
  const given = input['tab_id'] ?? undefined;
  if (name === 'zoom' || !hasPlace || (tabs.length === 0 && given === undefined)) return undefined;
  const on = given ?? tabs.find((tab) => tab['active'] === true)?.['tab_id'];
  const lines = tabs.map(tabLine);
  const text = ['Tab Context:', `- Executed on tab_id: ${String(on)}`, '- Available tabs:', ...lines].join(
    '\n',
  );
  // A tab that is not active may say so or not.
  const told = tabs.map((tab) => [tab['tab_id'], tab['title'], tab['url'], tab['active'] === true]);
  return { text, tabs: JSON.stringify(told) };
}

/** One line a download, whatever the member. */
function downloadLines(state: Bag): readonly string[] {
  return listOf(state['state_changes'])
    .filter(isBag)
    .flatMap((change) => {
      const about = `with download_id: ${String(change['download_id'])}, URL: "${escaped(change['url'])}".`;
      switch (change['type']) {
        case 'download_started':
          return [`Download started ${about}`];
        case 'download_completed': {
          const path = change['path'] === undefined ? '' : ` Saved to "${escaped(change['path'])}".`;
          const size =
            change['size_bytes'] === undefined ? '' : ` Size: ${String(change['size_bytes'])} bytes.`;
          return [`Download completed ${about}${path}${size}`];
        }
        case 'download_failed': {
          const error = change['error'] === undefined ? '' : ` Error: "${escaped(change['error'])}".`;
          return [`Download failed ${about}${error}`];
        }
        default:
          return [];
      }
    });
}
