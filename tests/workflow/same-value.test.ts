import { expect, test } from 'vitest';
import { isSameChoice, isSameValue } from '#workflow/same-value.ts';

test.each([
  ['新品', '新品'],
  ['  Launch ', 'launch'],
  ['1,000', '1000'],
  ['7.0', '7'],
  ['0', '0'],
  ['31/12/2026', '2026-12-31'],
  ['2026年12月31日', '2026-12-31'],
  ['Dec 31, 2026', '2026-12-31'],
  ['December 2026', '2026-12'],
  ['14:30:00', '14:30'],
  ['December', '12'],
  ['十二月', '12'],
  ['3月', '03'],
  ['2:30 PM', '14:30'],
  ['12:05 am', '00:05'],
  ['31.12.2026 14:30', '2026-12-31T14:30'],
])('a field that shows %j holds %j', (held, expected) => {
  expect(isSameValue(held, expected)).toBe(true);
});

test.each([
  ['', '0'],
  ['2026-11-23', '2026-12-31'],
  ['2026-12-13', '2026-12-31'],
  ['Nov 30, 2026', '2026-12-31'],
  ['14:30:53', '14:30'],
  ['00:10', '10:00'],
  ['2:30 AM', '14:30'],
  ['2026-12-31 10:00', '2026-12-31'],
  ['71', '7'],
  ['November', '12'],
  ['May be', '5'],
  ['December 2026', '12'],
  ['Launches', 'Launch'],
  ['14:30', '2026-12-31'],
])('a field that shows %j does not hold %j', (held, expected) => {
  expect(isSameValue(held, expected)).toBe(false);
});

test('a choice is held when each of its values is, whole', () => {
  expect(isSameChoice('South / Hills', 'South/Hills')).toBe(true);
  expect(isSameChoice('Urgent, Cold', 'Cold、Urgent')).toBe(true);
  expect(isSameChoice('Berthing, night', 'Berthing, night')).toBe(true);
  expect(isSameChoice('Porto Alegre', 'Porto')).toBe(false);
  expect(isSameChoice('South / Coast', 'South / Hills')).toBe(false);
  expect(isSameChoice('', 'Porto')).toBe(false);
});
