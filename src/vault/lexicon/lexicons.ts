import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FALLBACK } from './fallback.ts';
import { FR } from './fr.ts';
import { ID } from './id.ts';
import { IT } from './it.ts';
import type { Lexicon } from './lexicon.ts';
import { PT } from './pt.ts';
import { ZH } from './zh.ts';

/** Every language that is understood. All are looked for at once: people mix them. */
export const LEXICONS: readonly Lexicon[] = [FALLBACK, EN, IT, PT, ES, FR, DE, ZH, ID];
