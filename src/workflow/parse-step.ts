import { quotePageText } from '#kernel/untrusted-text.ts';
import { fail } from './errors.ts';
import { EN } from './lexicon/en.ts';
import { expressionOf } from './lexicon/expression.ts';
import type { Lexicon } from './lexicon/lexicon.ts';
import { ZH } from './lexicon/zh.ts';
import { isWrittenIn, nearestPhrasing } from './parse-nearest.ts';
import { setQuotesAside } from './parse-quotes.ts';
import { type Refusal, refusalOf, refusalWords } from './parse-refusals.ts';
import { readSentence } from './parse-sentence.ts';
import type { ParsedStep, Step } from './step.ts';

/** Every language that steps may be written in; the first that understands a sentence wins. */
export const LEXICONS: readonly Lexicon[] = [ZH, EN];

/** Longer than any sentence, its quoted parts aside. */
const LIMIT_CHARACTERS = 400;

/**
 * Reads one sentence as an operation, a target and a value. Deterministic; reads nothing but the sentence. What
 * stands in quotes is never read as language, and what can be read in two ways is refused.
 *
 * @throws step_not_understood with the nearest phrasing in `facts.nearest`, why it is refused in `facts.because`, and
 *   what to write instead as the remedy.
 */
export function parseStep(sentence: string): ParsedStep {
  const read = readAny(sentence);
  if ('step' in read) return { sentence, ...read };
  const nearest = nearestPhrasing(sentence, LEXICONS);
  const { says, remedy } = refusalWords(understoodHalves(read.refusal), nearest);
  throw fail('step_not_understood', `${quotePageText(sentence)} ${says}.`, {
    nearest,
    because: read.refusal.because,
    remedy: `${remedy}.`,
  });
}

type ReadAny = { readonly step: Step; readonly locale: string } | { readonly refusal: Refusal };

function readAny(written: string): ReadAny {
  const sentence = setQuotesAside(written.trim());
  if (sentence === undefined) return { refusal: { because: 'open-quote' } };
  if (sentence.text.length > LIMIT_CHARACTERS || /[\r\n]/.test(sentence.text))
    return { refusal: { because: 'not-known' } };
  let refusal: Refusal | undefined;
  for (const lexicon of LEXICONS) {
    if (lexicon.locale === 'zh' && !isWrittenIn(sentence.text, lexicon)) continue;
    const text = withoutLeads(sentence.text, lexicon);
    const read = readSentence(withoutTrails(text, lexicon), sentence, lexicon);
    const refused =
      read !== undefined || isWrittenIn(sentence.text, lexicon)
        ? refusalOf(text, sentence, lexicon)
        : undefined;
    if (read !== undefined && 'step' in read && refused === undefined)
      return { step: read.step, locale: lexicon.locale };
    refusal ??= refused ?? (read !== undefined && 'refusal' in read ? read.refusal : undefined);
  }
  return { refusal: refusal ?? { because: 'not-known' } };
}

/** Two operations are shown apart where each of them is a step. */
function understoodHalves(refusal: Refusal): Refusal {
  if (!('halves' in refusal) || refusal.halves.every((half) => 'step' in readAny(half))) return refusal;
  return { because: refusal.because };
}

function withoutLeads(text: string, { leads }: Lexicon): string {
  const lead = expressionOf(String.raw`^${leads}\s*`);
  let rest = text.trim();
  while (lead.test(rest)) rest = rest.replace(lead, '');
  return rest;
}

function withoutTrails(text: string, { trails }: Lexicon): string {
  return text.replace(expressionOf(`${trails}$`), '').trim();
}
