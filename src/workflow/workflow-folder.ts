import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPortolanError, type PortolanError } from '#kernel/error.ts';
import { fail } from './errors.ts';
import type { Workflow } from './step.ts';
import { readWorkflow, writeWorkflow } from './workflow-file.ts';

export interface WorkflowFolder {
  readonly workflows: readonly Workflow[];
  /** Files that are no workflow, with what is wrong. */
  readonly broken: readonly { readonly file: string; readonly error: PortolanError }[];
}

/** Reads every `.md` of a folder, by name. A folder that is not there holds nothing. */
export async function readWorkflowFolder(folder: string): Promise<WorkflowFolder> {
  const workflows: Workflow[] = [];
  const broken: { file: string; error: PortolanError }[] = [];
  for (const name of await markdownIn(folder)) {
    const file = join(folder, name);
    try {
      workflows.push(readWorkflow(await readFile(file, 'utf8'), file));
    } catch (error) {
      if (!isPortolanError(error)) throw error;
      broken.push({ file, error });
    }
  }
  return { workflows, broken };
}

/**
 * Writes a workflow to `<folder>/<name>.md`, after reading back what it would write.
 *
 * @returns the file's path.
 * @throws workflow_invalid when the name is no file name; workflow_exists, and the file that is there stays.
 */
export async function saveWorkflow(folder: string, workflow: Workflow): Promise<string> {
  requireFileName(workflow.name);
  const file = join(folder, `${workflow.name}.md`);
  const source = writeWorkflow(workflow);
  readWorkflow(source, file);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, source, { flag: 'wx' });
  } catch (error) {
    if (!isExistsError(error)) throw error;
    throw fail('workflow_exists', `${file} is there already.`, { file }, error);
  }
  return file;
}

/** @throws workflow_invalid for a name that a workflow file cannot have. */
export function requireFileName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name)) return;
  throw fail('workflow_invalid', 'The name has to be 1 to 80 letters, digits, spaces, - _ and dots.');
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function isExistsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
