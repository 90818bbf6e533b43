import { isPortolanError } from '#kernel/error.ts';
import type { EgressFailure } from './egress-rules.ts';

const BY_SYSTEM_CODE: Readonly<Record<string, EgressFailure['reason']>> = {
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ENODATA: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timed_out',
  EUPSTREAM: 'upstream_proxy',
};

/** What kept a request from arriving, in words that carry no page text. */
export function failureReason(error: unknown): Pick<EgressFailure, 'reason' | 'detail'> {
  if (isPortolanError(error, 'timeout')) return { reason: 'timed_out', detail: error.message };
  const code = systemCode(error);
  const detail = error instanceof Error && error.message !== '' ? error.message : (code ?? 'no answer');
  return { reason: BY_SYSTEM_CODE[code ?? ''] ?? 'connection_reset', detail };
}

function systemCode(error: unknown): string | undefined {
  // Node wraps the failures of several addresses in one error without a code of its own in some versions.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined;
  for (const candidate of [error, first]) {
    if (candidate instanceof Error && 'code' in candidate && typeof candidate.code === 'string') {
      return candidate.code;
    }
  }
  return undefined;
}
