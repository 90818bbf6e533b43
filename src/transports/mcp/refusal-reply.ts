import { isPortolanError } from '#kernel/error.ts';
import type { HostedReply } from '#transports/host.ts';
import type { Log } from '#transports/log.ts';

/**
 * A refusal that came before the face was reached (no session, the server is stopping), in the form of
 * the face's own: `browser.<code>: <sentence> <what to do>`.
 */
export function refusalReply(error: unknown, log: Log): HostedReply {
  if (isPortolanError(error)) {
    return { text: `browser.${error.code}: ${error.message} ${error.remedy}`, isError: true };
  }
  const detail = error instanceof Error ? error.message : String(error);
  log.error(`a call failed in a way that has no code: ${error instanceof Error ? error.stack : detail}`);
  return {
    text: 'browser.environment: The server failed in a way it does not know. Look at its log; `portolan doctor` checks the machine.',
    isError: true,
  };
}
