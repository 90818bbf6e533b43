import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const POLICY_ERRORS = {
  blocked_scheme: {
    means: 'Only http and https pages and about:blank may be opened.',
    remedy: 'Give an http or https address.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  blocked_host: {
    means: 'The host or port is not on the list of hosts.',
    remedy: 'Whoever runs this server can list it with --hosts.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  blocked_address: {
    means: 'The name leads to a private, loopback or otherwise special address.',
    remedy: 'Whoever runs this server can list the host by name with --hosts.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  upload_denied: {
    means: 'The file is outside the upload roots, too large, or of a kind never uploaded.',
    remedy: 'Choose a file inside an upload root; --upload-root adds one.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  download_denied: {
    means: 'The download is over the limit or ruled out.',
    remedy: 'Ask whoever runs this server to allow it.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  approval_declined: {
    means: 'A person said no.',
    remedy: 'Do not ask for the same thing again; report it, or find another way.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'approvalDeclined',
  },
  user_action_required: {
    means: 'A person has to allow this, and none could be asked.',
    remedy: 'Report what is needed and stop, or ask whoever runs this server.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'userActionRequired',
  },
  denied: {
    means: 'The profile of this session never allows this.',
    remedy: 'Find another way; this is not for this session.',
    retry: 'no',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(POLICY_ERRORS);
