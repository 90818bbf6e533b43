import { expect, test } from 'vitest';
import type { RecordedOperation } from '#sessions/recorded-operation.ts';
import type { RecordedWords } from '#workflow/record/move.ts';
import { movesOf } from '#workflow/record/moves-of.ts';

// What becomes of operations as the journal has them: which are said, which are one sentence, which are left out.

type Given = Partial<RecordedOperation>;

function words(role: string, name: string, more: Partial<RecordedWords> = {}): RecordedWords {
  return { role, name, around: [], alike: [], isFilled: false, ...more };
}
const FIELD = words('textbox', 'Title');
const LIST = words('combobox', 'City');
const BOX = words('checkbox', 'Gift');

function moves(...operations: readonly Given[]) {
  const recorded = operations.map(
    (given, at): RecordedOperation => ({
      seq: at + 1,
      operation: 'click',
      isRead: false,
      hasSucceeded: true,
      outcome: 'changed',
      at: 'http://localhost/',
      isNamed: true,
      given: {},
      ...given,
    }),
  );
  const { moves: said, leftOut } = movesOf(recorded);
  return {
    said: said.map(({ meaning }) => meaning),
    leftOut: leftOut.map(({ seq, why }) => [seq, why] as const),
  };
}
const type = (typed: string, more: Given = {}): Given => ({ operation: 'type', on: FIELD, typed, ...more });
const filled = (value: string) => ({ does: 'fill', lifted: { label: 'Title', value } });

test('a field is said once, with what it was given last', () => {
  expect(moves({ on: FIELD }, type('a'), type('b')).said).toEqual([filled('b')]);
  expect(moves(type('a'), { operation: 'press', given: { key: 'Tab' }, on: FIELD }, type('b')).said).toEqual([
    filled('a'),
    { does: 'press', keys: 'Tab' },
    filled('b'),
  ]);
  const other = words('textbox', 'Title', { around: ['Other'], alike: [FIELD] });
  expect(moves(type('a'), type('b', { on: other })).said).toHaveLength(2);
  expect(moves({ on: FIELD, given: { count: 2 } }, type('a')).said).toHaveLength(2);
});

test('what is added to a field is said whole, where it is known', () => {
  const append = { given: { append: true } };
  expect(moves(type('a'), type('b', append)).said).toEqual([filled('ab')]);
  expect(moves(type('b', { ...append, holds: 'xb' })).said).toEqual([filled('xb')]);
  const full = words('textbox', 'Title', { isFilled: true });
  expect(moves(type('b', { ...append, on: full })).leftOut).toEqual([
    [1, 'It was added to text that is not known.'],
  ]);
  const { isFilled: _, ...unseen } = FIELD;
  expect(moves(type('b', { operation: 'keyboard', on: unseen })).said).toEqual([]);
  expect(moves({ on: FIELD }, type('b', { operation: 'keyboard', holds: 'b' })).said).toEqual([filled('b')]);
  const secret = { operation: 'type', on: FIELD, withheld: 'secret' as const };
  const asked = { does: 'fill', lifted: { label: 'Title', why: 'secret' } };
  expect(moves(secret, type('b', { ...append, holds: 'ab' })).said).toEqual([asked]);
  expect(moves(secret).said).toEqual([asked]);
});

test('text and Enter are two sentences, and a key alone is one', () => {
  const enter = { does: 'press', keys: 'Enter' };
  expect(moves(type('a', { given: { submit: true } })).said).toEqual([filled('a'), enter]);
  expect(moves({ operation: 'press', isNamed: false, given: { key: 'ctrl+a' } }).said).toEqual([
    { does: 'press', keys: 'Control+A' },
  ]);
  expect(moves({ operation: 'press', on: FIELD, withheld: 'secret' }).said).toEqual([]);
  expect(moves({ operation: 'keyboard', given: { keys: ['Tab', 'Enter'] } }).said).toEqual([
    { does: 'press', keys: 'Tab' },
    enter,
  ]);
});

test('an option that is pressed right after its list is chosen in it', () => {
  const option = words('option', 'Porto');
  const drawn = words('clickable', 'Porto', { alike: [option] });
  const chosen = { does: 'select', values: ['Porto'] };
  expect(moves({ on: LIST }, { on: option }).said).toEqual([chosen]);
  expect(moves({ on: LIST }, { on: drawn }).said).toEqual([chosen]);
  expect(moves({ on: LIST }, type('Por', { on: LIST }), { on: option }).said).toEqual([chosen]);
  expect(moves({ on: BOX }, { on: option }).said).toEqual([{ does: 'click' }, { does: 'click' }]);
  const several = moves(
    { on: LIST },
    { on: option },
    { on: words('option', 'Faro') },
    { on: words('option', 'Beja') },
  );
  expect(several.said).toEqual([]);
  expect(several.leftOut.map(([seq]) => seq)).toEqual([1, 3, 4]);
  expect(moves({ operation: 'select', on: LIST, given: { values: ['A ', 'B'] } }).said).toEqual([
    { does: 'select', values: ['A', 'B'] },
  ]);
});

test('a tick is said as the state it led to, the last one where nothing lay between', () => {
  expect(moves({ on: BOX, isChecked: true }).said).toEqual([{ does: 'check' }]);
  expect(moves({ on: BOX, isChecked: true }, { on: BOX, isChecked: false }).said).toEqual([
    { does: 'uncheck' },
  ]);
  expect(moves({ operation: 'check', on: BOX, given: { checked: false } }).said).toEqual([
    { does: 'uncheck' },
  ]);
  expect(moves({ on: words('radio', 'By sea') }).said).toEqual([{ does: 'check' }]);
  expect(moves({ on: BOX }).said).toEqual([{ does: 'click' }]);
});

test('addresses that were opened are said, those that clicks led to are not', () => {
  const open = (url: string): Given => ({ operation: 'navigate', destination: url, outcome: 'navigated' });
  const back = {
    operation: 'travel',
    given: { to: 'back' },
    outcome: 'navigated',
    ledTo: 'http://localhost/a',
  };
  const link = { on: words('link', 'B'), outcome: 'navigated', ledTo: 'http://localhost/b' };
  expect(moves(open('http://localhost/a'), link, back).said).toEqual([
    { does: 'open', url: 'http://localhost/a' },
    { does: 'click' },
    { does: 'open', url: 'http://localhost/a' },
  ]);
  expect(moves(open('about:blank')).said).toEqual([]);
  expect(moves({ ...open('http://localhost/f.zip'), outcome: 'download' }).leftOut).toHaveLength(1);
  expect(moves({ on: words('link', 'Report'), outcome: 'download' }).said).toEqual([{ does: 'download' }]);
  const newTab = { ...open('http://localhost/t'), operation: 'tabs', given: { action: 'new' } };
  expect(moves(newTab).said).toEqual([{ does: 'open', url: 'http://localhost/t' }]);
});

test('a wait for a text, an address or a state is said, a wait for time is not', () => {
  const wait = (given: RecordedOperation['given'], more: Given = {}): Given => ({
    operation: 'wait',
    isRead: true,
    given,
    ...more,
  });
  expect(moves(wait({ text: 'Done' }), wait({ textGone: 'Busy' }), wait({ url: '/done' })).said).toEqual([
    { does: 'wait-for', text: 'Done', is: 'text' },
    { does: 'wait-for', text: 'Busy', is: 'no-text' },
    { does: 'wait-for', text: '/done', is: 'url' },
  ]);
  expect(moves(wait({ state: 'gone' }, { on: BOX })).said).toEqual([
    { does: 'wait-for-state', state: 'hidden' },
  ]);
  expect(moves(wait({}), wait({ text: 'x' }, { hasSucceeded: false, outcome: 'timeout' }))).toEqual({
    said: [],
    leftOut: [],
  });
  expect(moves(wait({ url: '*/done' }), wait({ text: 'a', url: 'b' })).leftOut).toHaveLength(2);
});

test('a sign-in is said only when it was verified', () => {
  const login = { operation: 'login', given: { credentialId: 'portal' } };
  expect(moves({ ...login, credentialOutcome: 'verified' }).said).toEqual([
    { does: 'sign-in', credentialId: 'portal' },
  ]);
  expect(moves({ ...login, credentialOutcome: 'inconclusive' }).leftOut).toEqual([
    [1, 'The sign-in was not verified: inconclusive.'],
  ]);
  expect(moves(login).said).toEqual([]);
});

test('an answer to a question of the browser is a click on its button', () => {
  const answers = [true, false].map((accept) => ({ operation: 'answer-dialog', given: { accept } }));
  expect(moves(...answers).said).toEqual([
    { does: 'answer', accept: true },
    { does: 'answer', accept: false },
  ]);
});

test('what no sentence says is left out with a reason, and what only reads or scrolls without a word', () => {
  const left: readonly Given[] = [
    { on: words('clickable', '') },
    { on: BOX, given: { button: 'right' } },
    { on: BOX, given: { count: 3 } },
    { on: BOX, given: { modifiers: ['Shift'] } },
    { operation: 'drag' },
    { operation: 'run-script' },
    { operation: 'answer-dialog', given: { accept: true, hasText: true } },
    { operation: 'travel', given: { to: 'reload' } },
    { operation: 'tabs', given: { action: 'select' } },
    { operation: 'upload', on: words('file', ''), given: { paths: ['/a'] } },
    { on: BOX, hasSucceeded: false, outcome: 'covered' },
    { on: BOX, hasSucceeded: false, outcome: 'unknown' },
  ];
  const { said, leftOut } = moves(...left);
  expect(said).toEqual([]);
  expect(leftOut.map(([seq]) => seq)).toEqual(left.map((_, at) => at + 1));
  for (const [, why] of leftOut) expect(why).toMatch(/\S\.$/);
  const silent = ['scroll', 'screenshot', 'snapshot', 'find', 'read'].map((operation) => ({
    operation,
    isRead: operation !== 'scroll',
  }));
  expect(moves(...silent, { operation: 'pointer-input', given: { action: 'wheel' } })).toEqual({
    said: [],
    leftOut: [],
  });
});
