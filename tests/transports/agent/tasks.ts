import type { startDemoPortal } from '../../../demo/portal.mjs';
import type { Script, ScriptedCall, ScriptView } from '../../support/messages-server.ts';
import { openSite, type Site } from '../../support/site.ts';

type Portal = Awaited<ReturnType<typeof startDemoPortal>>;

/** A whole task as a model would do it, with what it says at its end. */
export interface Task {
  readonly name: string;
  readonly script: Script;
  readonly says: RegExp;
}

export const click = (view: ScriptView, role: string, name: string): ScriptedCall => ({
  name: 'left_click',
  input: { target: { type: 'ref', ref: view.ref(role, name) } },
});
const fill = (view: ScriptView, role: string, name: string, value: string): ScriptedCall => ({
  name: 'form_input',
  input: { target: { type: 'ref', ref: view.ref(role, name) }, value },
});
const READ: ScriptedCall = { name: 'read_page', input: { filter: 'all' } };

/** A site with a link that opens a popup with a form in it. */
export async function openPopupSite(): Promise<Site> {
  return await openSite({
    '/': '<!doctype html><title>Start</title><a href=/pop target=_blank>Terms</a>',
    '/pop':
      '<!doctype html><title>Terms</title><label>Name <input id=n></label><button onclick="document.title=n.value">Accept</button>',
  });
}

/** The tasks that any way to run the toolset has to get through, on the demo portal with its reports and on a popup. */
export function tasksOn(portal: Portal, site: Site): readonly Task[] {
  const signIn: Script = [
    () => [{ name: 'navigate', input: { url: portal.url } }, READ],
    (view) => [
      fill(view, 'textbox', 'E-mail', 'ana@example.com'),
      fill(view, 'textbox', 'Password', 'harbour-7'),
      click(view, 'button', 'Sign in'),
      READ,
    ],
  ];
  return [
    {
      name: 'search and open a result',
      says: /^F-2044 is of Van der Meer Logistics\.$/,
      script: [
        ...signIn,
        (view) => [fill(view, 'searchbox', 'Search', 'F-2044'), click(view, 'button', 'Search'), READ],
        (view) => [click(view, 'link', 'F-2044'), { name: 'get_page_text' }],
        (view) =>
          view.texts[1]?.includes('Van der Meer Logistics')
            ? 'F-2044 is of Van der Meer Logistics.'
            : 'Lost.',
      ],
    },
    {
      name: 'fill and submit a form',
      says: /Harbour Cranes/,
      script: [
        ...signIn,
        (view) => [click(view, 'link', 'New invoice'), READ],
        (view) => [
          fill(view, 'textbox', 'Customer', 'Harbour Cranes'),
          fill(view, 'textbox', 'E-mail', 'cranes@example.com'),
          fill(view, 'spinbutton', 'Amount in euro', '42.5'),
          fill(view, 'textbox', 'Due', '2027-01-15'),
          fill(view, 'combobox', 'Category', 'Towage'),
          click(view, 'button', 'Save invoice'),
          { name: 'get_page_text' },
        ],
        (view) => view.texts.at(-1) ?? '',
      ],
    },
    {
      name: 'download a report',
      says: /^Downloaded\.$/,
      script: [
        ...signIn,
        (view) => [click(view, 'link', 'Reports'), READ],
        (view) => [click(view, 'link', 'All invoices (CSV)'), { name: 'screenshot' }],
        () => 'Downloaded.',
      ],
    },
    {
      name: 'work in a popup, recover from a stale ref, and obey the halt rule',
      says: /^Accepted as Ana\.$/,
      script: [
        () => [{ name: 'navigate', input: { url: `${site.origin}/` } }, READ],
        (view) => [click(view, 'link', 'Terms'), READ],
        (view) => [
          fill(view, 'textbox', 'Name', 'Ana'),
          { name: 'left_click', input: { target: { type: 'ref', ref: 'ref_900' } } },
          { name: 'new_tab' },
        ],
        (view) => {
          if (!view.texts[1]?.includes('stale') || !view.texts[2]?.startsWith('Not executed'))
            return 'No halt.';
          return [READ];
        },
        (view) => [click(view, 'button', 'Accept'), { name: 'list_tabs' }],
        (view) => (view.texts[1]?.includes('"title":"Ana"') ? 'Accepted as Ana.' : `Lost: ${view.texts[1]}`),
      ],
    },
  ];
}
