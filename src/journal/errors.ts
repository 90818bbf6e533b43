import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const JOURNAL_ERRORS = {
  duplicate_operation: {
    means: 'The operation id or idempotency key was used before for another request.',
    remedy: 'Use a new id for a new change; repeat an id only with exactly the same arguments.',
    retry: 'no',
    status: 409,
    exit: 2,
    strict: 'duplicateOperation',
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(JOURNAL_ERRORS);
