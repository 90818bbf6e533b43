import { JournalLog } from '#journal/read-log.ts';

/**
 * The journal of a data folder, for reading beside whoever writes it. Starts no browser and writes nothing.
 *
 * @throws environment when there is no journal in the folder, or it cannot be opened.
 */
export function openJournalLog(dataDir: string): Promise<JournalLog> {
  return JournalLog.open(dataDir);
}
