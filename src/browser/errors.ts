import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const BROWSER_ERRORS = {
  dialog_open: {
    means: 'A confirm, prompt or beforeunload dialog of the page waits for an answer.',
    remedy: 'Answer it with browser_dialog, then go on.',
    retry: 'after-dialog',
    status: 409,
    exit: 1,
    strict: 'notReady',
  },
  page_unresponsive: {
    means: "The page's script does not give way.",
    remedy: 'Wait and take a snapshot, navigate elsewhere, or close the tab.',
    retry: 'no',
    status: 504,
    exit: 5,
    strict: 'notReady',
  },
  page_crashed: {
    means: 'The process that draws the page died.',
    remedy: 'Navigate: that revives the tab, with its cookies.',
    retry: 'after-navigation',
    status: 502,
    exit: 6,
    strict: 'notLoaded',
  },
  browser_gone: {
    means: 'The browser died.',
    remedy: 'Call again: a new browser starts. Open pages and cookies of this session are lost.',
    retry: 'yes',
    status: 502,
    exit: 6,
    strict: 'notReady',
  },
  navigation_failed: {
    means: 'The page could not be loaded.',
    remedy: 'Check the address, or try again.',
    retry: 'yes',
    status: 502,
    exit: 1,
    strict: 'notLoaded',
  },
  certificate_error: {
    means: "The site's certificate is not valid.",
    remedy: 'If the site is to be trusted all the same, start with --ignore-https-errors.',
    retry: 'no',
    status: 502,
    exit: 1,
    strict: 'notLoaded',
  },
  http_auth_required: {
    means: 'The site asks for HTTP credentials.',
    remedy: 'Start with --http-credentials user:password for this site.',
    retry: 'no',
    status: 401,
    exit: 3,
    strict: 'userActionRequired',
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(BROWSER_ERRORS);
