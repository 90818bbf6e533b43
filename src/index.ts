export type { ErrorFacts, RetryRule } from '#kernel/error.ts';
export { isPortolanError, PortolanError } from '#kernel/error.ts';
export type { Settings } from '#sessions/settings.ts';
export type { ShownElement } from '#sessions/views.ts';
export {
  type CallOptions,
  LibrarySession,
  openSession,
  type SessionOptions,
  type SessionReply,
} from '#transports/library/open-session.ts';
