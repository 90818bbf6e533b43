import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { openUpload } from '#policy/upload-roots.ts';
import { proves } from '../spec/proves.ts';

let base: string;
let root: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'portolan-roots-'));
  root = join(base, 'root');
  for (const folder of ['root', 'root-beside', 'root/sub', 'root/data']) await mkdir(join(base, folder));
  for (const file of ['root/a.txt', 'root/sub/b.txt', 'root-beside/c.txt', 'root/data/own.db'])
    await writeFile(join(base, file), 'x');
});
afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

async function opened(path: string, limitBytes?: number): Promise<string> {
  const rules = {
    roots: [root],
    closed: [join(root, 'data')],
    ...(limitBytes === undefined ? {} : { limitBytes }),
  };
  await using file = await openUpload(path, rules);
  return file.name;
}

proves(
  'F2',
  'a file in a root is opened by its whole path or within the root, through links that stay inside',
  async () => {
    await symlink(join(root, 'a.txt'), join(root, 'sub', 'inside.txt'));
    expect(await opened(join(root, 'a.txt'))).toBe('a.txt');
    expect(await opened('sub/b.txt')).toBe('b.txt');
    expect(await opened('sub/../a.txt')).toBe('a.txt');
    expect(await opened('sub/inside.txt')).toBe('a.txt');
  },
);

proves(
  'F2',
  'a folder whose name begins alike, our own data, and what is too large are refused',
  async () => {
    for (const path of [
      join(base, 'root-beside', 'c.txt'),
      '../root-beside/c.txt',
      'data/own.db',
      'sub',
      'none.txt',
    ])
      await expect(opened(path), path).rejects.toMatchObject({
        code: 'upload_denied',
        facts: { dispatch: 'not_sent' },
      });
    await expect(opened('a.txt', 0)).rejects.toMatchObject({ code: 'upload_denied' });
    await expect(openUpload('a.txt', { roots: [], closed: [] })).rejects.toMatchObject({
      code: 'upload_denied',
    });
    await expect(openUpload('a.txt', { roots: [join(base, 'gone')], closed: [] })).rejects.toMatchObject({
      code: 'upload_denied',
    });
  },
);
