import { isPortolanError } from '#kernel/error.ts';
import { fail } from '#kernel/errors.ts';

const OTHER_FOLDER = 'choose another folder with --data-dir';

const REASONS: readonly (readonly [code: string, reason: string, remedy: string])[] = [
  ['SQLITE_FULL', 'the disk is full', `Free space on that disk, or ${OTHER_FOLDER}.`],
  ['SQLITE_READONLY', 'it is read-only', `Make the folder and its files writable, or ${OTHER_FOLDER}.`],
  [
    'SQLITE_BUSY',
    'another process has it locked',
    'Close the program that holds the database open, then call again.',
  ],
  ['SQLITE_LOCKED', 'it is locked', 'Close the program that holds the database open, then call again.'],
  [
    'SQLITE_CANTOPEN',
    'it cannot be opened',
    `Make the folder and its files readable and writable, or ${OTHER_FOLDER}.`,
  ],
  ['SQLITE_IOERR', 'the disk does not answer as it should', `Check the disk, or ${OTHER_FOLDER}.`],
  ['SQLITE_NOTADB', 'the file is not a database', `Restore it from a backup, or ${OTHER_FOLDER}.`],
  ['SQLITE_CORRUPT', 'the file is damaged', `Restore it from a backup, or ${OTHER_FOLDER}.`],
  [
    'SQLITE_CONSTRAINT',
    'its tables do not fit together',
    'Run `portolan log --verify` to see what was changed.',
  ],
];

/** Turns an error of the SQLite driver into `environment`; errors of ours are returned as they are. */
export function translateSqliteError(error: unknown, folder: string): unknown {
  if (isPortolanError(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const known = REASONS.find(([start]) => code.startsWith(start));
  if (known === undefined && !code.startsWith('SQLITE_') && !message.startsWith('ConnectionFailed'))
    return error;
  const [, reason, remedy] = known ?? ['', message, `Check the folder, or ${OTHER_FOLDER}.`];
  return fail(
    'environment',
    `The journal in ${folder} cannot be used: ${reason}.`,
    { folder, reason: code, remedy },
    error,
  );
}
