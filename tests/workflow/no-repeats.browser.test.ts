import { afterAll, beforeAll, expect } from 'vitest';
import type { Session } from '#sessions/session.ts';
import type { WorkflowRun } from '#workflow/run-record.ts';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { IS_FULL_RUN, randomFrom, TEST_SEED } from '../support/samples.ts';
import { openSite, type Site } from '../support/site.ts';

// What goes wrong before, while and after a form is sent. Whatever it is, it is sent once at most.
const swap = `const swap = () => { const old = document.querySelector('button'); old.replaceWith(old.cloneNode(true)); watch(); };`;
const at = (event: string, body: string, once = true) =>
  `${swap} function watch() { document.querySelector('button').addEventListener('${event}', () => { ${body} }, { once: true }); } let left = ${once ? 1 : 1e9}; watch();`;

const FAULTS = {
  none: '',
  'swapped before': at('pointerover', 'if (left-- > 0) swap();'),
  'swapped before, always': at('pointerover', 'swap();', false),
  'renamed before': at('pointerover', `document.querySelector('button').textContent = 'Delete all';`),
  'removed when pressed': at('mousedown', `document.querySelector('button').remove();`),
  'swapped when pressed': at('mousedown', 'if (left-- > 0) swap();'),
  'frozen after': `document.querySelector('form').addEventListener('submit', () => { const end = Date.now() + 300; while (Date.now() < end); });`,
  'gone after': `document.querySelector('form').addEventListener('submit', () => { setTimeout(() => { document.body.innerHTML = ''; }, 0); });`,
  'sent by script': `document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); fetch('/send' + location.search, { method: 'POST' }).then(() => document.body.append('Sent')); });`,
  'sent by script, silent': `document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); fetch('/send' + location.search, { method: 'POST' }); });`,
} as const;
type Fault = keyof typeof FAULTS;
/** Sends long after it was pressed, and shows nothing of it: for whoever looks, the press did nothing. */
const SENDS_LATE = `document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); setTimeout(() => fetch('/send' + location.search, { method: 'POST' }), 5_000); });`;
const SERVER_FAULTS = ['answers', 'resets', 'fails', 'redirects back'] as const;
type ServerFault = (typeof SERVER_FAULTS)[number];

let bench: PortalBench;
let site: Site;
const sent = new Map<string, number>();

beforeAll(async () => {
  bench = await PortalBench.open();
  site = await openSite({
    '/form': ({ path }, response) => {
      const query = new URL(path, 'http://x/').searchParams;
      const fault = query.get('fault') ?? 'none';
      const script = fault === 'late' ? SENDS_LATE : FAULTS[fault as Fault];
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><title>Form</title><form method="post" action="/send?${query}"><label>Title <input name="title"></label><button>Send</button></form><script>${script}</script>`,
      );
    },
    '/send': ({ path }, response) => {
      const query = new URL(path, 'http://x/').searchParams;
      const id = query.get('id') ?? '';
      sent.set(id, (sent.get(id) ?? 0) + 1);
      const server = query.get('server') as ServerFault;
      if (server === 'resets') response.destroy();
      else if (server === 'redirects back') response.writeHead(303, { location: `/form?${query}` }).end();
      else
        response
          .writeHead(server === 'fails' ? 500 : 200, { 'content-type': 'text/html' })
          .end('<p>Sent</p>');
    },
  });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

let rounds = 0;
async function send(
  session: Session,
  fault: Fault | 'late',
  server: ServerFault,
): Promise<{ readonly run: WorkflowRun; readonly times: number }> {
  rounds += 1;
  const id = `r${rounds}`;
  const query = new URLSearchParams({ fault, server, id });
  const workflow = readWorkflow(
    `---\nname: send\nstart: ${site.origin}/form?${query}\n---\n1. Type "Launch" into "Title"\n2. Click "Send"\n3. Verify that the page contains "Sent"\n`,
    'send.md',
  );
  const run = await runWorkflow(session, workflow, { waitMs: 800 });
  return { run, times: sent.get(id) ?? 0 };
}

proves(
  ['W-47', 'W-49'],
  'what was surely not sent is looked for anew and done once more, on the new element',
  async () => {
    const { run, times } = await send(await bench.broker.open('test'), 'swapped before', 'answers');
    expect(run.said).toBe('Done and checked: 3 of 3 steps.');
    expect(times).toBe(1);
    const [first, second] = run.steps[1]?.attempts ?? [];
    expect(run.steps[1]?.attempts).toHaveLength(2);
    expect(first?.error?.dispatch).toBe('not_sent');
    expect(second?.choice).not.toBe(first?.choice);
  },
);

proves(
  ['W-48', 'W-55'],
  'a step is tried twice at most, and a name that changed under the pointer is not pressed',
  async () => {
    const session = await bench.broker.open('test');
    for (const fault of ['swapped before, always', 'renamed before'] as const) {
      const { run, times } = await send(session, fault, 'answers');
      expect(run.state, fault).toBe('failed');
      expect(run.steps[1]?.attempts.length, fault).toBeLessThanOrEqual(2);
      expect(times, fault).toBe(0);
    }
  },
  60_000,
);

proves(
  ['W-52', 'W-19'],
  'whatever goes wrong before, while or after: a form is sent once at most, and success is told of nothing else',
  async () => {
    const random = randomFrom(TEST_SEED);
    const faults = Object.keys(FAULTS) as Fault[];
    const session = await bench.broker.open('test');
    const count = IS_FULL_RUN ? 500 : 8;
    for (let round = 0; round < count; round += 1) {
      const fault = faults[Math.floor(random() * faults.length)] ?? 'none';
      const server = SERVER_FAULTS[Math.floor(random() * SERVER_FAULTS.length)] ?? 'answers';
      const { run, times } = await send(session, fault, server);
      const told = `${fault}, ${server}: ${run.said}`;
      expect(times, told).toBeLessThanOrEqual(1);
      if (run.state === 'succeeded') expect(times, told).toBe(1);
    }
  },
  IS_FULL_RUN ? 3_600_000 : 240_000,
);

proves(
  'W-52',
  'a press that seems to have done nothing is not done again: it may be on its way',
  async () => {
    const session = await bench.broker.open('test');
    const { run } = await send(session, 'late', 'answers');
    expect(run.said).toContain('Step 2 failed');
    expect(run.steps[1]?.attempts).toHaveLength(1);
    const id = `r${rounds}`;
    await expect.poll(() => sent.get(id), { timeout: 10_000 }).toBe(1);
    // A second press would have been sent by then too.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(sent.get(id)).toBe(1);
  },
  60_000,
);
