import { expect, test } from 'vitest';
import { durabilityOf, strongest } from '#journal/durability.ts';
import { EVENT_KINDS, versionOf } from '#journal/event.ts';

test('what cannot be taken back is on the disk first, and what only reads is batched', () => {
  const intent = (effect: string) => durabilityOf({ kind: 'operation-intent', effect });
  for (const effect of ['submit', 'credential', 'upload', 'script', 'boundary'])
    expect(intent(effect)).toBe('full');
  for (const effect of ['input', 'activate', 'navigate', 'reveal', 'download'])
    expect(intent(effect)).toBe('normal');
  // One that this table does not know is not taken lightly.
  expect(intent('something-new')).toBe('full');
  expect(durabilityOf({ kind: 'operation-outcome', effect: 'submit' })).toBe('full');
  expect(durabilityOf({ kind: 'operation-read', effect: 'read' })).toBe('batched');
  expect(durabilityOf({ kind: 'approval-answered', effect: 'read' })).toBe('full');
});

test('the stronger of two durabilities wins', () => {
  expect(strongest('batched', 'full')).toBe('full');
  expect(strongest('normal', 'batched')).toBe('normal');
});

test('every kind has a name of its own and a version', () => {
  expect(new Set(EVENT_KINDS).size).toBe(EVENT_KINDS.length);
  for (const kind of EVENT_KINDS) expect(versionOf(kind)).toBeGreaterThanOrEqual(1);
});
