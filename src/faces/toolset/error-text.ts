import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { showAddress } from '#kernel/untrusted-text.ts';
import { wellFormed } from '#messages/fold-text.ts';
import { FIELD_LIMIT } from '#messages/limits.ts';
import type { MemberName } from '#messages/members.ts';
import { Refused } from './member.ts';
import type { RefNames } from './ref-names.ts';
import { navigationTimedOut, notEnabled, REFUSED_SCHEME, stalePoint, staleRef } from './texts.ts';

const OF_REFS = new Set(['stale_ref', 'detached_ref', 'changed_ref', 'invalid_ref']);

/** A failed call, as far as its words depend on it. */
export interface FailedCall {
  readonly member: MemberName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly refs: RefNames;
  readonly navigationTimeoutMs: number;
}

/** What a model reads of a failure: what is wrong and what to do. Nothing for what is no refusal of ours. */
export function errorText(error: unknown, call: FailedCall): string | undefined {
  if (error instanceof Refused) return bounded(error.message);
  if (!isPortolanError(error)) return undefined;
  return bounded(fixedWords(error, call) ?? sentence(error, call.refs));
}

function fixedWords(
  error: PortolanError,
  { member, input, navigationTimeoutMs }: FailedCall,
): string | undefined {
  const target = pointOrRef(input);
  if (OF_REFS.has(error.code) && target.ref !== undefined) return staleRef(target.ref);
  if (error.code === 'outside' && target.point !== undefined) return stalePoint(...target.point);
  if (error.code === 'blocked_scheme' && member === 'navigate') return REFUSED_SCHEME;
  if (error.code === 'not_enabled') return notEnabled(member);
  if (error.code === 'timeout' && member === 'navigate')
    return navigationTimedOut(showAddress(String(input['url'] ?? ''), 500), navigationTimeoutMs / 1_000);
  return undefined;
}

/** The engine's sentence and remedy, in this face's words. */
function sentence(error: PortolanError, refs: RefNames): string {
  const isOther = error.code === 'invalid_arguments' || /browser_|portolan /.test(error.remedy);
  const remedy = isOther ? '' : ` ${error.remedy}`;
  const said = refs.inSentence(`${error.message}${remedy}`);
  return `Error: ${said.replace(/ ?[^.]*\bbrowser_\w+[^.]*\./g, '')}`;
}

function pointOrRef(input: Readonly<Record<string, unknown>>): {
  readonly ref?: string;
  readonly point?: readonly [number, number];
} {
  if (typeof input['ref'] === 'string') return { ref: input['ref'] };
  const target = input['from'] ?? input['target'];
  if (typeof target !== 'object' || target === null) return {};
  if ('ref' in target && typeof target.ref === 'string') return { ref: target.ref };
  if ('x' in target && 'y' in target && typeof target.x === 'number' && typeof target.y === 'number')
    return { point: [target.x, target.y] };
  return {};
}

function bounded(text: string): string {
  const points = [...wellFormed(text)];
  return points.slice(0, FIELD_LIMIT).join('');
}
