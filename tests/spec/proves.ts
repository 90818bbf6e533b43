import { type TestFunction, test } from 'vitest';
import type { RequirementId } from './requirements.ts';

/**
 * A test that proves one or more requirements. The gate finds these calls by reading the
 * source, so the ids are written literally.
 *
 * @param ids - one id of the requirement table, or several.
 * @param title - what is true when the test passes, as a statement.
 * @param run - the test; it fails by throwing.
 * @param timeoutMs - only for a test that is slow by nature; the project's limit when absent.
 */
export function proves(
  ids: RequirementId | readonly RequirementId[],
  title: string,
  run: TestFunction<object>,
  timeoutMs?: number,
): void {
  const cited = typeof ids === 'string' ? [ids] : ids;
  test(`[${cited.join(' ')}] ${title}`, run, timeoutMs);
}
