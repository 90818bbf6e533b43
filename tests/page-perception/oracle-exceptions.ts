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
];
