import { describe, expect, test } from 'vitest';
import { checkUrl } from '#policy/check-url.ts';
import { type DecisionContext, decide } from '#policy/decide.ts';
import { EFFECTS, type Effect } from '#policy/effects.ts';
import { parseHosts } from '#policy/hosts.ts';
import { parseNarrowing } from '#policy/narrowing.ts';
import { PROFILE_NAMES, PROFILE_RULES, type ProfileName, profileOf } from '#policy/profiles.ts';
import { Taint } from '#policy/taint.ts';
import { proves } from '../spec/proves.ts';

const HOSTS = parseHosts(['shop.example']);

function verdict(
  profile: ProfileName,
  effect: Effect,
  more: Partial<DecisionContext> & { destination?: string; origin?: string } = {},
) {
  const { destination, origin = 'https://shop.example', ...context } = more;
  return decide(
    { effects: [effect], origin, ...(destination === undefined ? {} : { destination }) },
    { profile: profileOf(profile), hosts: HOSTS, tainted: false, ...context },
  );
}

/** a = allow, ? = ask, - = deny, plain then tainted; g = by grant. */
const TABLE: Readonly<Record<ProfileName, Readonly<Partial<Record<Effect | 'outside', string>>>>> = {
  portal: {
    read: 'aa',
    reveal: 'aa',
    input: 'aa',
    activate: 'aa',
    navigate: 'aa',
    submit: 'aa',
    outside: '??',
    download: 'aa',
    upload: 'a?',
    credential: 'aa',
    script: '??',
    boundary: '??',
  },
  workflow: {
    read: 'aa',
    reveal: 'aa',
    input: 'aa',
    activate: 'aa',
    navigate: 'aa',
    submit: 'aa',
    outside: '??',
    download: 'aa',
    upload: 'a?',
    credential: 'aa',
    script: '??',
    boundary: '??',
  },
  toolset: {
    read: 'aa',
    reveal: 'aa',
    input: 'aa',
    activate: 'aa',
    navigate: 'aa',
    submit: 'aa',
    outside: '??',
    download: 'aa',
    upload: '??',
    credential: '--',
    script: '??',
    boundary: '--',
  },
  strict: {
    read: 'gg',
    reveal: 'gg',
    input: 'gg',
    activate: 'gg',
    navigate: 'gg',
    submit: 'gg',
    outside: '??',
    download: '??',
    upload: '??',
    credential: '--',
    script: '--',
    boundary: '??',
    tree: 'gg',
  },
  sites: {
    read: 'a?',
    reveal: 'a?',
    input: 'a?',
    activate: 'a?',
    navigate: '??',
    submit: '??',
    outside: '??',
    download: '??',
    upload: '--',
    credential: '??',
    script: '--',
    boundary: '??',
  },
};
const LETTERS = { allow: 'a', ask: '?', deny: '-', grant: 'g' } as const;

describe('profiles', () => {
  test.each(PROFILE_NAMES)('%s has the cells of its row', (name) => {
    for (const [rule, cells] of Object.entries(TABLE[name])) {
      const { plain, tainted } = PROFILE_RULES[name][rule as Effect];
      expect(`${rule} ${LETTERS[plain]}${LETTERS[tainted]}`).toBe(`${rule} ${cells}`);
    }
  });

  test.each(PROFILE_NAMES)('%s is decided by its cells, plain and tainted', (name) => {
    for (const effect of EFFECTS) {
      for (const tainted of [false, true]) {
        const cell = PROFILE_RULES[name][effect][tainted ? 'tainted' : 'plain'];
        for (const granted of [false, true]) {
          const expected = cell === 'grant' ? (granted ? 'allow' : 'deny') : cell;
          expect([effect, verdict(name, effect, { tainted, granted }).verdict]).toEqual([effect, expected]);
        }
      }
    }
  });

  test('unattended, what would be asked is refused at once', () => {
    const profile = profileOf('sites', { unattended: true });
    expect(verdict('sites', 'submit', { profile })).toMatchObject({
      verdict: 'deny',
      code: 'user_action_required',
    });
    expect(verdict('sites', 'read', { profile })).toMatchObject({ verdict: 'allow' });
    expect(verdict('sites', 'upload', { profile })).toMatchObject({ verdict: 'deny', code: 'denied' });
  });
});

describe('origins', () => {
  test('outside the hosts the outside column holds, and the stricter verdict wins', () => {
    const destination = 'https://evil.example/?q=1';
    expect(verdict('portal', 'navigate', { destination })).toMatchObject({
      verdict: 'ask',
      rule: 'portal: outside → ask (evil.example is not on the list of hosts)',
    });
    expect(verdict('portal', 'submit', { destination }).verdict).toBe('ask');
    expect(verdict('toolset', 'credential', { destination }).verdict).toBe('deny');
    expect(verdict('portal', 'input', { origin: 'https://evil.example' }).verdict).toBe('ask');
    expect(verdict('portal', 'read', { origin: 'https://evil.example' }).verdict).toBe('allow');
    expect(verdict('portal', 'navigate', { destination: 'http://shop.example:8080/' }).verdict).toBe('ask');
    expect(verdict('portal', 'navigate', { destination: 'https://shop.example/next' }).verdict).toBe('allow');
  });

  test('the strictest of several effects decides, and no effect at all is refused', () => {
    const context = { profile: profileOf('toolset'), hosts: HOSTS, tainted: false };
    const origin = 'https://shop.example';
    expect(decide({ effects: ['read', 'script'], origin }, context).verdict).toBe('ask');
    expect(decide({ effects: ['script', 'credential', 'read'], origin }, context)).toMatchObject({
      verdict: 'deny',
    });
    expect(decide({ effects: [], origin }, context).verdict).toBe('deny');
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', 'null', 'nonsense'])(
    'a destination of %s is refused by its scheme',
    (destination) => {
      expect(verdict('portal', 'navigate', { destination })).toMatchObject({
        verdict: 'deny',
        code: 'blocked_scheme',
      });
    },
  );

  test('a blob goes by the origin that made it', () => {
    expect(verdict('portal', 'navigate', { destination: 'blob:https://shop.example/0' }).verdict).toBe(
      'allow',
    );
    expect(verdict('portal', 'navigate', { destination: 'blob:https://evil.example/0' }).verdict).toBe('ask');
    expect(verdict('portal', 'navigate', { destination: 'blob:null/0' }).verdict).toBe('deny');
    expect(verdict('portal', 'navigate', { destination: 'about:blank' }).verdict).toBe('allow');
  });
});

describe('a caller’s own limits', () => {
  proves('E11', 'limits of a caller only ever make a decision stricter', () => {
    const order = { allow: 0, ask: 1, deny: 2 } as const;
    const limits = [
      {},
      { effects: [] },
      { effects: [...EFFECTS] },
      { effects: ['read'] },
      { hosts: [] },
      { hosts: ['*'] },
      { hosts: ['evil.example'] },
      { effects: ['script', 'boundary'], hosts: ['evil.example', '*:*'] },
    ].map(parseNarrowing);
    for (const name of PROFILE_NAMES) {
      for (const effect of EFFECTS) {
        for (const destination of ['https://shop.example/', 'https://evil.example/']) {
          const without = verdict(name, effect, { destination });
          for (const narrowing of limits) {
            const narrowed = verdict(name, effect, { destination, narrowing });
            expect(order[narrowed.verdict]).toBeGreaterThanOrEqual(order[without.verdict]);
          }
        }
      }
    }
  });

  proves('E11', 'an empty list is nothing, an unknown field is an error', () => {
    for (const effect of EFFECTS) {
      expect(verdict('portal', effect, { narrowing: parseNarrowing({ effects: [] }) }).verdict).toBe('deny');
    }
    const nowhere = parseNarrowing({ hosts: [] });
    expect(verdict('portal', 'navigate', { narrowing: nowhere })).toMatchObject({
      verdict: 'deny',
      code: 'blocked_host',
    });
    for (const input of [
      { host: ['x.example'] },
      { hosts: ['x.example'], allow: 'all' },
      { effects: ['everything'] },
      { hosts: 'x.example' },
      { hosts: ['https://x.example/'] },
      { hosts: ['*.example.com'] },
      null,
      'all',
    ]) {
      expect(() => parseNarrowing(input), JSON.stringify(input)).toThrow(
        expect.objectContaining({ code: 'invalid_arguments' }),
      );
    }
  });
});

test('a session is tainted by what was read, until the user speaks', () => {
  const taint = new Taint();
  expect(taint.isTainted).toBe(false);
  taint.mark('https://a.example');
  taint.mark('https://b.example');
  taint.mark('https://a.example');
  expect(taint.origins).toEqual(['https://a.example', 'https://b.example']);
  expect(taint.isTainted).toBe(true);
  taint.clear();
  expect(taint.isTainted).toBe(false);
});

proves('F5', 'only http, https, about:blank and blobs of http origins may be opened', () => {
  expect(checkUrl('https://shop.example/a?b#c')).toBe('https://shop.example/a?b#c');
  expect(checkUrl(' HTTP://Shop.Example ')).toBe('http://shop.example/');
  expect(checkUrl('about:blank')).toBe('about:blank');
  expect(checkUrl('blob:https://shop.example/1-2')).toBe('blob:https://shop.example/1-2');
  for (const url of [
    'file:///etc/passwd',
    ' file:///etc/passwd',
    'FILE:/etc/passwd',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript:alert(1)',
    'data:text/html,<p>x',
    'view-source:https://shop.example/',
    'view-source:file:///etc/passwd',
    'chrome://settings',
    'chrome-extension://abc/x.html',
    'devtools://devtools/bundled/inspector.html',
    'about:srcdoc',
    'about:config',
    'filesystem:https://shop.example/temporary/x',
    'blob:null/1-2',
    'blob:file:///1-2',
    'blob:blob:https://shop.example/1',
    'ftp://shop.example/',
    'ws://shop.example/',
    'shop.example',
    '/relative',
    '',
  ]) {
    expect(() => checkUrl(url), url).toThrow(expect.objectContaining({ code: 'blocked_scheme' }));
  }
  expect(() => checkUrl('localhost:3000/x')).toThrow(/write http:\/\/localhost:3000 or/);
  expect(() => checkUrl('shop.example:8080')).toThrow(/write http:\/\/shop\.example:8080 or/);
});
