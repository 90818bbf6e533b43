// Finds the requirements that no test proves, by reading the calls of `proves(` in the tests.
// Fails when a requirement that is due now is unproved, or a test cites an id that does not exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTypeScript, ROOT } from './load-typescript.mjs';
import { testFiles } from './test-files.mjs';

const { ALL_REQUIREMENTS } = await loadTypeScript('tests/spec/requirements.ts');
const listAll = process.argv.includes('--list');

/** The ids cited in one file: the literals of the first argument of each call. */
function citations(source) {
  const found = [];
  for (const call of source.matchAll(/\bproves(?:\.\w+)?\(\s*(\[[^\]]*\]|'[^']*'|"[^"]*"|[^\s,)]+)/g)) {
    const ids = [...call[1].matchAll(/['"]([^'"]+)['"]/g)].map(([, id]) => id);
    found.push(...(ids.length > 0 ? ids : [call[1]]));
  }
  return found;
}

const provedBy = new Map();
const unknown = [];
for (const file of testFiles()) {
  for (const id of citations(readFileSync(join(ROOT, file), 'utf8'))) {
    if (!(id in ALL_REQUIREMENTS)) unknown.push(`${file} cites ${id}, which is no requirement.`);
    else provedBy.set(id, [...(provedBy.get(id) ?? []), file]);
  }
}

const unproved = Object.entries(ALL_REQUIREMENTS).filter(([id]) => !provedBy.has(id));
const overdue = unproved.filter(([, { due }]) => due === 'now');
const byDue = groupByDue(unproved);

function groupByDue(entries) {
  const groups = new Map();
  for (const entry of entries) {
    const { due } = entry[1];
    groups.set(due, [...(groups.get(due) ?? []), entry]);
  }
  return groups;
}

const total = Object.keys(ALL_REQUIREMENTS).length;
const waiting = [...byDue].map(([due, entries]) => `${due} ${entries.length}`).join(', ');
console.log(
  `requirements: ${provedBy.size} of ${total} proved; unproved, by what they come with: ${waiting}`,
);
if (listAll) {
  for (const [due, entries] of byDue) {
    console.log(`\n${due}`);
    for (const [id, { says }] of entries) console.log(`  ${id.padEnd(7)} ${says}`);
  }
}
for (const sentence of unknown) console.error(sentence);
for (const [id, { says }] of overdue) console.error(`${id} is due now and no test proves it: ${says}`);
if (unknown.length > 0 || overdue.length > 0) process.exitCode = 1;
