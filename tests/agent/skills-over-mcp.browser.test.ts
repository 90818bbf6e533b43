import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portalNote } from '#faces/portal/note.ts';
import { shippedSkills } from '#faces/portal/skills.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { proves } from '../spec/proves.ts';

const COMMAND = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portolan-skills-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Connects to `portolan mcp` with these flags, in one era of the protocol or the other. */
async function withClient(
  flags: readonly string[],
  era: '2025' | '2026',
  use: (client: Client) => Promise<void>,
): Promise<void> {
  const args = [COMMAND, 'mcp', '--log-level', 'silent', '--data-dir', dataDir, ...flags];
  const mode = era === '2026' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new Client({ name: 'skills', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function toolNames(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

proves(['P-68', 'P-74'], 'every client gets the note, and a skill when its model opens it', async () => {
  await withClient([], '2025', async (client) => {
    expect(client.getInstructions()).toContain(portalNote('en'));
    const opened = await client.callTool({
      name: 'browser_skill',
      arguments: { name: 'navegacao-de-portal' },
    });
    const body = shippedSkills().find(({ name }) => name === 'navegacao-de-portal')?.body;
    expect(opened).toMatchObject({ content: [{ type: 'text', text: body }] });
    const unknown = await client.callTool({ name: 'browser_skill', arguments: { name: 'seamanship' } });
    expect(unknown).toMatchObject({ isError: true });
    expect(JSON.stringify(unknown)).toContain('browser.invalid_arguments: There is no skill');
  });
});

proves(
  ['P-68', 'P-75'],
  'the note is in the language that was set, and detached skills are gone',
  async () => {
    await withClient(['--language', 'pt', '--skills', 'none'], '2026', async (client) => {
      expect(client.getInstructions()).toBe(portalNote('pt'));
      expect(await toolNames(client)).not.toContain('browser_skill');
      expect((await client.listResources()).resources).toEqual([]);
    });
  },
);

test('skills are resources: the list has names and descriptions, reading one has its body', async () => {
  await withClient(['--skills', 'portal-navigation'], '2026', async (client) => {
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: 'skill://portal-navigation', mimeType: 'text/markdown' }]);
    const { contents } = await client.readResource({ uri: 'skill://portal-navigation' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('## 1. Page reconnaissance') }]);
    await expect(client.readResource({ uri: 'skill://navegacao-de-portal' })).rejects.toThrow(/no resource/);
  });
});
