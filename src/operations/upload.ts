import { z } from 'zod';
import { upload as giveFiles } from '#actions/upload.ts';
import { openUpload, type UploadFile } from '#policy/upload-roots.ts';
import { operation } from '#sessions/operation.ts';
import type { SavedFile } from '#sessions/save-file.ts';
import type { Session } from '#sessions/session.ts';
import { uploadFolders } from '#sessions/upload-folders.ts';
import { ACTION_TIMEOUT_MS, actOn, planOn, refInput, resolve } from './act-on-ref.ts';

/** Gives files of the upload roots to a page. */
export const upload = operation({
  name: 'upload',
  summary: 'Gives files to a file field, or to the one behind a button or label. Only from upload roots.',
  input: z.strictObject({
    ref: refInput,
    paths: z.array(z.string().min(1).max(4_096)).min(1).max(20),
  }),
  turn: 'in-turn',
  timeoutMs: () => ACTION_TIMEOUT_MS,
  gives: ({ paths }) => ({ plain: { paths } }),
  async plan(context, { ref }) {
    return planOn(await resolve(context, ref), ref, { effects: ['upload'] });
  },
  async run(context, plan, { paths }) {
    const files = await stage(context.session, paths);
    const result = await actOn(context, plan, `Gave ${files.length} file(s) to`, (at, options) =>
      giveFiles(
        at,
        files.map((file) => file.path),
        options,
      ),
    );
    return { ...result, lines: files.map(inLine) };
  },
});

/** All of them are looked at before any is copied. */
async function stage(session: Session, paths: readonly string[]): Promise<readonly SavedFile[]> {
  const { dataDir } = session.settings;
  const roots = await uploadFolders(session);
  const open: UploadFile[] = [];
  try {
    for (const path of paths) open.push(await openUpload(path, { roots, closed: [dataDir] }));
    const staged: SavedFile[] = [];
    for (const file of open) staged.push(await session.stageUpload(file));
    return staged;
  } finally {
    await Promise.all(open.map(async (file) => await file[Symbol.asyncDispose]()));
  }
}

function inLine({ name, sizeBytes, mediaType, sha256 }: SavedFile): string {
  return `Given: ${JSON.stringify(name)} (${sizeBytes} bytes, ${mediaType}), sha256 ${sha256}.`;
}
