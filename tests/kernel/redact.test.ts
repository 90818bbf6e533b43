import { describe, expect, test } from 'vitest';
import { redactStructure, SecretRedactor } from '#kernel/redact.ts';

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
