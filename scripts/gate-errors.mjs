// Every error code is unique, documented, and raised in a test, or listed here with what it comes with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadErrorCatalogues } from './error-catalogues.mjs';
import { ROOT } from './load-typescript.mjs';
import { testFiles } from './test-files.mjs';

/** Codes that nothing raises yet, and what they come with. A row leaves with the test that raises its code. */
const NOT_YET = {};

const problems = [];
const placeOf = new Map();
for (const { path, entries } of await loadErrorCatalogues()) {
  for (const code of Object.keys(entries)) {
    if (placeOf.has(code)) problems.push(`${code} is in ${placeOf.get(code)} and in ${path}.`);
    if (!/^[a-z]+(_[a-z]+)*$/.test(code)) problems.push(`${code} in ${path} is not snake_case.`);
    placeOf.set(code, path);
  }
}

const documented = readFileSync(join(ROOT, 'docs/reference/errors.md'), 'utf8');
const tests = testFiles()
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

for (const [code, path] of placeOf) {
  if (!documented.includes(`\`${code}\``))
    problems.push(`${code} of ${path} is not in docs/reference/errors.md.`);
  const isTested = new RegExp(String.raw`(['"\x60]|browser\\*\.)${code}\b`).test(tests);
  if (!isTested && !(code in NOT_YET)) problems.push(`${code} of ${path} is raised in no test.`);
  if (isTested && code in NOT_YET)
    problems.push(`${code} is raised in a test: take it off the list of those to come.`);
}
for (const code of Object.keys(NOT_YET)) {
  if (!placeOf.has(code)) problems.push(`${code} is listed as to come and is in no catalogue.`);
}

const later = Object.entries(NOT_YET).map(([code, due]) => `${code} (${due})`);
console.log(
  `errors: ${placeOf.size} codes, ${later.length} to come${later.length > 0 ? `: ${later.join(', ')}` : ''}`,
);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
