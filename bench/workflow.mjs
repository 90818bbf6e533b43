// `node bench/workflow.mjs`, after a build: what a step of a workflow costs beyond the bare operation. The same twelve
// fields and button are filled by sentences, and by the same operations on refs that are known already; the operations
// check what they did as always, and are told nothing of names. Interleaved, medians; ratios hold where milliseconds
// do not.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSession } from '../dist/index.js';
import { readWorkflow } from '../dist/workflow.js';
import { inTurn } from './measure.mjs';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '15' } },
});
const rounds = Number(flags.rounds);
const FIELDS = Array.from({ length: 12 }, (_, n) => `Field ${n + 1}`);

/** A form, and beside it a table of so many rows: what a person sees on a page of an office. */
function pageOf(rows) {
  const fields = FIELDS.map((name) => `<p><label>${name} <input></label></p>`).join('');
  const lines = Array.from(
    { length: rows },
    (_, n) => `<tr><td>Order ${n}</td><td>Porto</td><td><a href="#${n}">Open</a></td></tr>`,
  );
  return `<!doctype html><title>Office</title><form onsubmit="event.preventDefault(); out.textContent='Saved '+(++n)">
    ${fields}<button>Save</button></form><p id="out"></p><table>${lines.join('')}</table><script>var n = 0;</script>`;
}

async function steps(rows) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(pageOf(rows));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-workflow-'));
  const session = await openSession({ dataDir, hosts: ['127.0.0.1:*'], logLevel: 'silent' });
  const sentences = [...FIELDS.map((name) => `Type "{{value}}" into "${name}"`), 'Click "Save"'];
  const workflow = readWorkflow(
    `---\nname: fill\nstart: ${url}\ninputs:\n  value: {}\n---\n\n${sentences.map((text, at) => `${at + 1}. ${text}`).join('\n')}\n`,
  );
  try {
    let count = 0;
    const bySentences = async () => {
      count += 1;
      const { state, said } = await session.workflows.run(workflow, { inputs: { value: `v${count}` } });
      if (state !== 'succeeded') throw new Error(said);
    };
    const byRefs = async (afterEach) => {
      count += 1;
      const { elements } = await session.navigate(url, { observe: 'full' });
      const refOf = (name) => elements.find((element) => element.name === name).ref;
      for (const name of FIELDS) {
        await session.type(refOf(name), `v${count}`, { observe: 'none' });
        await afterEach();
      }
      await session.click(refOf('Save'), { observe: 'none' });
      await afterEach();
    };
    return await inTurn(
      [
        ['operations on refs', async () => await byRefs(async () => {})],
        ['and a picture after each', async () => await byRefs(async () => await session.screenshot())],
        ['sentences', bySentences],
      ],
      rounds,
      { warmUp: 2 },
    );
  } finally {
    await session.close();
    server.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

console.log(`load before: ${loadavg()[0].toFixed(1)}; ${FIELDS.length + 1} steps and opening the page`);
for (const rows of [0, 300]) {
  const found = await steps(rows);
  const { ms: bare } = found['operations on refs'];
  console.log(`\na form${rows === 0 ? '' : ` beside a table of ${rows} rows`}`);
  for (const [name, { ms, least, error }] of Object.entries(found)) {
    const beyond = ms === undefined ? 0 : (ms - bare) / (FIELDS.length + 1);
    const told = `${ms?.toFixed(0)} ms (least ${least?.toFixed(0)}), ${(ms / bare).toFixed(2)} x, ${beyond.toFixed(1)} ms a step beyond`;
    console.log(`  ${name.padEnd(26)} ${error ?? told}`);
  }
}
console.log(`\nload after: ${loadavg()[0].toFixed(1)}`);
