/** A text as it is compared: width, case and white space do not count. */
export function plainValue(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, '').toLowerCase();
}

const DATE = /^\d{4}-\d\d(?:-\d\d)?$/;
const CLOCK = /(\d{1,2}):(\d\d)(?::(\d\d))?\s*([ap]\.?m\.?)?/i;
/** What stands between the values of a control that has several, or the levels of one. */
const SEPARATORS = /\s*[/>›,，、;；\n]\s*/u;

/** Whether a field holds what was written into it: the same text, number, date or time, however it writes it. */
export function isSameValue(held: string, expected: string): boolean {
  if (plainValue(held) === plainValue(expected)) return true;
  if (held.trim() === '' || expected.trim() === '') return false;
  return isSameMoment(held, expected.trim()) || isSameNumber(held, expected) || isSameMonth(held, expected);
}

const MONTH_LOCALES = ['en', 'zh', 'pt', 'it', 'id'];

/** Whether a field says with a word which month of the year it is. */
function isSameMonth(held: string, expected: string): boolean {
  const month = /^\s*0?([1-9]|1[0-2])\s*$/.exec(expected)?.[1];
  if (month === undefined) return false;
  const at = new Date(2000, Number(month) - 1, 1);
  return MONTH_LOCALES.some((locale) =>
    (['long', 'short'] as const).some(
      (style) =>
        plainValue(new Intl.DateTimeFormat(locale, { month: style }).format(at)) === plainValue(held),
    ),
  );
}

/** Whether a control holds just what was chosen, each value or level of it. */
export function isSameChoice(held: string, expected: string): boolean {
  if (plainValue(held) === plainValue(expected)) return true;
  const has = new Set(valuesIn(held));
  const wanted = valuesIn(expected);
  return wanted.length > 0 && wanted.every((value) => has.has(value));
}

function valuesIn(text: string): readonly string[] {
  return text
    .split(SEPARATORS)
    .map(plainValue)
    .filter((value) => value !== '');
}

function isSameNumber(held: string, expected: string): boolean {
  const [one, other] = [held, expected].map((text) => Number(text.replace(/[,\s]/g, '')));
  return Number.isFinite(one) && one === other;
}

/** @param expected - as forms take it: `2026-12-31`, `14:30`, or both. */
function isSameMoment(held: string, expected: string): boolean {
  const [day, time] = apart(expected);
  const [heldDay, heldTime] = apart(held);
  if (day !== '' && !DATE.test(day)) return false;
  if (day === '' && time === undefined) return false;
  return time === heldTime && (day === '' ? heldDay === '' : isSameDay(heldDay, day));
}

/** A text without its time of day, and that time in seconds after midnight. */
function apart(text: string): readonly [rest: string, seconds: number | undefined] {
  const clock = CLOCK.exec(text);
  if (clock === null) return [text.trim(), undefined];
  const [whole, hours = '', minutes = '', seconds = '0', half] = clock;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  const rest = text.replace(whole, '').replace(/T$/, '').trim();
  return [rest, hour * 3_600 + Number(minutes) * 60 + Number(seconds)];
}

/** The same year, month and day in any order of figures, or with the month as a word. */
function isSameDay(held: string, expected: string): boolean {
  const figures = (text: string) =>
    [...text.matchAll(/\d+/g)].map(([all]) => Number(all)).sort((a, b) => a - b);
  if (figures(held).join() === figures(expected).join()) return true;
  if (!/\p{L}{3,}/u.test(held)) return false;
  const at = new Date(Date.parse(held));
  if (Number.isNaN(at.getTime())) return false;
  const [year, month, day] = expected.split('-').map(Number);
  const isMonth = at.getFullYear() === year && at.getMonth() + 1 === month;
  return isMonth && (day === undefined || at.getDate() === day);
}
