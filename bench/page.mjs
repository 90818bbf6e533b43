// The figures as the page of the docs: one run, one table.

/** Load from which milliseconds are those of a busy machine. */
const QUIET_LOAD = 1.5;

const COLUMNS = [
  ['floor', 'floor'],
  ['face', 'Portolan'],
  ['playwright', 'playwright-core'],
  ['playwright-mcp', 'playwright-mcp'],
  ['agent-browser', 'agent-browser'],
];
const PROTECTIONS = {
  guard: 'input guard',
  hook: 'settle hook',
  journal: 'journal',
  boundary: 'egress boundary',
};
const ROWS = {
  cold: 'cold start to the first page',
  open: 'open a page and see it',
  click: 'click and see the result',
  late: 'result comes 100 ms later: time until it is seen',
  fill: 'fill a field',
  form: '20 fields and submit, and see',
};

/** @param report - what `run.mjs` writes as JSON. @returns Markdown. */
export function benchmarkPage(report) {
  const { sections, growth } = report;
  const columns = COLUMNS.filter(([name]) => name in (sections.click ?? {}));
  const snapshots = Object.entries(sections.snapshot ?? {});
  const timed = [
    ...Object.entries(ROWS).flatMap(([key, label]) => (sections[key] ? [[label, sections[key]]] : [])),
    ...snapshots.map(([page, found]) => [`look at ${page}`, found]),
  ];
  return `${[
    HEAD,
    conditions(report),
    '## Milliseconds',
    table(
      ['', ...columns.map(([, label]) => label)],
      timed.map(([label, found]) => [label, ...columns.map(([name]) => time(found[name], found.floor))]),
    ),
    TIMES,
    '## Characters and memory',
    table(
      ['', ...columns.map(([, label]) => label)],
      [
        ...snapshots.map(([page, found]) => [
          `characters of ${page}`,
          ...columns.map(([name]) => count(found[name]?.characters)),
        ]),
        [
          'characters of the tool list',
          ...columns.map(([name]) => count(sections.tools?.[name]?.characters)),
        ],
        ["the tool's own memory, MB", ...columns.map(([name]) => count(sections.memory?.[name]?.megabytes))],
        ...(growth === undefined
          ? []
          : [
              [
                'growth from 1,000 to 5,000 rows, exponent',
                ...columns.map(([name]) => growth[name]?.toFixed(2) ?? '–'),
              ],
            ]),
      ],
    ),
    ...(snapshots.length === 0
      ? []
      : [
          '## Without a budget',
          'Portolan cuts what it shows to 12,000 characters unless it is told otherwise. The same looks with nothing cut, in process:',
          table(
            ['', 'floor', 'Portolan, whole', 'characters'],
            snapshots.flatMap(([page, found]) =>
              found['engine-whole']
                ? [
                    [
                      page,
                      time(found.floor),
                      time(found['engine-whole'], found.floor),
                      count(found['engine-whole'].characters),
                    ],
                  ]
                : [],
            ),
          ),
        ]),
  ].join('\n\n')}\n`;
}

const HEAD = `# Benchmark: what does a call cost?

This page is written by \`npm run bench\`: every tool on the same pages, served on this machine, in turn within each
round, so that what else the machine does hits all alike. To run it, with the other tools from the registry:

\`\`\`
npm i --prefix peers @playwright/mcp agent-browser
BENCH_PEERS=peers/node_modules npm run bench
\`\`\`

The **floor** is a limit and not a product: the raw protocol over a pipe, one plain walk in the page as its look, real
input events, no names worked out, nothing checked, nothing waited for, nothing recorded.`;

const TIMES = `Medians; in brackets how many times the floor's of the same run. Each tool goes its own best way: \`browser_batch\` for
the form here, \`browser_fill_form\` and a click in playwright-mcp. Replies that name a file with what is to be seen count
as seen. playwright-core is already loaded in the benchmark's own process, so its cold start lacks a start of Node. What
a tool does not show, or answers too early to show, is *not seen*.`;

function conditions({ machine, on, versions, takenAt, sections }) {
  const load = Math.max(machine.loadBefore, machine.loadAfter);
  const isOn = Object.entries(on).map(
    ([name, value]) => `${PROTECTIONS[name] ?? name} ${value ? 'on' : '**off**'}`,
  );
  const named = COLUMNS.flatMap(([name, label]) => (versions[name] ? [`${label} ${versions[name]}`] : []));
  const rounds = Object.values(sections).flatMap((found) => found.floor?.rounds ?? []);
  const lines = [
    `- ${takenAt.slice(0, 10)}, ${machine.cores} × ${machine.processor}, Node ${machine.node.slice(1)}, ${machine.browser}, headless.`,
    `- ${named.join(', ')}; medians of ${range(rounds)} rounds.`,
    `- Tried at the start of the run, in Portolan: ${isOn.join(', ')}.`,
    load < QUIET_LOAD
      ? `- The machine did nothing else: its load was ${load.toFixed(1)} at most.`
      : `- **The machine was busy**: its load was ${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} after. Read the ratios, not the milliseconds.`,
  ];
  return lines.join('\n');
}

function time(result, floor) {
  if (result === undefined) return '–';
  if (result.error !== undefined) return /does not show/.test(result.error) ? 'not seen' : 'failed';
  const ms = result.ms < 10 ? result.ms.toFixed(1) : result.ms.toFixed(0);
  return floor?.ms === undefined || floor === result ? ms : `${ms} (${(result.ms / floor.ms).toFixed(1)} ×)`;
}

/** `5`, or `5 to 20`. */
function range(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

const count = (value) => (value === undefined ? '–' : value.toLocaleString('en-US'));

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}
