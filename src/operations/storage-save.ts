import { randomBytes } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';
import { makeFolder, saveFile } from '#sessions/save-file.ts';

const LIMIT_BYTES = 64 * 2 ** 20;

/** Saves cookies and local storage to a file that a later session can begin with. Nothing of it is shown. */
export const storageSave = operation({
  name: 'storage-save',
  summary: "Saves cookies and local storage to a file in the session's folder.",
  input: z.strictObject({}),
  turn: 'in-turn',
  timeoutMs: () => 20_000,
  async plan({ session }) {
    requireCap(session.settings, 'storage', 'Saving the state');
    await session.requireUnsealed('Saving the state');
    const page = await session.currentPage();
    return { effects: ['credential'] as const, url: page.url, target: 'cookies and local storage', page };
  },
  async run({ session }, { page }) {
    const { downloadDir, dataDir } = session.settings;
    const folder = await makeFolder(downloadDir ?? join(dataDir, 'downloads', session.id));
    const part = join(folder, `.${randomBytes(12).toString('hex')}.state`);
    try {
      const state = JSON.stringify(await (await session.context()).storageState());
      await writeFile(part, state, { mode: 0o600, flag: 'wx' });
      const file = await saveFile(part, { folder, name: 'storage-state.json' }, LIMIT_BYTES);
      await chmod(file.path, 0o600);
      return {
        said: `Saved cookies and local storage to ${file.path} (${file.sizeBytes} bytes). It signs in whoever has it; a server started with --storage-state begins with it.`,
        page,
      };
    } catch (error) {
      if (
        !(
          error instanceof Error &&
          'code' in error &&
          typeof error.code === 'string' &&
          /^E[A-Z]+$/.test(error.code)
        )
      )
        throw error;
      throw fail('environment', `The state cannot be written to ${folder}.`, { path: folder }, error);
    } finally {
      await rm(part, { force: true });
    }
  },
});
