import type { PortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';

const REASONS: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'Free space on that disk, or choose another folder with --data-dir.'],
  EDQUOT: ['the disk quota is used up', 'Free space, or choose another folder with --data-dir.'],
  EROFS: ['the file system is read-only', 'Choose a writable folder with --data-dir.'],
  EACCES: [
    'permission is denied',
    'Give this user write permission, or choose another folder with --data-dir.',
  ],
  EPERM: [
    'permission is denied',
    'Give this user write permission, or choose another folder with --data-dir.',
  ],
  ENOTDIR: ['part of the path is a file', 'Move that file away, or choose another folder with --data-dir.'],
  EEXIST: [
    'a file stands where the folder should be',
    'Move it away, or choose another folder with --data-dir.',
  ],
};

/** Turns a file-system error into `environment`, naming the folder and the fix. */
export function fileError(error: unknown, folder: string, doing: string): PortolanError {
  const code = errorCode(error);
  const [reason, remedy] = REASONS[code] ?? [
    `the system says ${code === '' ? String(error) : code}`,
    'Choose another folder with --data-dir, or mend this one.',
  ];
  return fail(
    'environment',
    `Cannot ${doing} in ${folder}: ${reason}.`,
    { folder, reason: code, remedy },
    error,
  );
}

/** The system's code of a file-system error, such as `ENOENT`; empty for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
