// Others, each by the tool's own best way. The library is ours to depend on; servers are looked for in
// the folders of BENCH_PEERS.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import libraryPackage from 'playwright-core/package.json' with { type: 'json' };
import { StdioClient } from './stdio-client.mjs';

const bracketRef = (text, name) => new RegExp(`"${name}"[^\\n]*?\\[ref=(\\w+)\\]`).exec(text)?.[1];

/** The bare library: its snapshot for models and its locators. */
async function startLibrary({ executable }) {
  const browser = await chromium.launch({ executablePath: executable, chromiumSandbox: false });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  const look = () => page.ariaSnapshot({ mode: 'ai' });
  const at = (ref) => page.locator(`aria-ref=${ref}`);
  return {
    open: async (url) => {
      await page.goto(url);
      return await look();
    },
    snapshot: look,
    refOf: bracketRef,
    clickAndSee: async (ref) => {
      await at(ref).click();
      return await look();
    },
    fill: (ref, value) => at(ref).fill(value),
    sendForm: async (fields, submit) => {
      for (const { ref, value } of fields) await at(ref).fill(value);
      await at(submit).click();
      return await look();
    },
    close: () => browser.close(),
  };
}

/** A folder of BENCH_PEERS that holds this file of a package. */
function inPeers(...path) {
  const folders = (process.env.BENCH_PEERS ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, ...path)).find((file) => existsSync(file));
}

async function startPlaywrightServer({ executable }, program) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'));
  const args = [program, '--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
  const client = new StdioClient(process.execPath, args, { cwd: folder });
  await client.begin();
  // Replies may name a file that holds the observation; reading it counts as nothing.
  const seen = async (reply) => {
    const file = /\[Snapshot\]\((.+?)\)/.exec(reply)?.[1];
    return file ? await readFile(join(folder, file), 'utf8') : reply;
  };
  const fill = (ref, text) => client.call('browser_type', { target: ref, element: 'field', text });
  const click = async (ref) => seen(await client.call('browser_click', { target: ref, element: 'element' }));
  return {
    pid: client.child.pid,
    open: async (url) => await seen(await client.call('browser_navigate', { url })),
    snapshot: async () => await seen(await client.call('browser_snapshot')),
    refOf: bracketRef,
    clickAndSee: click,
    fill,
    sendForm: async (fields, submit) => {
      const values = fields.map(({ name, ref, value }) => ({
        name,
        element: name,
        type: 'textbox',
        target: ref,
        value,
      }));
      await client.call('browser_fill_form', { fields: values });
      return await click(submit);
    },
    toolListCharacters: async () => JSON.stringify(await client.request('tools/list')).length,
    close: async () => {
      await client.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function startAgentBrowser({ executable }, program) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'));
  const env = {
    ...process.env,
    HOME: folder,
    AGENT_BROWSER_EXECUTABLE_PATH: executable,
    AGENT_BROWSER_ARGS: '--no-sandbox,--disable-gpu',
  };
  const client = new StdioClient(program, ['mcp'], { cwd: folder, env });
  await client.begin();
  const call = (tool, args) => client.call(`agent_browser_${tool}`, args);
  const look = () => call('snapshot', { interactive: true });
  const clickAndSee = async (ref) => {
    await call('click', { selector: `@${ref}` });
    return await look();
  };
  const fill = (ref, text) => call('fill', { selector: `@${ref}`, text });
  return {
    pid: client.child.pid,
    open: async (url) => {
      await call('open', { url });
      return await look();
    },
    snapshot: look,
    refOf: (text, name) => new RegExp(`"${name}"[^\\n]*?\\bref=(\\w+)`).exec(text)?.[1],
    clickAndSee,
    fill,
    sendForm: async (fields, submit) => {
      for (const { ref, value } of fields) await fill(ref, value);
      await clickAndSee(submit);
      return await call('snapshot', { interactive: false });
    },
    toolListCharacters: async () => JSON.stringify(await client.request('tools/list')).length,
    close: async () => {
      await call('close', {}).catch(() => {});
      await client.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What a package in a folder of BENCH_PEERS calls its version. */
function versionOf(...name) {
  const file = inPeers(...name, 'package.json');
  return file ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** The bare library, which comes with us. */
export const library = { name: 'playwright', version: libraryPackage.version, start: startLibrary };

/** Peers that are installed, by name. */
export function installedPeers() {
  const playwright = inPeers('@playwright', 'mcp', 'cli.js');
  const agent = inPeers('agent-browser', 'bin', `agent-browser-${process.platform}-${process.arch}`);
  return [
    ...(playwright
      ? [
          {
            name: 'playwright-mcp',
            version: versionOf('@playwright', 'mcp'),
            start: (options) => startPlaywrightServer(options, playwright),
          },
        ]
      : []),
    ...(agent
      ? [
          {
            name: 'agent-browser',
            version: versionOf('agent-browser'),
            start: (options) => startAgentBrowser(options, agent),
          },
        ]
      : []),
  ];
}
