import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Effect } from '#policy/effects.ts';
import { PROFILE_RULES, type ProfileName } from '#policy/profiles.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { someOf } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';
import { addCredential } from '../support/vault-bench.ts';

const PAGE = `<!doctype html><title>Matrix</title>
  <a href="/next">Next page</a>
  <a href="/file" download="report.csv">Report</a>
  <form action="/sent"><label>Name <input name="name" value="x"></label><button>Send</button></form>
  <button onclick="fetch('/activated')">Count</button>
  <label>Notes <input></label>
  <label>Attachment <input type="file"></label>
  <form action="/signed-in" method="post">
    <label>User <input name="user" autocomplete="username"></label>
    <label>Password <input name="password" type="password"></label><button>Sign in</button>
  </form>`;

/** One way in: a tool, its arguments once the page was shown, and what the site sees when it goes through. */
type Way = (client: PortalClient, file: string) => readonly [tool: string, args: object];

const named = (role: string, name: string) => (client: PortalClient) => client.ref(role, name);
const link = named('link', 'Next page');
const send = named('button', 'Send');

const batch =
  (way: Way): Way =>
  (client, file) => {
    const [tool, args] = way(client, file);
    return ['browser_batch', { steps: [{ action: tool.replace('browser_', ''), ...args }] }];
  };
const click =
  (ref: (client: PortalClient) => string): Way =>
  (client) => ['browser_click', { ref: ref(client) }];
const press =
  (ref: (client: PortalClient) => string, key: string): Way =>
  (client) => ['browser_press', { ref: ref(client), key }];

/** Every way in that an effect has, by itself and as the step of a batch. */
const WAYS: Readonly<Partial<Record<Effect, Readonly<Record<string, Way>>>>> = {
  navigate: {
    'an address': () => ['browser_navigate', { url: '{origin}/next' }],
    'a new tab': () => ['browser_tabs', { action: 'new', url: '{origin}/next' }],
    'a click on a link': click(link),
    'a middle click on a link': (client) => ['browser_click', { ref: link(client), button: 'middle' }],
    'Enter on a link': press(link, 'Enter'),
  },
  submit: {
    'a click on its button': click(send),
    'Enter on its button': press(send, 'Enter'),
    'Space on its button': press(send, 'Space'),
    'Enter in its field': press(named('textbox', 'Name'), 'Enter'),
    'typing with submit': (client) => [
      'browser_type',
      { ref: client.ref('textbox', 'Name'), text: 'y', submit: true },
    ],
  },
  activate: {
    'a click': click(named('button', 'Count')),
    'a right click': (client) => ['browser_click', { ref: client.ref('button', 'Count'), button: 'right' }],
  },
  download: {
    'a click on its link': click(named('link', 'Report')),
    'Enter on its link': press(named('link', 'Report'), 'Enter'),
  },
  input: {
    typing: (client) => ['browser_type', { ref: client.ref('textbox', 'Notes'), text: 'y' }],
    'a key': press(named('textbox', 'Notes'), 'a'),
  },
  reveal: {
    hovering: (client) => ['browser_hover', { ref: client.ref('button', 'Count') }],
  },
  upload: {
    'giving a file': (client, file) => [
      'browser_upload',
      { ref: client.ref('file', 'Attachment'), paths: [file] },
    ],
  },
  credential: {
    'a login': () => ['browser_login', { credentialId: 'site' }],
  },
  script: {
    'a script': () => ['browser_script', { code: '1' }],
  },
};

/** The rule of an effect once pages were read, with what the settings of this test say of it. */
function expectedOf(profile: ProfileName, effect: Effect): string | undefined {
  const { plain, tainted } = PROFILE_RULES[profile][effect];
  // Files may go to a site that is listed by name; and `--caps script` answers what would be asked.
  if (effect === 'upload') return CODES[plain];
  if (effect === 'script') return plain === 'deny' ? CODES.deny : CODES.allow;
  return CODES[tainted];
}

const CODES = { allow: undefined, ask: 'user_action_required', deny: 'denied', grant: 'denied' } as const;

let site: Site;

beforeAll(async () => {
  site = await openSite({
    '/': PAGE,
    '/next': '<!doctype html><title>Next</title>',
    '/sent': '<!doctype html><title>Sent</title>',
    '/activated': '',
    '/signed-in': '<!doctype html><title>In</title><a href="/out">Sign out</a>',
    '/file': (_, response) => {
      response.setHeader('content-disposition', 'attachment; filename="report.csv"');
      response.end('a,b');
    },
  });
});
afterAll(() => site.close());

describe.each(someOf(['sites', 'portal', 'toolset'] as const, 1))('by the profile %s', (profile) => {
  proves(
    'I6',
    'each effect is decided by its rule, whichever way it comes in, and what is refused reaches nobody',
    async () => {
      const wrong: string[] = [];
      await using bench = await openBench(profile);
      await addCredential(bench.dataDir, {
        id: 'site',
        hosts: [`127.0.0.1:${site.port}`],
        username: 'ana',
        password: 'kestrel-4417',
      });
      const file = join(bench.dataDir, '..', `${profile}-note.txt`);
      await writeFile(file, 'note');
      const client = await bench.client();
      for (const [effect, ways] of Object.entries(WAYS)) {
        const expected = expectedOf(profile, effect as Effect);
        for (const [name, way] of Object.entries(ways)) {
          for (const [kind, call] of [
            ['alone', way],
            ...(name === 'a new tab' ? [] : [['in a batch', batch(way)] as const]),
          ] as const) {
            const code = await codeOf(client, call, file);
            const label = `${effect} by ${name}, ${kind}`;
            if (code !== expected) wrong.push(`${label}: ${code} and not ${expected}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
    180_000,
  );
});

async function openBench(profile: ProfileName): Promise<PortalBench> {
  const hosts = [`127.0.0.1:${site.port}`];
  return await PortalBench.open(
    { hosts, unattended: true, uploadRoots: [tmpdir()], caps: ['script'], vaults: ['default'] },
    { profile },
  );
}

/** Opens the page past the gate, lets the model see it, and calls: the code of the refusal, or nothing. */
async function codeOf(client: PortalClient, way: Way, file: string): Promise<string | undefined> {
  const { session } = client;
  const page = await session.currentPage();
  await page.navigate(`${site.origin}/`, { atMs: Date.now() + 10_000 });
  session.taint.clear();
  await client.ok('browser_snapshot');
  const [tool, args] = way(client, file);
  const before = site.requests.length;
  const reply = await client.call(tool, JSON.parse(JSON.stringify(args).replaceAll('{origin}', site.origin)));
  const [, code] = /^browser\.(\w+): /.exec(reply.text) ?? [];
  const seen = site.requests.slice(before).map(({ path }) => path);
  return code !== undefined && seen.length > 0 ? `${code}, but the site saw ${seen.join(' ')}` : code;
}
