import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letClientName } from '#sessions/upload-folders.ts';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const SHOW = `onchange="out.textContent = [...this.files].map((f) => f.name + ':' + f.size).join(' ')"`;
const PAGES = {
  '/': `<!doctype html><title>Upload</title><main><h1>Upload</h1>
    <form action="/sent" method=post enctype="multipart/form-data"><label>Plain <input type=file name=plain ${SHOW}></label><button>Send</button></form>
    <div><label for=hid>Choose a photo</label><input id=hid type=file hidden ${SHOW}></div>
    <div class=widget><span><button type=button onclick="this.parentNode.nextElementSibling.click()">Attach</button></span><input type=file multiple accept=".pdf,.txt" style="display:none" ${SHOW}></div>
    <button onclick="const i=document.createElement('input');i.type='file';i.onchange=()=>{out.textContent=i.files[0].name+':'+i.files[0].size};i.click()">Made by script</button>
    <label>Eager <input type=file onchange="out.textContent='took '+this.files[0].name;this.value=''"></label>
    <label>Name <input></label><button type=button onclick="void 0">Dead</button><label>Off <input type=file disabled></label></main><p id=out></p>`,
  '/sent': '<!doctype html><title>Sent</title><h1>Sent</h1><button>b</button>',
  '/framed': '<!doctype html><title>Framed</title><h1>Framed</h1><iframe src="/inner" title=In></iframe>',
  '/inner': `<!doctype html><label>Inner file <input type=file ${SHOW}></label><p id=out></p>`,
};

let bench: PortalBench;
let site: Site;
let root: string;
let outside: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portolan-root-'));
  outside = await mkdtemp(join(tmpdir(), 'portolan-outside-'));
  await writeFile(join(root, 'a.txt'), 'alpha');
  await writeFile(join(root, 'b.txt'), 'beta!!');
  await writeFile(join(outside, 'secret.txt'), 'secret');
  [bench, site] = await Promise.all([PortalBench.open({ uploadRoots: [root] }), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
  await rm(root, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

async function at(path: string): Promise<PortalClient> {
  return await bench.clientAt(site.origin + path);
}

test('a file goes to the field, its label, the button in front of it, and the input that a script makes', async () => {
  const client = await at('/');
  const give = async (role: string, name: string, ...paths: string[]) =>
    await client.ok('browser_upload', { ref: client.ref(role, name), paths });
  const plain = await give('file', 'Plain', join(root, 'a.txt'));
  expect(plain).toMatch(/^Gave 1 file\(s\) to: file "Plain"/);
  expect(plain).toMatch(/^Given: "a\.txt" \(5 bytes, text\/plain\), sha256 [0-9a-f]{64}\.$/m);
  expect(plain).toContain('a.txt:5');
  expect(await give('file', 'Choose a photo', 'b.txt')).toContain('b.txt:6');
  expect(await give('file', 'Attach', 'a.txt', 'b.txt')).toContain('a.txt:5 b.txt:6');
  expect(await give('button', 'Made by script', 'b.txt')).toContain('b.txt:6');
  expect(await give('file', 'Eager', 'a.txt')).toContain('took a.txt');
  await client.ok('browser_click', { ref: client.ref('button', 'Send') });
  const sent = site.requests.find((request) => request.path === '/sent')?.body;
  expect(sent).toContain('filename="a.txt"');
  expect(sent).toContain('alpha');
  const kept = await bench.broker.journal.artifacts.list({ session: client.session.id, kind: 'upload' });
  expect(kept.map((artifact) => artifact.name)).toContain('a.txt');
});

test('a field in a frame takes files', async () => {
  const client = await at('/framed');
  const reply = await client.ok('browser_upload', {
    ref: client.ref('file', 'Inner file'),
    paths: ['a.txt'],
  });
  expect(reply).toContain('a.txt:5');
});

test('a click that asks for a file is told, and nothing hangs', async () => {
  const client = await at('/');
  const ref = client.ref('file', 'Attach');
  const reply = await client.ok('browser_click', { ref });
  expect(reply).toContain(`The page asks for a file: use browser_upload on ${ref}.`);
  expect(await client.ok('browser_upload', { ref, paths: ['a.txt'] })).toContain('a.txt:5');
});

test('what takes no files, too few, or none now, is refused and left as it was', async () => {
  const client = await at('/');
  const give = (name: string, role = 'button') => ({ ref: client.ref(role, name), paths: ['a.txt'] });
  expect(await client.refused('not_editable', 'browser_upload', give('Name', 'textbox'))).toContain(
    'takes no files',
  );
  await client.refused('not_editable', 'browser_upload', give('Dead'));
  await client.refused('disabled', 'browser_upload', give('Off', 'file'));
  const two = { ref: client.ref('file', 'Plain'), paths: ['a.txt', 'b.txt'] };
  expect(await client.refused('value_refused', 'browser_upload', two)).toContain('takes one file');
  await client.refused('invalid_arguments', 'browser_upload', { ref: two.ref, paths: [] });
  expect(await client.ok('browser_snapshot')).not.toContain(':5');
});

proves(
  'F2',
  'only regular files that lie in a root are sent, and never a secret one, whatever the path looks like',
  async () => {
    const client = await at('/');
    const ref = client.ref('file', 'Plain');
    await symlink(join(outside, 'secret.txt'), join(root, 'link.txt'));
    await symlink(outside, join(root, 'folder'));
    await mkdir(join(root, '.ssh'));
    for (const name of ['.ssh/known_hosts', '.env', '.env.local', 'server.pem', 'id_rsa', '.netrc'])
      await writeFile(join(root, name), 'secret');
    await writeFile(join(root, 'large.bin'), '');
    await truncate(join(root, 'large.bin'), 101 * 2 ** 20);
    const refused = [
      join(outside, 'secret.txt'),
      join(outside, 'missing.txt'),
      `${root}/../${outside.split('/').at(-1)}/secret.txt`,
      '../secret.txt',
      'link.txt',
      'folder/secret.txt',
      '/etc/passwd',
      '/proc/self/environ',
      '.ssh/known_hosts',
      '.env',
      '.env.local',
      'server.pem',
      'id_rsa',
      '.netrc',
      'large.bin',
      root,
      '.',
      'a.txt\0.png',
      'missing.txt',
    ];
    for (const path of refused)
      await client.refused('upload_denied', 'browser_upload', { ref, paths: [path] });
    // One that may go does not take along one that may not.
    await client.refused('upload_denied', 'browser_upload', { ref, paths: ['a.txt', '.env'] });
    // What is there and what is not get one answer outside the roots.
    const [there, missing] = client.replies
      .filter((reply) => reply.text.includes('portolan-outside'))
      .map((reply) => reply.text.split('\n')[0]?.replace(/"[^"]*"/, ''));
    expect(there).toBe(missing);
    expect(client.replies.every((reply) => !reply.text.includes(':6'))).toBe(true);
    const kept = await bench.broker.journal.artifacts.list({ session: client.session.id, kind: 'upload' });
    expect(kept).toEqual([]);
  },
);

proves(
  'F2',
  'our own data is never sent, nothing goes without a root, and not to a site that nobody listed',
  async () => {
    await using inside = await PortalBench.open({ uploadRoots: ['/'] });
    const client = await inside.client();
    await client.ok('browser_navigate', { url: `${site.origin}/` });
    const ref = client.ref('file', 'Plain');
    const own =
      (await readdir(inside.dataDir, { recursive: true })).find(
        (name) => name.endsWith('.db') || name.includes('.sqlite'),
      ) ?? 'journal.db';
    expect(
      await client.refused('upload_denied', 'browser_upload', { ref, paths: [join(inside.dataDir, own)] }),
    ).toContain('our own data');

    await using none = await PortalBench.open();
    const bare = await none.client();
    await bare.ok('browser_navigate', { url: `${site.origin}/` });
    const asked = { ref: bare.ref('file', 'Plain'), paths: [join(root, 'a.txt')] };
    expect(await bare.refused('upload_denied', 'browser_upload', asked)).toContain('--upload-root');

    await using any = await PortalBench.open({ uploadRoots: [root], hosts: ['*', '127.0.0.1:*'] });
    const open = await any.client();
    await open.ok('browser_navigate', { url: `${site.origin}/` });
    open.session.taint.mark('https://elsewhere.example');
    await open.refused('user_action_required', 'browser_upload', {
      ref: open.ref('file', 'Plain'),
      paths: ['a.txt'],
    });
  },
);

test('folders that a client names count where that is switched on, and no others', async () => {
  await using open = await PortalBench.open({ clientRoots: true });
  const client = await open.client();
  letClientName(client.session, async () => [root]);
  await client.ok('browser_navigate', { url: site.origin });
  const ref = client.ref('file', 'Plain');
  expect(await client.ok('browser_upload', { ref, paths: ['a.txt'] })).toContain('a.txt:5');
  await client.refused('upload_denied', 'browser_upload', { ref, paths: [join(outside, 'secret.txt')] });
  letClientName(client.session, async () => []);
  await client.refused('upload_denied', 'browser_upload', { ref, paths: ['b.txt'] });
});
