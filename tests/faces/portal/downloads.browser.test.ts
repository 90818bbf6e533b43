import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalRecord } from '#journal/event.ts';
import { sleep } from '#kernel/deadline.ts';
import { proves } from '../../spec/proves.ts';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { type Answer, openSite, type Site } from '../../support/site.ts';

function file(name: string, body: string | Buffer, type = 'application/octet-stream'): Answer {
  return (_, response) => {
    response.setHeader('content-type', type);
    response.setHeader('content-disposition', `attachment; filename="${name}"`);
    response.end(body);
  };
}

/** Names as a site may send them, and what must become of each. */
const NAMES: readonly (readonly [sent: string, kept: RegExp])[] = [
  ['../../../etc/passwd', /^[^/\\]*passwd$/],
  ['/etc/cron.d/job', /^[^/\\]*job$/],
  ['..\\\\..\\\\evil.bat', /^[^/\\]*evil\.bat$/],
  ['a/../../b\\\\c.txt', /^[^/\\]*c\.txt$/],
  ['nul%00byte.txt', /^[^/\\\0]+$/],
  ['', /^[^/\\]+$/],
  ['.bashrc', /^[^./\\][^/\\]*$/],
  ['..', /^[^./\\][^/\\]*$/],
  ['CON', /^_?CON.+|^_CON$|^[^/\\]*$/],
  ['relat%C3%B3rio final.pdf', /^[^/\\]+\.pdf$/],
  [`${'x'.repeat(300)}.txt`, /^x{1,196}[^/\\]*$/],
];

const PAGES: Record<string, string | Answer> = {
  '/': `<!doctype html><title>Files</title><a href="/report">Report</a><a href="/wide" download="table.csv">Table</a>
    <a href="/report" target=_blank>In a new tab</a>
    <button onclick="const a=document.createElement('a');a.href=window.URL.createObjectURL(new Blob(['made here'],{type:'text/plain'}));a.download='made.txt';a.click()">Blob</button>
    <form action="/export" method=post><input type=hidden name=q value=1><button>Export</button></form>
    <a href="/late" download="late.txt">Late</a><button onclick="const a=document.createElement('a');a.href='/late';a.download='l.txt';a.click()">Late by script</button>
    <a href="/slow">Slow</a><a href="/huge">Huge</a><a href="/broken">Broken</a>`,
  '/report': file('report.pdf', '%PDF-1.4 report', 'application/pdf'),
  '/wide': (_, response) => void response.end('a,b\n1,2\n'),
  '/late': async (_, response) => {
    await sleep(1_500);
    response.end('late');
  },
  '/export': file('export.json', '{"rows":3}', 'application/json'),
  '/shown.pdf': (_, response) => {
    response.setHeader('content-type', 'application/pdf');
    response.end('%PDF-1.4 shown');
  },
  '/tool': file('tool.txt', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(64)]), 'text/plain'),
  '/huge': (_, response) => {
    response.setHeader('content-disposition', 'attachment; filename="huge.bin"');
    const timer = setInterval(() => response.write(Buffer.alloc(40_000)), 10);
    response.on('close', () => clearInterval(timer));
  },
  '/broken': (_, response) => {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename="broken.bin"',
      'content-length': '1000',
    });
    response.write('half');
    setTimeout(() => response.destroy(), 100);
  },
  '/page': '<!doctype html><title>Page</title><h1>Page</h1><button>b</button>',
};
NAMES.forEach(([sent], index) => {
  PAGES[`/name/${index}`] = file(sent, `body ${index}`);
});

let bench: PortalBench;
let site: Site;

beforeAll(async () => {
  [bench, site] = await Promise.all([PortalBench.open({ downloadLimitBytes: 200_000 }), openSite(PAGES)]);
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

async function at(path: string): Promise<PortalClient> {
  return await bench.clientAt(site.origin + path);
}

interface Told {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
}

function told(reply: string): Told {
  const found = /Downloaded to ("(?:[^"\\]|\\.)*") \((\d+) bytes, ([^)]+)\), sha256 ([0-9a-f]{64})\./.exec(
    reply,
  );
  const [, path = '""', size = '', mediaType = '', sha256 = ''] = found ?? [];
  expect(found, reply).not.toBeNull();
  return { path: JSON.parse(path) as string, sizeBytes: Number(size), mediaType, sha256 };
}

/** The first reply of several that tells of a file: when it comes is the site's and the machine's. */
async function whenTold(client: PortalClient): Promise<string> {
  let reply = '';
  for (let looks = 0; looks < 20 && !reply.includes('Downloaded to'); looks += 1) {
    await sleep(500);
    reply = await client.ok('browser_snapshot');
  }
  return reply;
}

proves(
  'F3',
  'a download is told with its place, size, kind and hash, is on disk, in the journal and kept as an artifact',
  async () => {
    const client = await at('/');
    const reply = await client.ok('browser_click', { ref: client.ref('link', 'Report') });
    expect(reply).toMatch(/^Effect: download\./m);
    const { path, sizeBytes, mediaType, sha256 } = told(reply);
    const body = await readFile(path);
    expect(body.toString()).toBe('%PDF-1.4 report');
    expect([sizeBytes, mediaType]).toEqual([body.length, 'application/pdf']);
    expect(sha256).toBe(createHash('sha256').update(body).digest('hex'));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await bench.broker.journal.flush();
    const records: JournalRecord[] = [];
    for await (const record of bench.broker.journal.log.read({ session: client.session.id }))
      records.push(record);
    expect(records.find((record) => record.kind === 'download')?.body).toMatchObject({
      path,
      sha256,
      mediaType,
    });
    const [artifact] = await bench.broker.journal.artifacts.list({
      session: client.session.id,
      kind: 'download',
    });
    expect(artifact).toMatchObject({ hash: sha256, name: 'report.pdf', sizeBytes });
    // A program that calls itself a text is told as what it is, and never run.
    expect(told(await client.ok('browser_navigate', { url: `${site.origin}/tool` })).mediaType).toBe(
      'application/x-executable',
    );
  },
);

test('files come by the download attribute, from a blob, by a form, in a new tab, and by their address', async () => {
  const client = await at('/');
  const click = async (role: string, name: string) =>
    await client.ok('browser_click', { ref: client.ref(role, name) });
  expect(told(await click('link', 'Table'))).toMatchObject({ mediaType: 'text/csv', sizeBytes: 8 });
  const blob = told(await click('button', 'Blob'));
  expect(await readFile(blob.path, 'utf8')).toBe('made here');
  expect(told(await click('button', 'Export'))).toMatchObject({ mediaType: 'application/json' });
  expect(site.requests.find((request) => request.path === '/export')).toMatchObject({
    method: 'POST',
    body: 'q=1',
  });
  told(await click('link', 'In a new tab'));
  const shown = await client.ok('browser_navigate', { url: `${site.origin}/shown.pdf` });
  expect(shown).toMatch(/^The address is a file: "shown\.pdf"/);
  expect(shown).toMatch(/^Effect: download\./m);
  expect(told(shown).mediaType).toBe('application/pdf');
  expect(await client.ok('browser_snapshot')).toContain('link "Report"');
  // Nothing is told of a request for a file before its answer: that it was asked for is known from the page.
  for (const [role, name] of [
    ['link', 'Late'],
    ['button', 'Late by script'],
  ] as const) {
    const asked = await click(role, name);
    expect(asked).toContain('A file was asked for and has not begun to come.');
    expect(asked).not.toContain('no request was sent');
    expect(told(await whenTold(client)).sizeBytes).toBe(4);
  }
  // The same name again does not write over the first.
  const again = told(await client.ok('browser_navigate', { url: `${site.origin}/shown.pdf` }));
  expect(again.path).toMatch(/shown \(2\)\.pdf$/);
});

proves(
  'F1',
  'whatever a site calls its file, it lies in the folder of the session and nowhere else',
  async () => {
    const client = await at('/page');
    const folder = join(bench.dataDir, 'downloads', client.session.id);
    for (const [index, [sent, kept]] of NAMES.entries()) {
      const { path } = told(await client.ok('browser_navigate', { url: `${site.origin}/name/${index}` }));
      expect(dirname(path), sent).toBe(folder);
      expect(path.slice(folder.length + 1), sent).toMatch(kept);
      expect(await readFile(path, 'utf8')).toBe(`body ${index}`);
    }
    const entries = await readdir(folder);
    expect(entries).toHaveLength(NAMES.length);
    expect(entries.filter((entry) => entry.endsWith('.part') || entry.startsWith('.'))).toEqual([]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await readdir(join(bench.dataDir, 'downloads'))).every((entry) => entry.startsWith('s'))).toBe(
      true,
    );
  },
);

proves(
  'F1',
  'a file over the limit is stopped while it comes, and one that breaks off leaves nothing',
  async () => {
    const client = await at('/');
    const huge = await client.ok('browser_click', { ref: client.ref('link', 'Huge') });
    expect(huge).toContain(
      'The download "huge.bin" was stopped (browser.download_denied): a file may have at most 200000 bytes.',
    );
    const broken = await client.ok('browser_click', { ref: client.ref('link', 'Broken') });
    expect(broken).toMatch(/The download "broken\.bin" failed: /);
    expect(await readdir(join(bench.dataDir, 'downloads', client.session.id)).catch(() => [])).toEqual([]);
  },
);

proves(
  'F1',
  'a session that has had its fill gets no more, and a link that waits under a name is not written through',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portolan-downloads-'));
    const secret = join(folder, '..', `portolan-secret-${process.pid}`);
    await writeFile(secret, 'untouched');
    await symlink(secret, join(folder, 'report.pdf'));
    try {
      await using small = await PortalBench.open({ downloadDir: folder, downloadLimitBytes: 20 });
      const client = await small.client();
      const paths: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const reply = await client.ok('browser_navigate', { url: `${site.origin}/report` });
        paths.push(told(reply).path);
      }
      expect(paths[0]).toBe(join(folder, 'report (2).pdf'));
      expect(await readFile(secret, 'utf8')).toBe('untouched');
      const more = await client.ok('browser_navigate', { url: `${site.origin}/report` });
      const last = await client.ok('browser_navigate', { url: `${site.origin}/report` });
      expect(`${more}${last}`).toContain('the files of this session may have 80 bytes together');
    } finally {
      await rm(folder, { recursive: true, force: true });
      await rm(secret, { force: true });
    }
  },
);
