import type { Survey, SurveyedElement } from '#operations/survey.ts';
import { compareWords } from './locate-words.ts';
import { plainValue } from './same-value.ts';
import type { Step, StepTarget } from './step.ts';

/** What fields of a date or time call their parts. */
const PARTS = {
  year: ['year', '年', '年份', '年度', 'ano', 'anno', 'tahun'],
  month: ['month', '月', '月份', 'mês', 'mese', 'bulan'],
  day: ['day', '日', '日期', '天', 'dia', 'giorno', 'hari'],
  hours: ['hours', 'hour', '时', '小时', 'horas', 'ore', 'jam'],
  minutes: ['minutes', 'minute', '分', '分钟', 'minutos', 'minuti', 'menit'],
  seconds: ['seconds', 'second', '秒', '秒钟', 'segundos', 'secondi', 'detik'],
} as const;
type Part = keyof typeof PARTS;

const MOMENT = /^(?:(\d{4})-(\d\d)-(\d\d))?(?:[T ]?(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;

/**
 * The steps that write a date or time into a field that has a part of its own for each of year, month, day and so on.
 *
 * @returns undefined where there is no such field of that name, or its parts are not just those of the value.
 */
export function datePartSteps(page: Survey, target: StepTarget, value: string): readonly Step[] | undefined {
  const given = partsOf(value);
  const parts = page.elements.filter((element) => isPartOf(element, target));
  const named = parts.map(({ name }) => [name, partCalled(name)] as const);
  const isComplete =
    given.size > 0 &&
    named.length === given.size &&
    [...given.keys()].every((part) => named.filter(([, of]) => of === part).length === 1);
  if (!isComplete) return undefined;
  return named.map(([name, part]) => {
    return { does: 'fill', target: { name, within: target.name }, value: given.get(part as Part) ?? '' };
  });
}

/** Whether a value is a date, a time or both, as forms take it. */
export function isMomentText(value: string): boolean {
  return partsOf(value).size > 0;
}

function partsOf(value: string): ReadonlyMap<Part, string> {
  const found = MOMENT.exec(value.trim());
  const names = ['year', 'month', 'day', 'hours', 'minutes', 'seconds'] as const;
  return new Map(
    names.flatMap((name, at): [Part, string][] => {
      const digits = found?.[at + 1];
      return digits === undefined ? [] : [[name, digits]];
    }),
  );
}

/** A part stands in a group that has the name of the field. */
function isPartOf({ role, contexts }: SurveyedElement, { name, within }: StepTarget): boolean {
  if (role !== 'spinbutton') return false;
  const isThere = (words: string) =>
    contexts.some((context) => compareWords(words, context)?.how === 'exact');
  return isThere(name) && (within === undefined || isThere(within));
}

function partCalled(name: string): Part | undefined {
  const plain = plainValue(name);
  return (Object.keys(PARTS) as Part[]).find((part) => (PARTS[part] as readonly string[]).includes(plain));
}
