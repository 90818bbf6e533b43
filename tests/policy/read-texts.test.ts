import { expect, test } from 'vitest';
import { ReadTexts } from '#policy/read-texts.ts';
import { proves } from '../spec/proves.ts';
import { randomFrom, TEST_SEED } from '../support/samples.ts';

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  (text) => Buffer.from(text).toString('hex'),
  (text) => [...text].reverse().join(''),
  (text) => `z${text}`,
];
const PLACES: readonly ((text: string) => string)[] = [
  (text) => `https://b.example/?q=${text}`,
  (text) => `https://b.example/a/${text}/b`,
  (text) => `https://b.example/#${text}`,
  (text) => `https://b.example/?a=1&ref=${text}&c=2`,
  (text) => `https://b.example/?q=please+see+${text}+today`,
];

proves('I5', 'of two hundred ways to carry what was read elsewhere none is let through', () => {
  const random = randomFrom(TEST_SEED);
  const letters = 'abcdefghijkmnpqrstuvwxyz0123456789';
  const missed: string[] = [];
  for (let at = 0; at < 200; at += 1) {
    const secret = `acct-${Array.from({ length: 14 }, () => letters[Math.floor(random() * letters.length)]).join('')}7`;
    const texts = new ReadTexts();
    texts.note('https://a.example', `Your reference is ${secret}, keep it.`);
    const encode = ENCODINGS[at % ENCODINGS.length] ?? ((text: string) => text);
    const place = PLACES[Math.floor(random() * PLACES.length)] ?? ((text: string) => text);
    const url = place(encode(secret));
    if (texts.carriedBy(url) === undefined) missed.push(url);
  }
  expect(missed).toEqual([]);
});

proves('I5', 'much that looks random is asked about, whatever was read', () => {
  const random = 'k3Jx9Qm2Zt7Vb5Ws8Lr4Np6Hd1Gf0Yc'.repeat(3);
  expect(new ReadTexts().carriedBy(`https://b.example/?d=${random}`)).toContain('look random');
});

test('ordinary addresses, and what the very site said, are let through', () => {
  const texts = new ReadTexts();
  texts.note(
    'https://a.example',
    'The harbour office is open on working days. Invoice F-2041, 12 of July 2026.',
  );
  for (const url of [
    'https://b.example/',
    'https://b.example/search?q=harbour+office',
    'https://b.example/opening/working-days?page=2&sort=date',
    'https://en.b.example/wiki/History_of_navigation',
    'https://a.example/invoices/F-2041?ref=harbour-office-2041',
  ])
    expect(texts.carriedBy(url), url).toBeUndefined();
});
