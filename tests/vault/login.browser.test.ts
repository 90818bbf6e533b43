import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startDemoPortal } from '../../demo/portal.mjs';
import { proves } from '../spec/proves.ts';
import { PortalBench, type PortalClient } from '../support/portal-client.ts';
import { randomFrom, someOf, TEST_SEED, tries } from '../support/samples.ts';
import { openSignInSite, PASSWORD, type SignInSite, TOTP, USER } from '../support/sign-in-site.ts';
import { addCredential } from '../support/vault-bench.ts';

let bench: PortalBench;
let site: SignInSite;

beforeAll(async () => {
  site = await openSignInSite();
  bench = await PortalBench.open({ vaults: ['default'] });
  const own = { hosts: [`127.0.0.1:${site.port}`], username: USER };
  await addCredential(bench.dataDir, { ...own, id: 'right', password: PASSWORD });
  await addCredential(bench.dataDir, { ...own, id: 'with-code', password: PASSWORD, totp: TOTP });
  await addCredential(bench.dataDir, { ...own, id: 'wrong', password: 'not-the-right-one' });
  await addCredential(bench.dataDir, { ...own, id: 'wrong-too', password: 'nor-is-this-one' });
  await addCredential(bench.dataDir, {
    id: 'other-site',
    hosts: ['bank.example'],
    allowHttp: false,
    username: USER,
    password: PASSWORD,
  });
});

afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function at(path: string, host = '127.0.0.1'): Promise<PortalClient> {
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.originFor(host)}${path}` });
  return client;
}

/** What the server got in forms and calls since a moment. */
function sentSince(count: number): string {
  return site.requests
    .slice(count)
    .map(({ path, body, headers }) => `${headers.host} ${path} ${body}`)
    .join('\n');
}

const HOLDS_SECRET = new RegExp(
  `${encodeURIComponent(PASSWORD)}|${PASSWORD.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`,
);

async function logInAt(
  path: string,
  credentialId = 'right',
): Promise<{ text: string; first: string; sent: string }> {
  const client = await at(path);
  const before = site.requests.length;
  const text = await client.ok('browser_login', { credentialId });
  return { text, first: text.split('\n')[0] ?? '', sent: sentSince(before) };
}

describe('signs in', () => {
  for (const path of someOf(
    ['/plain', '/name-first', '/appears-later', '/formless', '/shadow', '/framed'],
    4,
  ))
    proves('P-61', `at ${path}`, async () => {
      const { first, text, sent } = await logInAt(path);
      expect(first, text).toBe('Login: verified');
      expect(new URLSearchParams(sent.split(' ').at(-1)).get('pass') ?? sent).toContain(PASSWORD.slice(0, 5));
      expect(text).not.toContain(PASSWORD);
    });

  proves(
    ['V9', 'P-61'],
    'with a one-time code over six boxes, once',
    async () => {
      const { first, text, sent } = await logInAt('/to-boxes', 'with-code');
      expect(first, text).toBe('Login: verified');
      const code = new URLSearchParams(
        sent
          .split('\n')
          .find((line) => line.includes('/code '))
          ?.split(' ')[2],
      )
        .getAll('d')
        .join('');
      expect(code).toMatch(/^\d{6}$/);
      expect(text).not.toContain(code);
    },
    60_000,
  );

  proves('P-61', 'on the demo portal, in one page and in two', async () => {
    for (const difficulties of [[], ['two-step-sign-in' as const]]) {
      const portal = await startDemoPortal({ difficulties });
      await addCredential(bench.dataDir, {
        id: `quay-${difficulties.length}`,
        hosts: [`127.0.0.1:${portal.port}`],
        username: 'ana@example.com',
        password: 'harbour-7',
      });
      const client = await bench.client();
      await client.ok('browser_navigate', { url: portal.url });
      const text = await client.ok('browser_login', { credentialId: `quay-${difficulties.length}` });
      expect(text.split('\n')[0]).toBe('Login: verified');
      expect(portal.effects.map(({ kind }) => kind)).toEqual(['signed-in']);
      await portal.close();
    }
  });
});

describe('says what it came to', () => {
  proves('P-44', 'a refusal is a result, and after the second one the credential rests', async () => {
    const first = await logInAt('/plain', 'wrong');
    expect(first.first, first.text).toBe('Login: rejected');
    expect(first.text).toContain('Do not try again');
    const second = await logInAt('/formless', 'wrong');
    expect(second.first, second.text).toBe('Login: rejected');
    const third = await logInAt('/plain', 'wrong');
    expect(third.first).toBe('Login: rate_limited');
    expect(third.text).toMatch(/rests for \d+ s more/);
    expect(third.sent).not.toContain('pass=');
  });

  proves('P-45', 'a test for people is a challenge, and nothing is typed', async () => {
    const { first, sent } = await logInAt('/captcha');
    expect(first).toBe('Login: challenge');
    expect(sent).toBe('');
  });

  proves('P-44', 'a second factor that a person has to give is a challenge', async () => {
    expect((await logInAt('/to-second-factor')).first).toBe('Login: challenge');
    expect((await logInAt('/to-boxes')).first).toBe('Login: challenge');
  });

  proves('S-O14', 'HTTP 429 outranks what looks like success', async () => {
    const { first, text } = await logInAt('/to-limited', 'wrong-too');
    expect(text).toContain('Sign out');
    expect(first).toBe('Login: rate_limited');
  });

  proves(
    ['P-46', 'P-47'],
    'time that runs out proves nothing, and after a snapshot it may be tried again',
    async () => {
      await using slow = await PortalBench.open({ vaults: ['default'], callTimeoutMs: 5_000 });
      await addCredential(slow.dataDir, {
        id: 'right',
        hosts: [`127.0.0.1:${site.port}`],
        username: USER,
        password: PASSWORD,
      });
      const client = await slow.client();
      await client.ok('browser_navigate', { url: `${site.origin}/to-silent` });
      const text = await client.ok('browser_login', { credentialId: 'right' });
      expect(text.split('\n')[0]).toBe('Login: inconclusive');
      expect(text).toContain('proves nothing of the credential');
      await client.ok('browser_navigate', { url: `${site.origin}/plain` });
      await client.ok('browser_snapshot');
      expect((await client.ok('browser_login', { credentialId: 'right' })).split('\n')[0]).toBe(
        'Login: verified',
      );
    },
  );
});

describe('a person takes over', () => {
  proves('P-45', 'every call of the model is refused and shows nothing, until it is given back', async () => {
    const client = await at('/captcha');
    expect((await client.ok('browser_login', { credentialId: 'right' })).split('\n')[0]).toBe(
      'Login: challenge',
    );
    await client.session.lock('ana');
    for (const [tool, args] of [
      ['browser_snapshot', {}],
      ['browser_login', { credentialId: 'right' }],
      ['browser_batch', { steps: [{ action: 'snapshot' }] }],
      ['browser_navigate', { url: site.origin }],
      ['browser_tabs', { action: 'list' }],
    ] as const) {
      const text = await client.refused('authentication_protected', tool, args);
      expect(text).not.toContain('<<page');
    }
    await client.session.unlock();
    expect(await client.ok('browser_snapshot')).toContain('captcha');
  });
});

describe('types nothing', () => {
  const cases = [
    ['/elsewhere-action', 'origin_mismatch'],
    ['/elsewhere-formaction', 'origin_mismatch'],
    ['/elsewhere-base', 'origin_mismatch'],
    ['/small', 'hidden'],
    ['/covered', 'covered'],
    ['/becomes-text', 'not_editable'],
    ['/moves-focus', 'intercepted'],
    ['/register', 'not_found'],
    ['/home', 'not_found'],
  ] as const;
  for (const [path, code] of someOf(cases, 4))
    proves(['V6', 'V8', 'S-12'], `at ${path}`, async () => {
      const client = await at(path);
      const before = site.requests.length;
      await client.refused(code, 'browser_login', { credentialId: 'right' });
      expect(sentSince(before)).not.toMatch(HOLDS_SECRET);
      expect(site.elsewhere).toEqual([]);
      const [frame] = [client.session.openContext?.current?.mainFrame];
      const standing = await frame?.call<readonly string[]>('standingTexts', []);
      expect(standing?.join(' ')).not.toContain(PASSWORD);
    });

  proves(
    ['V4', 'S-11', 'S-21'],
    'on another host than the one it is bound to, nor in a frame there',
    async () => {
      for (const path of ['/plain', '/framed']) {
        const client = await at(path, 'localhost');
        const before = site.requests.length;
        const text = await client.refused('origin_mismatch', 'browser_login', { credentialId: 'right' });
        expect(text).toContain('localhost is not 127.0.0.1');
        expect(sentSince(before)).not.toMatch(HOLDS_SECRET);
      }
      const client = await at('/plain');
      await client.refused('origin_mismatch', 'browser_login', { credentialId: 'other-site' });
    },
  );

  proves(
    'V10',
    'for an id that is not there, or of a vault that is not attached, with one answer',
    async () => {
      const client = await at('/plain');
      const unknown = await client.refused('not_found', 'browser_login', { credentialId: 'nobody' });
      expect(unknown.split('\n')[0]).toContain('There is no credential "nobody" for this session.');
    },
  );

  proves(['P-60', 'S-14'], 'with anything more than the id', async () => {
    const client = await at('/plain');
    await client.refused('invalid_arguments', 'browser_login', { credentialId: 'right', ref: 'e1@v1' });
    await client.refused('invalid_arguments', 'browser_login', { credentialId: 'right', password: 'x' });
    await client.refused('invalid_arguments', 'browser_login', {});
  });
});

describe('sends nothing', () => {
  for (const path of ['/elsewhere-after-fill', '/elsewhere-on-click', '/elsewhere-on-submit'])
    proves(['V6', 'S-13'], `at ${path}, and takes out what was typed`, async () => {
      const client = await at(path);
      const before = site.requests.length;
      await client.refused('origin_mismatch', 'browser_login', { credentialId: 'right' });
      expect(sentSince(before)).not.toMatch(HOLDS_SECRET);
      const standing = await client.session.openContext?.current?.mainFrame.call<readonly string[]>(
        'standingTexts',
        [],
      );
      expect(standing?.join(' ')).not.toContain(PASSWORD);
    });

  proves('V6', 'elsewhere by script while the secret stands in the page', async () => {
    const client = await at('/elsewhere-by-script');
    const before = site.elsewhere.length;
    const text = await client.ok('browser_login', { credentialId: 'right' });
    expect(text.split('\n')[0]).toBe('Login: verified');
    expect(site.elsewhere.slice(before)).toEqual([]);
  });
});

const TRICKS = ['navigate', 'steal', 'text', 'swap', 'rewrite', 'cover', 'action', 'frame'] as const;

proves(
  'V7',
  'a page that swaps focus, field or document under the typing gets not one character elsewhere',
  async () => {
    await using racing = await PortalBench.open({ vaults: ['default'], callTimeoutMs: 3_500 });
    await addCredential(racing.dataDir, {
      id: 'right',
      hosts: [`127.0.0.1:${site.port}`],
      username: USER,
      password: PASSWORD,
    });
    const client = await racing.client();
    const before = site.requests.length;
    const ends = new Map<string, number>();
    const random = randomFrom(TEST_SEED);
    for (let at = 0; at < tries(16, 500); at += 1) {
      const trick = TRICKS[at % TRICKS.length] ?? 'text';
      const after = Math.floor(random() ** 2 * 60);
      await client.ok('browser_navigate', { url: `${site.origin}/race?trick=${trick}&after=${after}` });
      const { text } = await client.call('browser_login', { credentialId: 'right' });
      const end = /^(?:Login: \w+|browser\.\w+)/.exec(text)?.[0] ?? text;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    const leaks = site.requests
      .slice(before)
      .filter(({ path, headers }) => path.startsWith('/leak') || headers.host?.startsWith('localhost'));
    expect(leaks.map(({ path, headers }) => `${headers.host}${path}`)).toEqual([]);
    // Both sides of the race were seen.
    expect(ends.size, JSON.stringify([...ends])).toBeGreaterThan(1);
  },
  900_000,
);
