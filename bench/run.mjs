// `npm run bench`: what a call costs, beside a floor that only looks and clicks. All contestants run in turn
// within each round, so ratios hold on a busy machine where milliseconds do not.
//   --quick: few rounds   --only floor,face: these contestants   --sections snapshot,click: these parts
//   --page: write docs/benchmark.md from this run, whatever it left out; a whole run with peers does so anyway
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PACKAGE_VERSION } from '#kernel/package-root.ts';
import { startFloor } from './floor.mjs';
import { exponent, inTurn } from './measure.mjs';
import { startEngine, startFace } from './ours.mjs';
import { benchmarkPage } from './page.mjs';
import { FIELD_COUNT, fieldName, servePages } from './pages.mjs';
import { installedPeers, library } from './peers.mjs';
import { printReport } from './report.mjs';
import { triedSwitches } from './switches.mjs';

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    page: { type: 'boolean' },
    only: { type: 'string' },
    sections: { type: 'string' },
  },
});
const executable = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const rounds = (count) => (flags.quick ? Math.min(count, 3) : count);
const isWanted = (name, list) => list === undefined || list.split(',').includes(name);

const CONTESTANTS = [
  { name: 'floor', start: startFloor },
  { name: 'engine', start: startEngine },
  { name: 'face', version: PACKAGE_VERSION, start: startFace },
  library,
  ...installedPeers(),
].filter(({ name }) => name === 'floor' || isWanted(name, flags.only));

const site = await servePages();
const live = new Map();
const named = (work, accepts = () => true) =>
  [...live]
    .filter(([name]) => accepts(name))
    .map(([name, session]) => [name, (round) => work(session, round)]);

const SECTIONS = {
  cold: () =>
    inTurn(
      CONTESTANTS.filter(({ name }) => name !== 'engine').map(({ name, start }) => [
        name,
        async () => {
          const startedAt = performance.now();
          const session = await start({ executable });
          await session.open(site.url('form-20'));
          const ms = performance.now() - startedAt;
          await session.close();
          return { ms };
        },
      ]),
      rounds(5),
      { warmUp: 0 },
    ),

  async snapshot() {
    const found = {};
    for (const page of ['form-20', 'iframes', 'shadow', 'news', 'table-100', 'table-1000', 'table-5000']) {
      for (const session of live.values()) await (session.goTo ?? session.open)(site.url(page));
      const contestants = named((session) => session.snapshot());
      const engine = live.get('engine');
      if (engine) contestants.push(['engine-take', engine.whole], ['engine-whole', engine.wholeText]);
      const isLarge = page === 'table-5000';
      found[page] = withCharacters(
        await inTurn(contestants, rounds(isLarge ? 5 : 15), { warmUp: isLarge ? 1 : 4 }),
      );
    }
    return found;
  },

  click: () => clicks('Count now', () => ({})),

  /** From the moment the page shows the result to the reply that has it. */
  late: () =>
    clicks(
      'Count later',
      (startedAt) => ({ ms: Math.max(0, performance.now() - startedAt - 100) }),
      (name) => name !== 'floor',
    ),

  async fill() {
    await openAll('form-20');
    return inTurn(
      named((session, round) => session.fill(session.refOf(session.shown, fieldName(3)), `text ${round}`)),
      rounds(20),
      { warmUp: 3 },
    );
  },

  form: () =>
    inTurn(
      named(
        async (session, round) => {
          const text = await session.open(site.url('form-20'));
          const fields = Array.from({ length: FIELD_COUNT }, (_, place) => ({
            name: fieldName(place + 1),
            ref: session.refOf(text, fieldName(place + 1)),
            value: `v${round}-${place}`,
          }));
          const submit = session.refOf(text, 'Send all');
          const startedAt = performance.now();
          const reply = await session.sendForm(fields, submit);
          const ms = performance.now() - startedAt;
          const isThere = reply.includes(`Got ${fields.map(({ value }) => value).join(',')}`);
          if (!isThere) throw new Error('the reply does not show what was sent');
          return { ms };
        },
        (name) => name !== 'engine',
      ),
      rounds(7),
    ),

  open: () =>
    inTurn(
      named((session) => session.open(site.url('form-20'))),
      rounds(15),
      { warmUp: 2 },
    ),

  async tools() {
    const found = {};
    for (const [name, session] of live)
      if (session.toolListCharacters) found[name] = { characters: await session.toolListCharacters() };
    return found;
  },

  async memory() {
    const found = {};
    for (const [name, session] of live)
      if (session.pid) found[name] = { megabytes: residentMegabytes(session.pid) };
    return found;
  },
};

async function openAll(page) {
  for (const session of live.values()) session.shown = await session.open(site.url(page));
}

async function clicks(name, answer, accepts = () => true) {
  await openAll('counter');
  const counts = new Map();
  return await inTurn(
    named(async (session) => {
      const count = (counts.get(session) ?? 0) + 1;
      counts.set(session, count);
      const startedAt = performance.now();
      const text = await session.clickAndSee(session.refOf(session.shown, name));
      if (!text.includes(`count ${count}`)) throw new Error('the reply does not show the result');
      return { ms: performance.now() - startedAt, ...answer(startedAt) };
    }, accepts),
    rounds(20),
    { warmUp: 3 },
  );
}

function withCharacters(results) {
  for (const result of Object.values(results)) {
    if (typeof result.last === 'string') result.characters = result.last.length;
    delete result.last;
  }
  return results;
}

/** Of that process alone; the browser is no part of it. */
function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

const report = {
  takenAt: new Date().toISOString(),
  machine: {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '',
    node: process.version,
    browser: execFileSync(executable, ['--version'], { encoding: 'utf8' }).trim(),
    loadBefore: loadavg()[0],
  },
  versions: Object.fromEntries(
    CONTESTANTS.flatMap(({ name, version }) => (version ? [[name, version]] : [])),
  ),
  sections: {},
};
try {
  const wanted = Object.keys(SECTIONS).filter((name) => isWanted(name, flags.sections));
  if (wanted.includes('cold')) report.sections.cold = await SECTIONS.cold();
  const engineToTry = live.get('engine') ?? (await startEngine({ executable }));
  report.on = await triedSwitches(engineToTry, site);
  await engineToTry.close();
  for (const { name, start } of CONTESTANTS) live.set(name, await start({ executable }));
  for (const name of wanted) {
    if (name === 'cold') continue;
    console.error(`bench: ${name} …`);
    report.sections[name] = await SECTIONS[name]();
  }
  const tables = report.sections.snapshot;
  if (tables)
    report.growth = Object.fromEntries(
      Object.keys(tables['table-1000']).map((name) => [
        name,
        exponent(1_000, 5_000, tables['table-1000'][name].ms, tables['table-5000'][name].ms),
      ]),
    );
} finally {
  for (const session of live.values()) await session.close().catch(() => {});
  site.close();
}
report.machine.loadAfter = loadavg()[0];
const folder = fileURLToPath(new URL('results', import.meta.url));
await mkdir(folder, { recursive: true });
await writeFile(
  `${folder}/${report.takenAt.replaceAll(':', '-')}.json`,
  `${JSON.stringify(report, dropText, 1)}\n`,
);
printReport(report);
const isWhole = !flags.quick && flags.only === undefined && flags.sections === undefined;
if (flags.page || (isWhole && installedPeers().length > 0))
  await writeFile(fileURLToPath(new URL('../docs/benchmark.md', import.meta.url)), benchmarkPage(report));

function dropText(key, value) {
  return key === 'last' ? undefined : value;
}
