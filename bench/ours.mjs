// What is measured of ours: the portal face over stdio, as a client has it, and the engine in this process.
// Both are the built product with guard, hook, journal and boundary as they are by default.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portalFace } from '#faces/portal/face.ts';
import { deadlineIn } from '#kernel/deadline.ts';
import { Broker } from '#sessions/broker.ts';
import { renderPortal } from '#snapshot/render-portal.ts';
import { takeSnapshot } from '#snapshot/take-snapshot.ts';
import { completeSettings } from '#transports/library/complete-settings.ts';
import { StdioClient } from './stdio-client.mjs';

const MAIN = fileURLToPath(new URL('../dist/transports/cli/main.js', import.meta.url));
const HOSTS = ['127.0.0.1:*', 'localhost:*'];

const quote = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
export const refOf = (text, name) => new RegExp(`\\w+ "${quote(name)}" \\[([^\\]]+)\\]`).exec(text)?.[1];

/** The portal face, driven by replies alone. */
export async function startFace({ executable }) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-face-'));
  const client = new StdioClient(
    process.execPath,
    [MAIN, 'mcp', '--hosts', HOSTS.join(','), '--data-dir', folder, '--log-level', 'silent'],
    { env: { ...process.env, CHROME_PATH: executable } },
  );
  await client.begin();
  const call = (tool, args) => client.call(`browser_${tool}`, args);
  return {
    folder,
    pid: client.child.pid,
    open: (url) => call('navigate', { url, observe: 'full' }),
    snapshot: () => call('snapshot', {}),
    refOf,
    clickAndSee: (ref) => call('click', { ref }),
    fill: (ref, text) => call('type', { ref, text, observe: 'none' }),
    sendForm: (fields, submit) =>
      call('batch', {
        steps: [
          ...fields.map(({ ref, value }) => ({ action: 'type', ref, text: value })),
          { action: 'click', ref: submit },
        ],
      }),
    toolListCharacters: async () => JSON.stringify(await client.request('tools/list')).length,
    attempt: (tool, args) => call(tool, args).then(String, (error) => error.message),
    close: async () => {
      await client.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** @param {{ executable: string }} options - the browser. */
export async function startEngine({ executable }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-engine-'));
  const settings = completeSettings({
    dataDir,
    hosts: HOSTS,
    executablePath: executable,
    logLevel: 'silent',
  });
  const broker = await Broker.open(settings);
  const session = await broker.open('bench');
  const page = await session.currentPage();
  const call = async (tool, args) => (await portalFace.call(session, `browser_${tool}`, args, {})).text;
  const whole = () => takeSnapshot(page, { budgetCharacters: null, runLimit: null });
  return {
    broker,
    session,
    page,
    open: (url) => call('navigate', { url, observe: 'full' }),
    goTo: (url) => page.navigate(url, deadlineIn(20_000)),
    snapshot: async () => renderPortal(await takeSnapshot(page), { budgetCharacters: 12_000 }),
    take: takeSnapshot,
    whole,
    wholeText: async () => renderPortal(await whole()),
    refOf,
    clickAndSee: (ref) => call('click', { ref }),
    fill: (ref, text) => call('type', { ref, text, observe: 'none' }),
    close: async () => {
      await broker.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
