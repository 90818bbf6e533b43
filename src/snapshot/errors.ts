import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const SNAPSHOT_ERRORS = {
  stale_ref: {
    means: "The ref's document is not the tab's any more.",
    remedy: 'Use a ref from the snapshot below, or take a new one.',
    retry: 'after-snapshot',
    status: 409,
    exit: 4,
    strict: 'staleTarget',
  },
  detached_ref: {
    means: 'The element is gone, its frame got another document, or its tab was closed.',
    remedy: 'Use a ref from the snapshot below, or take a new one.',
    retry: 'after-snapshot',
    status: 409,
    exit: 4,
    strict: 'staleReference',
  },
  changed_ref: {
    means: 'The element lives but is not what was shown.',
    remedy:
      'It has now been shown: if it is still what you mean, the same ref goes through in the next call.',
    retry: 'yes',
    status: 409,
    exit: 4,
    strict: 'staleReference',
  },
  invalid_ref: {
    means: 'The ref is malformed, was never issued, or is of a generation to come.',
    remedy: 'Use a ref exactly as a snapshot prints it, such as e12@v3.',
    retry: 'no',
    status: 400,
    exit: 4,
    strict: 'staleReference',
  },
  not_found: {
    means: 'Nothing matches.',
    remedy: 'Look at the page with a snapshot and ask for what is there.',
    retry: 'no',
    status: 404,
    exit: 7,
    strict: 'routeUnresolved',
  },
  ambiguous: {
    means: 'Several things match.',
    remedy: 'Choose one of the candidates by its ref.',
    retry: 'no',
    status: 404,
    exit: 7,
    strict: 'routeUnresolved',
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(SNAPSHOT_ERRORS);
