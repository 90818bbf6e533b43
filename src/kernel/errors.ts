import { type ErrorCatalogue, failFrom } from './error.ts';

/** Refusals that belong to no part of the product alone. */
export const KERNEL_ERRORS = {
  timeout: {
    means: "The call's deadline passed.",
    remedy: 'Look at the page with a snapshot before deciding; send it again only if it was not sent.',
    retry: 'if-not-sent',
    status: 504,
    exit: 5,
    strict: 'possiblyDispatched',
  },
  cancelled: {
    means: 'The caller took the call back.',
    remedy: 'Look at the page with a snapshot before deciding; send it again only if it was not sent.',
    retry: 'if-not-sent',
    status: 499,
    exit: 5,
    strict: 'possiblyDispatched',
  },
  limit_exceeded: {
    means: 'Too big or too many; the sentence says the limit.',
    remedy: 'Ask for less at once.',
    retry: 'smaller',
    status: 413,
    exit: 2,
    strict: 'limitExceeded',
  },
  invalid_arguments: {
    means: 'The arguments do not fit the schema; unknown keys count.',
    remedy: 'Correct the named argument and call again.',
    retry: 'no',
    status: 400,
    exit: 2,
    strict: 'invalidArguments',
  },
  not_enabled: {
    means: 'The tool is switched off here.',
    remedy: 'Use another tool, or ask whoever runs this server to switch it on.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'unsupportedControl',
  },
  environment: {
    means: 'The machine lacks something: a browser, a port, a writable folder, disk space.',
    remedy: 'Mend what the sentence names; `portolan doctor` checks all of it.',
    retry: 'when-mended',
    status: 500,
    exit: 6,
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(KERNEL_ERRORS);
