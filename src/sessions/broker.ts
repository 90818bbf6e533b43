import { reapOrphans } from '#browser/process-reap.ts';
import { Journal } from '#journal/journal.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import type { ProfileName } from '#policy/profiles.ts';
import { LoginCooldowns } from '#vault/login-cooldown.ts';
import type { AttachedVaults } from '#vault/vaults.ts';
import type { PoolEvent } from './browser-pool.ts';
import { type BoundaryOptions, BrowserPool } from './browser-pool.ts';
import { checkHealth, type Health } from './health.ts';
import { Session } from './session.ts';
import { SessionJournal } from './session-journal.ts';
import { attachVaults } from './session-vaults.ts';
import type { Settings } from './settings.ts';

export interface BrokerOptions extends Partial<BoundaryOptions> {
  /** The rules that its sessions go by; those of the portal face when absent. */
  readonly profile?: ProfileName;
}

/** Most sessions of one owner that are open at once. */
export const SESSIONS_OF_ONE_OWNER = 64;

const IDLE_CHECK_MS = 30_000;

/**
 * Opens sessions and finds them again. A session belongs to its owner and is found under its name by that
 * owner only; it outlives the connection it was opened on, until it is closed or has been idle for too long.
 */
export class Broker {
  readonly journal: Journal;
  readonly redactor: SecretRedactor;
  /** What its sessions may use. */
  readonly vaults: AttachedVaults;
  readonly #cooldowns = new LoginCooldowns();
  readonly #settings: Settings;
  readonly #pool: BrowserPool;
  readonly #profile: ProfileName;
  readonly #sessions = new Map<string, Session>();
  /** Newest generation of sessions that ended without their owner's doing: told once when they come back. */
  readonly #lost = new Map<string, number>();
  readonly #idleCheck: NodeJS.Timeout;

  /**
   * @throws environment when the data folder or the store cannot be used. A browser that cannot be started is
   *   told by the first call that needs it.
   */
  static async open(given: Settings, options: BrokerOptions = {}): Promise<Broker> {
    // The strictest profile takes from pages what it cannot let them use.
    const strict = options.profile === 'sites' ? { ...given, webRtc: false } : given;
    const isAnsweredByNobody = options.profile === 'sites' || options.profile === 'toolset';
    const settings = { ...strict, dismissesDialogs: isAnsweredByNobody };
    await reapOrphans(settings.dataDir);
    const redactor = new SecretRedactor();
    const [pool, journal] = await Promise.all([
      BrowserPool.start(settings, {
        ownPorts: options.ownPorts ?? (() => new Set()),
        hostMap: options.hostMap,
      }),
      Journal.open({ dataDir: settings.dataDir, redactor }),
    ]);
    return new Broker(settings, pool, journal, redactor, options.profile ?? 'portal');
  }

  private constructor(
    settings: Settings,
    pool: BrowserPool,
    journal: Journal,
    redactor: SecretRedactor,
    profile: ProfileName,
  ) {
    this.#settings = settings;
    this.#pool = pool;
    this.#profile = profile;
    this.journal = journal;
    this.redactor = redactor;
    this.vaults = attachVaults(settings, journal);
    this.#idleCheck = setInterval(() => void this.closeIdle(), IDLE_CHECK_MS);
    this.#idleCheck.unref();
  }

  /** What waits for a person's word, and the pictures that go with it. */
  get approvals() {
    const { approvals, artifacts } = this.journal;
    return {
      waiting: (filter: { owner?: string; gate?: string }) => approvals.waiting(filter),
      answer: (token: string, approve: boolean, by: string) => approvals.answer(token, approve, by),
      picture: (hash: string) => artifacts.get(hash),
    };
  }

  /** What happens to the browser, for the log. */
  onBrowser(listener: (event: PoolEvent) => void): () => void {
    return this.#pool.events.on(listener);
  }

  /** Opens a session, or gives the owner's one of that name. */
  async open(owner: string, options: { readonly name?: string } = {}): Promise<Session> {
    const name = options.name ?? newId('session');
    const known = this.find(owner, name);
    if (known) return known;
    this.#requireRoom(owner);
    const key = keyOf(owner, name);
    const generationsAfter = this.#lost.get(key);
    this.#lost.delete(key);
    const session = new Session({
      owner,
      name,
      profile: this.#profile,
      settings: this.#settings,
      pool: this.#pool,
      journal: (id) => new SessionJournal(this.journal, id, { owner, name }),
      generationsAfter,
      vaults: this.vaults,
      cooldowns: this.#cooldowns,
      redactor: this.redactor,
      notice: generationsAfter === undefined ? undefined : 'session_lost',
    });
    this.#sessions.set(key, session);
    return session;
  }

  /** The open sessions of an owner. */
  sessionsOf(owner: string): readonly Session[] {
    return [...this.#sessions.values()].filter((each) => each.owner === owner && !each.isClosed);
  }

  /** Sessions cost memory: one owner cannot open them without end. */
  #requireRoom(owner: string): void {
    const open = this.sessionsOf(owner);
    if (open.length < SESSIONS_OF_ONE_OWNER) return;
    throw fail('limit_exceeded', `${open.length} sessions are open, which is the most.`, {
      remedy: 'Close one, or come back to one by its name.',
      limit: SESSIONS_OF_ONE_OWNER,
    });
  }

  /** The owner's session of that name. Another owner's is answered like one that never was. */
  find(owner: string, name: string): Session | undefined {
    const session = this.#sessions.get(keyOf(owner, name));
    return session?.isClosed ? undefined : session;
  }

  /** Whether a call would be served: the store takes a record, a browser runs or starts. */
  async ready(): Promise<Health> {
    return await checkHealth({ journal: this.journal, pool: this.#pool });
  }

  async close(): Promise<void> {
    clearInterval(this.#idleCheck);
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.close('server stopped')));
    await this.#pool.close();
    await this.journal[Symbol.asyncDispose]();
  }

  /** Closes sessions that nobody called for too long; done by itself from time to time. */
  async closeIdle(): Promise<void> {
    const before = Date.now() - this.#settings.idleTimeoutMs;
    const idle = [...this.#sessions].filter(
      ([, session]) => !session.isClosed && session.lastUsedAtMs < before && session.queue.length === 0,
    );
    for (const [key, session] of this.#sessions) if (session.isClosed) this.#sessions.delete(key);
    for (const [key, session] of idle) {
      this.#sessions.delete(key);
      this.#lost.set(key, session.newestGeneration);
    }
    await Promise.allSettled(idle.map(([, session]) => session.close('idle')));
  }
}

function keyOf(owner: string, name: string): string {
  return JSON.stringify([owner, name]);
}
