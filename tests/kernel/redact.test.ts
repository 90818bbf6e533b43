import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactStructure, SecretRedactor } from '#kernel/redact.ts';
import { proves } from '../spec/proves.ts';
import { leaksOf } from '../support/leaks.ts';
import { TEST_SEED, tries } from '../support/samples.ts';

const SECRET = 'S3cret "&<value>/ç';

describe('a live secret is replaced in each form that text can hold', () => {
  const redactor = new SecretRedactor();
  redactor.add('bank', SECRET);

  test.each([
    ['raw', SECRET],
    ['in a URL', encodeURIComponent(SECRET)],
    ['in JSON', JSON.stringify({ value: SECRET })],
    ['in HTML', 'S3cret &quot;&amp;&lt;value&gt;/ç'],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
  ])('%s', (_, text) => {
    const out = redactor.redact(`before ${text} after`);
    expect(out).toContain('«secret:bank»');
    expect(out).not.toContain('S3cret');
    expect(out).toMatch(/^before .* after$/);
  });
});

test('the longer of two secrets goes first, so that none is left in part', () => {
  const redactor = new SecretRedactor();
  redactor.add('pin', '1234');
  redactor.add('card', '1234 5678');
  expect(redactor.redact('1234 5678 and 1234')).toBe('«secret:card» and «secret:pin»');
});

test('an empty secret changes nothing', () => {
  const redactor = new SecretRedactor();
  redactor.add('none', '');
  expect(redactor.redact('plain text')).toBe('plain text');
});

test.each([
  ['https://user:hunter2@shop.example/', 'hunter2'],
  ['https://shop.example/cb?code=abc123&page=2', 'abc123'],
  ['https://shop.example/#access_token=abc123', 'abc123'],
  ['Authorization: Bearer abc.def-123', 'abc.def-123'],
])('%s loses what is a secret by its place', (text, secret) => {
  const out = redactStructure(text);
  expect(out).not.toContain(secret);
  expect(out).toContain('«');
});

test.each(['https://shop.example/?page=2&sort=name', 'Press Ctrl+A: then type.', 'mailto:ana@example.com'])(
  '%s stays as it is',
  (text) => {
    expect(redactStructure(text)).toBe(text);
  },
);

/** What a page or a program may make of a value before it comes out. */
const WAYS: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  'upper case': (value) => value.toUpperCase(),
  'lower case': (value) => value.toLowerCase(),
  backwards: (value) => [...value].reverse().join(''),
  url: encodeURIComponent,
  'url with plus': (value) => encodeURIComponent(value).replaceAll('%20', '+'),
  'url twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  json: (value) => JSON.stringify({ value }),
  'json in json': (value) => JSON.stringify(JSON.stringify({ value })),
  html: (value) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'html by numbers': (value) => [...value].map((c) => `&#${c.codePointAt(0)};`).join(''),
  hex: (value) => Buffer.from(value).toString('hex'),
  base64: (value) => Buffer.from(value).toString('base64'),
  'base64 after one': (value) => Buffer.from(`x${value}yz`).toString('base64'),
  'base64 after two': (value) => Buffer.from(`xx${value}`).toString('base64'),
  'base64url of a name and it': (value) => Buffer.from(`ana:${value}`).toString('base64url'),
  'in six nodes': (value) => {
    const size = Math.ceil(value.length / 6);
    const parts = Array.from({ length: 6 }, (_, at) => value.slice(at * size, (at + 1) * size)).filter(
      Boolean,
    );
    return parts.map((part) => `  - ${part}`).join('\n');
  },
  'in cells with refs': (value) =>
    `- row: button "${value.slice(0, 3)}" [e12@v3] | ${value.slice(3, 6)} | ${value.slice(6)}`,
  'in tags': (value) => `<b>${value.slice(0, 4)}</b><i class="x">${value.slice(4)}</i>`,
  'cut short': (value) => `"${value.slice(0, -2)}…"`,
};

describe('each way in which a value comes out', () => {
  for (const [name, way] of Object.entries(WAYS))
    proves('V1', name, () => {
      const redactor = new SecretRedactor();
      for (const value of [
        'Mar3s-Vivas!9&x',
        'correct horse battery staple',
        'p&ss"w<rd>\'ç√',
        '4111111111111111',
      ]) {
        redactor.add('canary', value);
        const out = redactor.redact(`before ${way(value)} after`);
        expect(leaksOf(value, out), out).toEqual([]);
        expect(out).toContain('«secret:canary»');
        expect(redactor.holds(way(value)) || name === 'cut short').toBe(true);
        expect(out).not.toContain(value.slice(0, -2));
      }
    });
});

proves('V1', 'any value of eight characters or more, in any way, in any text', () => {
  const value = fc
    .string({ minLength: 8, maxLength: 40, unit: 'grapheme-ascii' })
    .filter((text) => /[a-z0-9]{4}/i.test(text) && text.trim() === text);
  const way = fc.constantFrom(
    ...Object.keys(WAYS).filter((name) => name !== 'cut short' && !name.startsWith('in ')),
  );
  fc.assert(
    fc.property(value, way, (secret, name) => {
      const redactor = new SecretRedactor();
      redactor.add('canary', secret);
      const shown = WAYS[name]?.(secret) ?? '';
      return !redactor.redact(`say ${shown} now`).includes(shown);
    }),
    { seed: TEST_SEED, numRuns: tries(60, 5_000) },
  );
});

proves('V15', 'a card number that a page writes its own way is found', () => {
  const redactor = new SecretRedactor();
  redactor.add('card', '4111222233334444');
  for (const text of ['4111 2222 3333 4444', '4111-2222-3333-4444', '4111\u00a02222\u00a03333\u00a04444'])
    expect(redactor.redact(`Card ${text}.`)).toBe('Card «secret:card».');
});

proves(
  'V15',
  'short values are found as words of their own, and of 50 pages at most one word in a hundred goes',
  () => {
    const root = new URL('../pages/', import.meta.url);
    const names = readdirSync(root);
    const pages = Array.from({ length: 50 }, (_, at) =>
      textOfPage(new URL(`${names[at % names.length]}/index.html`, root)),
    );
    const dated = pages.map(
      (page, at) => `${page} F-20${at} 2026-12-${at} €1,234.56 4821-9 +44 482 913 ref A4821B 12:34`,
    );
    expect(dated).toHaveLength(50);
    const redactor = new SecretRedactor();
    const pins = ['4821', '739', '482913', 'k7Q2x'];
    for (const pin of pins) redactor.add('pin', pin);
    let words = 0;
    let taken = 0;
    for (const page of dated) {
      words += page.split(/\s+/).length;
      taken += redactor.redact(page).split('«secret:pin»').length - 1;
      for (const pin of pins)
        for (const shown of [
          `PIN ${pin}.`,
          `"${pin}"`,
          `pin=${pin}&x`,
          `(${pin})`,
          Buffer.from(pin).toString('base64'),
        ])
          expect(redactor.redact(`${page} ${shown}`).endsWith(shown), shown).toBe(false);
    }
    expect(taken / words).toBeLessThanOrEqual(0.01);
  },
);

proves('S-O21', 'telling parameters of an address are taken out, others stay', () => {
  for (const name of [
    'token',
    'code',
    'sid',
    'SAMLResponse',
    'password',
    'access_token',
    'session_id',
    'otp',
    'client_secret',
    'ticket',
  ])
    for (const mark of ['?', '#', '?page=2&'])
      expect(redactStructure(`https://x.example/p${mark}${name}=abc.123`)).toBe(
        `https://x.example/p${mark}${name}=«redacted»`,
      );
  for (const url of ['https://x.example/?zipcode=10115&pins=3&keyboard=de', 'https://x.example/?q=token'])
    expect(redactStructure(url)).toBe(url);
});

function textOfPage(file: URL): string {
  try {
    return readFileSync(file, 'utf8').replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/g, ' ');
  } catch {
    return 'The harbour office opens at nine and answers within 4 working days.';
  }
}
