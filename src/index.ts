export type { ErrorFacts, RetryRule } from '#kernel/error.ts';
export { isPortolanError, PortolanError } from '#kernel/error.ts';
export type { ReplyImage } from '#sessions/plan.ts';
export type { Settings } from '#sessions/settings.ts';
export type { ShownElement } from '#sessions/views.ts';
export type { LibrarySession } from '#transports/library/library-session.ts';
export { openSession, type SessionOptions } from '#transports/library/open-session.ts';
export type { CallOptions, SessionReply } from '#transports/library/session-calls.ts';
export type { SessionTools, ToolReply } from '#transports/library/session-tools.ts';
export type { RunWorkflowOptions, SessionWorkflows } from '#transports/library/session-workflows.ts';
export type { ToolEntry } from '#transports/tool-list.ts';
export {
  type ExtractedCredential,
  type Extraction,
  type ExtractOptions,
  extractCredentials,
} from '#vault/extract-credentials.ts';
export type { LabelKind, Lexicon } from '#vault/lexicon/lexicon.ts';
export { LEXICONS } from '#vault/lexicon/lexicons.ts';
export { Secret } from '#vault/secret.ts';
