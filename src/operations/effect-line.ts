import type { Outcome } from '#actions/outcome.ts';
import { quotePageText, showAddress } from '#kernel/untrusted-text.ts';

const VALUE_LIMIT = 120;

/** The line of a reply that says what an action changed, and what there is to know of it. */
export function effectLine(outcome: Outcome): readonly string[] {
  const notes = outcome.notes.map((note) => ` ${note}`).join('');
  const open =
    outcome.stillOpen.length === 0 ? '' : ` Still open: ${outcome.stillOpen.slice(0, 3).join(', ')}.`;
  return [`Effect: ${effect(outcome)}${notes}${open}`];
}

function effect(outcome: Outcome): string {
  switch (outcome.effect) {
    case 'none':
      return outcome.requests === 0
        ? 'none. Nothing on the page changed and no request was sent.'
        : `none. Nothing on the page changed; requests sent: ${outcome.requests}.`;
    case 'changed':
      return outcome.value === undefined
        ? 'changed.'
        : `changed. It holds ${quotePageText(outcome.value, VALUE_LIMIT)}.`;
    case 'navigated':
      return `navigated to ${outcome.url === undefined ? 'another page' : showAddress(outcome.url, 80)}.`;
    case 'loading':
      return 'loading. The next page has not come yet.';
    case 'opened_tab':
      return 'opened_tab.';
    case 'download':
      return 'download.';
    case 'dialog':
      return 'dialog.';
  }
}
