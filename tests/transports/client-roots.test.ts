import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { letClientName, uploadFolders } from '#sessions/upload-folders.ts';
import { stderrLog } from '#transports/log.ts';
import { clientFolders } from '#transports/mcp/client-roots.ts';
import { testSettings } from '../support/portal-client.ts';
import { freshFolder } from './support/echo-cli.ts';

const log = stderrLog('silent');
let base: string;
let work: string;
let closing: (() => Promise<void>)[] = [];

beforeEach(() => {
  base = realpathSync(freshFolder());
  work = join(base, 'work');
  mkdirSync(join(work, 'inner'), { recursive: true });
  mkdirSync(join(base, 'other'));
  writeFileSync(join(work, 'report.txt'), 'report');
});
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

/** A server with a connected client that names these roots; one without roots at all when absent. */
async function serverOf(uris?: readonly string[] | (() => never)): Promise<Server> {
  const server = new Server({ name: 'portolan', version: '1' }, { capabilities: { tools: {} } });
  const client = new Client({ name: 'tests', version: '1' }, uris ? { capabilities: { roots: {} } } : {});
  if (uris)
    client.setRequestHandler('roots/list', () => ({
      roots: (typeof uris === 'function' ? uris() : uris).map((uri) => ({ uri })),
    }));
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  closing.push(() => client.close());
  return server;
}

const url = (path: string) => pathToFileURL(path).href;

/** The folders of a session whose client names these roots. */
async function foldersFor(
  over: { uploadRoots?: readonly string[]; clientRoots?: boolean },
  uris?: readonly string[] | (() => never),
): Promise<readonly string[]> {
  const session = { settings: testSettings(base, over) };
  const server = await serverOf(uris);
  letClientName(session, () => clientFolders(server, log));
  return await uploadFolders(session);
}

test('roots of a client count only where they were switched on', async () => {
  expect(await foldersFor({}, [url(work)])).toEqual([]);
  expect(await foldersFor({ clientRoots: true }, [url(work)])).toEqual([work]);
});

test('with upload roots a client narrows them and widens nothing', async () => {
  const roots = { clientRoots: true, uploadRoots: [work] };
  expect(await foldersFor(roots, [url(join(work, 'inner')), url(join(base, 'other'))])).toEqual([
    join(work, 'inner'),
  ]);
  expect(await foldersFor(roots, [url(base)])).toEqual([work]);
  expect(await foldersFor(roots, [])).toEqual([]);
  symlinkSync(join(base, 'other'), join(work, 'link'));
  expect(await foldersFor(roots, [url(join(work, 'link'))])).toEqual([]);
});

test('a client without roots leaves the upload roots as they are', async () => {
  expect(await foldersFor({ clientRoots: true, uploadRoots: [work] })).toEqual([work]);
  expect(await foldersFor({ clientRoots: true })).toEqual([]);
});

test('what is no folder here, the whole disk, and a client that fails name nothing', async () => {
  const odd = [
    'https://example.com/',
    'file://elsewhere/share',
    'file:///',
    url(join(base, 'none')),
    'file:///%00',
  ];
  expect(await foldersFor({ clientRoots: true }, odd)).toEqual([]);
  const failing = () => {
    throw new Error('no');
  };
  expect(await foldersFor({ clientRoots: true, uploadRoots: [work] }, failing)).toEqual([]);
});
