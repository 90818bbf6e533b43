import { type ErrorCatalogue, failFrom } from '#kernel/error.ts';

export const SESSION_ERRORS = {
  session_lost: {
    means: 'The session ended, is unknown, or belongs to another caller.',
    remedy: 'Call again: a new session starts. Navigate first; earlier refs and pages are gone.',
    retry: 'yes',
    status: 404,
    exit: 6,
    strict: 'denied',
  },
  session_required: {
    means: 'The client did not name its session.',
    remedy: 'Use an address that ends in a session name; `portolan config` prints one.',
    retry: 'no',
    status: 400,
    exit: 2,
  },
  sealed: {
    means: 'A secret was typed into the page, so nothing that could read it back is allowed.',
    remedy:
      'Go on with snapshots and actions. Another page lifts it, and so does browser_navigate reload on a page that stays.',
    retry: 'after-reload',
    status: 403,
    exit: 3,
    strict: 'denied',
  },
  authentication_protected: {
    means: 'A person has taken the session over, for a sign-in or another step that is theirs.',
    remedy: 'Wait until the person gives it back, then take a snapshot before going on.',
    retry: 'when-passed',
    status: 423,
    exit: 3,
    strict: 'authenticationProtected',
  },
  repeated_action: {
    means: 'The same action was just refused for the same reason, which still stands.',
    remedy: 'Do something else: another element, another way, or deal with the reason first.',
    retry: 'no',
    status: 409,
    exit: 1,
  },
} as const satisfies ErrorCatalogue;

export const fail = failFrom(SESSION_ERRORS);
