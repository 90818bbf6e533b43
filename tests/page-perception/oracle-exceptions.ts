import { NAME_PROHIBITED } from '#page/perception/role-sets.ts';
import type { Difference } from './oracle.ts';

/** A kind of difference to the browser's own tree that we stand by, and why. */
export interface Exception {
  readonly why: string;
  readonly covers: (difference: Difference) => boolean;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    why: 'A row has a name from its content by the standard; the browser gives it none outside grids. It is never printed.',
    covers: ({ what, html, theirs }) =>
      what === 'name' && theirs === '' && /^<(?:tr|\w+ role="row")/.test(html),
  },
  {
    why: 'A link without an address is a link only by its listener, which the host tells of: the walk prints `link`.',
    covers: ({ what, html, theirs }) => what === 'role' && theirs === 'link' && /^<a(?![^>]*href)/.test(html),
  },
  {
    why: 'An image with an empty `alt` and a title is not presentational by the standard, so the title is its name.',
    covers: ({ what, html, theirs }) =>
      what === 'name' && theirs === '' && /^<img(?=[^>]*alt="")(?=[^>]*title=)/.test(html),
  },
  {
    why: 'A form without a name has no role in HTML-AAM; the browser says `form` all the same.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'role' && html.startsWith('<form') && ours === '' && theirs === 'form',
  },
  {
    why: 'A term may not be named by its content in WAI-ARIA, and is never printed as one.',
    covers: ({ what, html }) => what === 'name' && /^<(?:dt|dfn)/.test(html),
  },
  {
    why: 'A file input without a label has no name by the standard; the browser says the words of its button.',
    covers: ({ what, html, theirs }) =>
      what === 'name' && theirs.startsWith('Choose File') && html.startsWith('<input type="file"'),
  },
  {
    why: 'A drawing without a name says nothing that can be read; the browser exposes its frame.',
    covers: ({ what, html, ours }) => what === 'role' && html.startsWith('<svg') && ours === '',
  },
  {
    why: 'Whether the popup of a native select is open cannot be told in the page, and it is the browser’s own: nothing is said.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'states' && html.startsWith('<select') && without(theirs, 'collapsed') === ours,
  },
  {
    why: 'A required select with nothing chosen is invalid at once for the browser; we say so once a person has been there, as for other fields.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'states' &&
      /^<select[^>]*required/.test(html) &&
      ours === 'required' &&
      theirs === 'collapsed invalid',
  },
  {
    why: 'A disabled group says so, since it explains what is in it; the browser tells it of the controls only.',
    covers: ({ what, role, ours, theirs }) =>
      what === 'states' && role === 'group' && ours === 'disabled' && theirs === '',
  },
  {
    why: 'An item that is no control is not said to be disabled: it is printed by what is in it.',
    covers: ({ what, role, ours, theirs }) =>
      what === 'states' && role === 'listitem' && ours === '' && theirs === 'disabled',
  },
  {
    why: 'A text box may be read-only by WAI-ARIA; of an element that can be edited the browser does not say it.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'states' && html.includes('aria-readonly="true"') && without(ours, 'readonly') === theirs,
  },
  {
    why: 'A value of `aria-expanded` that is no valid one counts as undefined in WAI-ARIA; the browser takes it for true.',
    covers: ({ what, html, ours }) =>
      what === 'states' && /aria-expanded="(?!true|false)/.test(html) && ours === '',
  },
  {
    why: 'Roles that WAI-ARIA says must not be named have no name with us; the browser takes an aria-label all the same.',
    covers: ({ what, role, ours, theirs }) =>
      what === 'name' && ours === '' && theirs !== '' && NAME_PROHIBITED.has(role),
  },
  {
    why: 'A label without words gives no name, so the tooltip does (HTML-AAM); the browser stops at the label.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'name' && theirs === '' && /^<input/.test(html) && html.includes(`title="${ours}"`),
  },
  {
    why: 'An empty part inside a button counts by its tooltip (accname, step 2I); the browser leaves it out.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'name' && /<span title="[^"]*"><\/span>/.test(html) && ours.startsWith(theirs),
  },
  {
    why: 'What a slider says of its value in words is what a person is told; the browser keeps the number apart.',
    covers: ({ what, html }) => what === 'value' && html.includes('aria-valuetext'),
  },
  {
    why: 'Letters are printed as the document has them, so that they can be found; the browser spells what `text-transform` draws.',
    covers: ({ what, ours, theirs }) => what === 'name' && ours !== theirs && ours.toUpperCase() === theirs,
  },
  {
    why: 'A list item is printed by its content and its name is not; of a tooltip that repeats the content the browser makes no name.',
    covers: ({ what, role, html, ours, theirs }) =>
      what === 'name' && role === 'listitem' && theirs === '' && html.includes(`title="${ours}"`),
  },
  {
    why: 'An element that can be dragged is a group for the browser; no standard gives it a role.',
    covers: ({ what, html, ours, theirs }) =>
      what === 'role' && ours === '' && theirs === 'group' && /^<\w+[^>]*draggable=/.test(html),
  },
  {
    why: 'What a box without a field of its own has chosen is the text in it; the browser tells no value of it.',
    covers: ({ what, html, role, theirs }) =>
      what === 'value' && role === 'combobox' && theirs === '' && !html.startsWith('<input'),
  },
  {
    why: 'A control inside that is named by what is around it says nothing new in the name of that; the browser goes around once more.',
    covers: ({ what, role, ours, theirs }) =>
      what === 'name' && role === 'treeitem' && theirs !== ours && theirs.endsWith(ours),
  },
  {
    why: 'What ElementInternals and element reflection give leaves no attribute, so only the browser and the page itself can read it. Such an element is printed as `clickable` with its text when it takes the focus or listens.',
    covers: ({ html }) => /^<(?:x-press|button class="reflected")/.test(html),
  },
  {
    why: 'A bound that is no number makes the browser say 0; the field holds what it shows.',
    covers: ({ what, html, theirs }) =>
      what === 'value' && theirs === '0' && html.includes('role="spinbutton"'),
  },
];

function without(states: string, state: string): string {
  return states
    .split(' ')
    .filter((word) => word !== state)
    .join(' ');
}
