import { JOURNAL_ERRORS } from '#journal/errors.ts';
import { type ErrorFacts, isPortolanError, PortolanError } from '#kernel/error.ts';
import { KERNEL_ERRORS } from '#kernel/errors.ts';
import type { JournalStore } from './journal-store.ts';

export type StoreMethod = keyof JournalStore;

/** A call as it goes to the thread that owns the database. */
export interface StoreCall {
  readonly id: number;
  readonly method: StoreMethod;
  readonly arguments: readonly unknown[];
}

/** The answer to the call with the same id. */
export type StoreAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: StoreFailure };

/** An error in a form that can be sent: classes do not survive the way between threads. */
export interface StoreFailure {
  readonly code: string;
  readonly sentence: string;
  readonly facts: ErrorFacts;
}

const CATALOGUE = { ...KERNEL_ERRORS, ...JOURNAL_ERRORS };

export function failureOf(error: unknown): StoreFailure {
  if (isPortolanError(error)) return { code: error.code, sentence: error.message, facts: error.facts };
  const sentence = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: '', sentence, facts: {} };
}

export function errorOf({ code, sentence, facts }: StoreFailure): Error {
  const entry = Object.entries(CATALOGUE).find(([known]) => known === code)?.[1];
  return entry === undefined
    ? new Error(`The journal's thread failed: ${sentence}`)
    : new PortolanError(code, entry, sentence, facts);
}
