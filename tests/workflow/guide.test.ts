import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { parseStep } from '#workflow/parse-step.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';

const guide = readFileSync(join(PACKAGE_ROOT, 'docs/guides/workflows.md'), 'utf8');

test('the file that the guide shows is one', () => {
  const file = /```markdown\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  expect(readWorkflow(file).steps.map(({ step }) => step.does)).toEqual([
    'sign-in',
    'click',
    'fill',
    'select',
    'click',
    'verify',
  ]);
});

test('each sentence of the table means the same in both languages', () => {
  const rows = [...guide.matchAll(/^\| [^|`]+ \| `([^`]+)` \| ([^|]+) \|$/gm)];
  expect(rows).toHaveLength(7);
  for (const [, english = '', chinese = ''] of rows)
    expect(parseStep(chinese.trim()).step.does, english).toBe(parseStep(english).step.does);
});
