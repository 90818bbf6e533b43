import { Broker } from '#sessions/broker.ts';
import type { Settings } from '#sessions/settings.ts';
import { completeSettings } from './complete-settings.ts';
import { LibrarySession } from './library-session.ts';

/** What a session of a program is opened with; what is absent is as `portolan serve` has it by default. */
export type SessionOptions = Partial<Settings> & {
  /** Names that stand for a local server, as `shop.test` → `127.0.0.1:4000`; they have to be in `hosts` too. */
  readonly hostMap?: Readonly<Record<string, string>>;
};

/**
 * Opens a browser session for a program: the same operations, gate, journal and boundary that a model's tools
 * have.
 *
 * @example
 * await using session = await openSession({ hosts: ['portal.example'] });
 * await session.navigate('https://portal.example/');
 * await session.type(session.ref('textbox', 'Search'), 'july', { submit: true });
 * console.log((await session.find({ text: 'F-2041' })).text);
 * @throws environment when the data folder cannot be used.
 */
export async function openSession(options: SessionOptions = {}): Promise<LibrarySession> {
  const { hostMap, ...settings } = options;
  const broker = await Broker.open(completeSettings(settings), hostMap === undefined ? {} : { hostMap });
  return new LibrarySession(broker, await broker.open('library'));
}
