import { afterAll, beforeAll, expect, test } from 'vitest';
import { runWorkflow } from '#workflow/run-workflow.ts';
import { readWorkflow } from '#workflow/workflow-file.ts';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite, type Site } from '../support/site.ts';

// What is in the way only for a moment is waited for; what stays is told, and nothing is done through it.
const page = (body: string) =>
  `<!doctype html><meta charset="utf-8"><title>Passing</title><main>${body}</main>
  <script>window.heard = []; const say = (text) => heard.push(text);</script>`;
const COVER = '<div id="cover" style="position:fixed;inset:0;background:#fffc">Saved a moment ago</div>';
const SEND = `<button onclick="say('sent'); document.title = 'Sent'">Send</button>`;

const PAGES = {
  '/toast': page(`${SEND}${COVER}<script>setTimeout(() => cover.remove(), 2500)</script>`),
  '/covered': page(`${SEND}${COVER}`),
  '/asks': page(
    `<button onclick="say(confirm('Delete the order?') ? 'deleted' : 'kept'); document.title = 'Asked'">Delete</button><button onclick="say('page ok'); document.title = 'Said'; this.textContent = 'Said'">OK</button>`,
  ),
  '/focus': page(
    `<div id="ask" role="dialog" aria-label="Tour"><button autofocus onclick="ask.remove(); say('dismissed')">Skip</button></div>
    <script>addEventListener('keydown', (event) => { if (event.ctrlKey && event.key.length === 1) say('key ' + event.key) })</script>`,
  ),
};

let bench: PortalBench;
let site: Site;
beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open(), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function run(path: keyof typeof PAGES, waitMs: number, ...sentences: readonly string[]) {
  const steps = sentences.map((sentence, at) => `${at + 1}. ${sentence}`).join('\n');
  const workflow = readWorkflow(`---\nname: t\nstart: ${site.origin}${path}\n---\n${steps}\n`, 't.md');
  const session = await bench.broker.open('test');
  const { state, said, steps: records } = await runWorkflow(session, workflow, { waitMs });
  const at = await session.currentPage();
  const reply = await at.send<{ result: { value: string } }>('Runtime.evaluate', {
    expression: 'JSON.stringify(heard)',
  });
  await session.close('the test is over');
  return { state, said, heard: JSON.parse(reply.result.value), attempts: records.at(-1)?.attempts.length };
}

proves(
  ['W-47', 'W-52'],
  'a click waits for what covers its element for a moment, and is then made once',
  async () => {
    expect(await run('/toast', 5_000, 'Click "Send"')).toMatchObject({
      state: 'succeeded',
      heard: ['sent'],
      attempts: 2,
    });
  },
);

proves(
  ['W-48', 'W-50', 'W-46'],
  'what stays covered is told after the second attempt, and not clicked',
  async () => {
    expect(await run('/covered', 500, 'Click "Send"')).toMatchObject({
      state: 'failed',
      said: expect.stringContaining('is covered by div'),
      heard: [],
      attempts: 2,
    });
  },
);

test('a key goes to the page as it is now, also where what had the focus is gone', async () => {
  const pressed = await run('/focus', 1_000, 'Click "Skip"', 'Press "Ctrl+i"', 'Press "Ctrl+Shift+i"');
  // A letter in a combination names the key: what a keyboard gives is small unless Shift is held.
  expect(pressed).toMatchObject({ state: 'succeeded', heard: ['dismissed', 'key i', 'key I'] });
});

proves(
  ['W-14', 'W-52'],
  'a question that the page waits with is answered by a sentence, and asked once',
  async () => {
    const accepted = await run('/asks', 1_000, 'Click "Delete"', 'Click "OK"', '点击“OK”');
    expect(accepted.said).toMatch(/^Done and checked/);
    expect(accepted).toMatchObject({ state: 'succeeded', heard: ['deleted', 'page ok'] });
    const kept = await run('/asks', 1_000, 'Click "Delete"', '点击“取消”');
    expect(kept).toMatchObject({ state: 'succeeded', heard: ['kept'] });
  },
);

test('a question that no step answers ends the run, and says what waits', async () => {
  const session = await bench.broker.open('test');
  const workflow = readWorkflow(
    `---\nname: t\nstart: ${site.origin}/asks\n---\n1. Click "Delete"\n2. Click "Delete"\n`,
    't.md',
  );
  const { state, said } = await runWorkflow(session, workflow, { waitMs: 400 });
  expect(state).toBe('failed');
  expect(said).toMatch(/Step 2 failed.*Delete the order\?/);
  await session.close('the test is over');
});
