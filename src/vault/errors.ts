import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const VAULT_ERRORS = {
  origin_mismatch: {
    means: 'The page or its form is not the site that the credential is bound to.',
    remedy: 'Go to the site the credential is for. Whoever owns the credential can bind it to another host.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  origin_unverified: {
    means: 'It cannot be told which site a page or form belongs to, so no credential is used there.',
    remedy: 'Open the sign-in page of the site itself, by its https address.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(VAULT_ERRORS);
