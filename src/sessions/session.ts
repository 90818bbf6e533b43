import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '#browser/browser-context.ts';
import { fail as browserFail } from '#browser/errors.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { newId } from '#kernel/id.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import type { DecisionContext } from '#policy/decide.ts';
import type { Effect } from '#policy/effects.ts';
import type { EgressFailure, Refusal } from '#policy/egress-proxy/egress-rules.ts';
import { addHost, type HostRules, matchHost, parseHosts } from '#policy/hosts.ts';
import { type Judgement, judge } from '#policy/judge.ts';
import { type OriginTarget, originTarget } from '#policy/origin-target.ts';
import type { Profile, ProfileName } from '#policy/profiles.ts';
import { ReadTexts } from '#policy/read-texts.ts';
import { Taint } from '#policy/taint.ts';
import type { UploadFile } from '#policy/upload-roots.ts';
import { SeenRegister } from '#snapshot/seen-register.ts';
import { LoginCooldowns } from '#vault/login-cooldown.ts';
import type { NamedSecret } from '#vault/login-flow.ts';
import { AttachedVaults } from '#vault/vaults.ts';
import type { BrowserPool } from './browser-pool.ts';
import { CallQueue } from './call-queue.ts';
import { profileFor } from './caps.ts';
import { Downloads, type EndedDownload } from './downloads.ts';
import { fail } from './errors.ts';
import { News, type NewsItem } from './news.ts';
import type { Plan } from './plan.ts';
import { RepeatedRefusal } from './repeated-refusal.ts';
import { makeFolder, type SavedFile, saveFile } from './save-file.ts';
import type { SessionJournal } from './session-journal.ts';
import { SessionSecrets } from './session-secrets.ts';
import type { Settings } from './settings.ts';
import type { Slot } from './slot.ts';
import { Views } from './views.ts';

export interface SessionSetup {
  readonly owner: string;
  readonly name: string;
  readonly profile: ProfileName;
  readonly settings: Settings;
  readonly pool: BrowserPool;
  readonly journal: (session: string) => SessionJournal;
  /** A code to tell the caller once, before anything else: the session they come back to is gone. */
  readonly notice?: 'session_lost' | undefined;
  /** Newest generation of the lost session: this one counts on from there. */
  readonly generationsAfter?: number | undefined;
  /** Whose credentials it may use; none when absent. */
  readonly vaults?: AttachedVaults;
  /** Shared by all sessions of a broker. */
  readonly cooldowns?: LoginCooldowns;
  /** Redacts what is written of all sessions; learns the secrets that this one uses. */
  readonly redactor?: SecretRedactor;
}

/** Nobody waits longer for a picture than for the question. */
const GATE_PICTURE_MS = 3_000;

/** A slot that a session holds, and what it remembers of it. All of it goes when the browser goes. */
interface Held {
  readonly slot: Slot;
  readonly news: News;
  readonly downloads: Downloads;
  readonly seen: SeenRegister;
}

/**
 * One caller's browser, rules, view of pages and journal, composed. The browser is taken at the first call
 * that needs it, and anew after its death.
 */
export class Session {
  readonly id: string = newId('s');
  readonly owner: string;
  readonly name: string;
  readonly settings: Settings;
  readonly profile: Profile;
  readonly readTexts = new ReadTexts();
  readonly taint = new Taint();
  readonly views = new Views();
  readonly queue = new CallQueue();
  readonly refusals = new RepeatedRefusal();
  readonly journal: SessionJournal;
  readonly vaults: AttachedVaults;
  readonly cooldowns: LoginCooldowns;
  readonly secrets: SessionSecrets;
  lastUsedAtMs = Date.now();
  readonly #pool: BrowserPool;
  #hosts: HostRules;
  /** The hosts without the rules that stand for any. */
  #namedHosts: HostRules;
  /** Where credentials of the vault were used. */
  readonly #privateHosts = new Set<string>();
  #held: Promise<Held> | undefined;
  #current: Held | undefined;
  #notice: 'session_lost' | 'browser_gone' | undefined;
  #isClosed = false;
  #lockedBy: string | undefined;
  /** Where requests may go while a secret stands in a page. */
  #sealedHosts: HostRules | undefined;
  /** Of contexts that this session held before: a later one counts on from here. */
  #newestGeneration: number;

  constructor(setup: SessionSetup) {
    this.owner = setup.owner;
    this.name = setup.name;
    this.settings = setup.settings;
    this.profile = profileFor(setup.profile, setup.settings);
    this.#hosts = parseHosts(setup.settings.hosts);
    this.#namedHosts = parseHosts(setup.settings.hosts.filter((rule) => !/^\*(:|$)/.test(rule.trim())));
    this.#pool = setup.pool;
    this.#notice = setup.notice;
    this.#newestGeneration = setup.generationsAfter ?? 0;
    this.journal = setup.journal(this.id);
    this.vaults = setup.vaults ?? new AttachedVaults([]);
    this.cooldowns = setup.cooldowns ?? new LoginCooldowns();
    this.secrets = new SessionSecrets({
      everywhere: setup.redactor ?? new SecretRedactor(),
      onLifted: () => this.#widen(),
    });
  }

  /** The person who has taken it over, if one has. */
  get lockedBy(): string | undefined {
    return this.#lockedBy;
  }

  /** A person takes the session over: every call of the model is refused until `unlock`. */
  async lock(by: string): Promise<void> {
    await this.journal.takenOver(by, true);
    this.#lockedBy = by;
  }

  async unlock(): Promise<void> {
    const by = this.#lockedBy;
    if (by === undefined) return;
    this.#lockedBy = undefined;
    await this.journal.takenOver(by, false);
  }

  /** @throws authentication_protected while a person has the session. */
  requireUnlocked(): void {
    if (this.#lockedBy === undefined) return;
    throw fail('authentication_protected', 'A person has taken this session over.', { dispatch: 'not_sent' });
  }

  /**
   * Secrets are about to be typed into a frame: they are kept from every output, what could read them back is
   * refused, and no request goes anywhere but to these hosts.
   */
  beginFill(page: Page, frame: Frame, secrets: readonly NamedSecret[], hosts: readonly string[]): void {
    for (const { name, value } of secrets) this.secrets.learn(name, value);
    this.secrets.begin(page, frame);
    this.#sealedHosts = { ...parseHosts(hosts, { allowWildcards: true }), within: this.#hosts };
    this.#current?.slot.bind(this.#sealedHosts);
  }

  /**
   * Refuses what could read a secret back from a page, as long as one may be there.
   *
   * @param what - as the beginning of a sentence.
   * @throws sealed.
   */
  async requireUnsealed(what: string): Promise<void> {
    await this.secrets.seal.requireLifted(this.openContext, what);
  }

  /** @throws sealed between the typing of a secret and its sending. */
  requirePicturable(): void {
    if (this.secrets.seal.isFilling)
      throw fail('sealed', 'No picture is taken between the typing of a secret and its sending.', {
        dispatch: 'not_sent',
      });
  }

  /** A new document has taken the place of the one that holds the secret, or the seal is lifted. */
  #widen(): void {
    if (this.#sealedHosts === undefined) return;
    this.#sealedHosts = undefined;
    this.#current?.slot.bind(this.#hosts);
  }

  /** The newest generation any of its tabs ever had. */
  get newestGeneration(): number {
    return this.#current?.slot.context.newestGeneration ?? this.#newestGeneration;
  }

  /** Where this session may go: the settings', and what a person has added. */
  get hosts(): HostRules {
    return this.#hosts;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The tabs, if a browser is held: without taking one. */
  get openContext(): BrowserContext | undefined {
    return this.#current?.slot.context;
  }

  /**
   * The session's tabs; takes a browser if none is held.
   *
   * @throws environment when no browser can be started.
   */
  async context(): Promise<BrowserContext> {
    return (await this.#hold()).slot.context;
  }

  /** What was shown of each ref. */
  async seen(): Promise<SeenRegister> {
    return (await this.#hold()).seen;
  }

  /** The tab that calls without a ref act on; opened when there is none. */
  async currentPage(): Promise<Page> {
    const context = await this.context();
    if (context.current) return context.current;
    const page = await context.newPage();
    context.makeCurrent(page);
    return page;
  }

  /** News since it was last taken. */
  takeNews(): readonly NewsItem[] {
    return this.#current?.news.take() ?? [];
  }

  /** Waits for the files that are coming, at most 10 s; what is still coming then is named. */
  async downloadsSettled(deadline: Deadline): Promise<readonly string[]> {
    const downloads = this.#current?.downloads;
    await downloads?.settled(deadline);
    return downloads?.coming ?? [];
  }

  /**
   * Copies a file to where only the browser takes it from, so that what was looked at is what is sent, and
   * keeps a record of it.
   */
  async stageUpload(file: UploadFile): Promise<SavedFile> {
    const { slot } = await this.#hold();
    const folder = join(slot.browser.scratchDir, 'uploads', this.id, newId('file'));
    const staged = await saveFile(
      file.handle,
      { folder: await makeFolder(folder), name: file.name },
      file.sizeBytes,
    );
    await this.journal.keepFile(staged, 'upload');
    return staged;
  }

  /**
   * Whether what a plan does may be the idea of a page that was read. Files go to a site after its pages were
   * read, always: they may, when every site read so far is one that was listed by name.
   */
  isTaintedFor(effects: readonly Effect[]): boolean {
    if (!this.taint.isTainted || !effects.includes('upload')) return this.taint.isTainted;
    return !this.taint.origins.every((origin) => this.#isListedByName(origin));
  }

  /** Whether an address is of a host that this session may go to. */
  covers(url: string): boolean {
    const target = originTarget(url);
    if (target === undefined || target === 'blank') return false;
    return matchHost(this.#hosts, target.host, target.port).allowed;
  }

  #isListedByName(origin: string): boolean {
    const target = originTarget(origin);
    if (target === undefined || target === 'blank') return target === 'blank' || origin === 'null';
    return matchHost(this.#namedHosts, target.host, target.port).allowed;
  }

  /** Whether the rules allow these effects within the hosts, whatever was read. */
  isAllowed(effects: readonly Effect[]): boolean {
    return effects.every((effect) => {
      const { plain, tainted } = this.profile.rules[effect];
      return plain === 'allow' && tainted === 'allow';
    });
  }

  /** Whether a tab may be shown now, without anybody being asked. */
  mayShow(page: Page): boolean {
    return this.judge({ effects: ['read'], url: page.url }).verdict === 'allow';
  }

  /** Text of a tab was shown to the model. */
  noteRead(page: Page, text: string): void {
    this.readTexts.note(page.mainFrame.origin, text);
  }

  /** What the rules say of a plan, with what this session has read and holds. */
  judge(plan: Plan): Judgement {
    return judge({ ...plan, origin: plan.url }, this.#decisionContext(plan));
  }

  /** What rules look at beside the plan: what this session may, has read and holds. */
  #decisionContext(plan: Plan): DecisionContext {
    const { composed } = plan;
    const isForeign = composed !== undefined && !this.#isListedByName(composed);
    return {
      profile: this.profile,
      hosts: this.#hosts,
      tainted: this.isTaintedFor(plan.effects),
      writeHosts: this.#writeHosts(),
      carries: isForeign ? this.readTexts.carriedBy(composed) : undefined,
    };
  }

  /** A credential of the vault was used on this host and port: what the session sees from now on is private. */
  noteCredentialUse(host: string): void {
    this.#privateHosts.add(host);
  }

  /** Where files and forms may go, once private data is held and pages were read that nobody listed by name. */
  #writeHosts(): HostRules | undefined {
    if (this.#privateHosts.size === 0) return undefined;
    const isTrusted = (origin: string) =>
      this.#isListedByName(origin) || this.#privateHosts.has(origin.replace(/^https?:\/\//, ''));
    if (this.taint.origins.every(isTrusted)) return undefined;
    return { rules: [...this.#namedHosts.rules, ...parseHosts([...this.#privateHosts]).rules] };
  }

  /** Adds a host by a person's word; recorded before anything can go there. */
  async openHost({ host, port }: OriginTarget, gate: string): Promise<void> {
    await this.journal.boundaryChanged(`${host}:${port}`, gate);
    this.#hosts = addHost(this.#hosts, host, port);
    if (this.#sealedHosts === undefined) this.#current?.slot.bind(this.#hosts);
  }

  /** A picture of a tab, the current one when none is given, for whoever is asked; none when its secrets cannot be covered. */
  async pictureForGate(of?: Page): Promise<string | null> {
    const page = of ?? this.openContext?.current;
    if (page?.state !== 'open' || page.dialog !== null || page.url === 'about:blank') return null;
    this.requirePicturable();
    const { png } = await page.takePicture({ timeoutMs: GATE_PICTURE_MS, secrets: this.secrets.own });
    return (await this.journal.keepPicture(png, `${page.id}.png`)).hash;
  }

  /** Hears of each request of this session that the boundary keeps in. Returns the function that stops it. */
  onRefusal(listener: (refusal: Refusal) => void): () => void {
    return this.#current?.slot.port.refusals.on(listener) ?? (() => {});
  }

  /** Hears of each request of this session that was let out and did not arrive. Returns the function that stops it. */
  onFailure(listener: (failure: EgressFailure) => void): () => void {
    return this.#current?.slot.port.failures.on(listener) ?? (() => {});
  }

  /**
   * Tells once what was lost since the last call: the whole session, or its browser.
   *
   * @throws session_lost, browser_gone.
   */
  tellLoss(): void {
    const notice = this.#notice;
    this.#notice = undefined;
    if (notice === 'session_lost')
      throw fail('session_lost', 'The session ended since the last call; its pages and refs are gone.');
    if (notice === 'browser_gone')
      throw browserFail('browser_gone', 'The browser died since the last call; its pages and refs are gone.');
  }

  /** A call has told of the browser's death itself. */
  lossIsTold(): void {
    this.#notice = undefined;
  }

  /** Gives the session a fresh context: no cookies, no tabs, no refs. */
  async reset(): Promise<void> {
    await this.#letGo();
  }

  async close(reason: string): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#letGo();
    await this.journal.closed(reason);
    this.secrets.forget();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close('closed');
  }

  #hold(): Promise<Held> {
    if (this.#isClosed) throw fail('session_lost', 'The session was closed.');
    this.#held ??= this.#take().catch((error: unknown) => {
      this.#held = undefined;
      throw error;
    });
    return this.#held;
  }

  async #take(): Promise<Held> {
    const slot = await this.#pool.take();
    this.views.clear();
    slot.context.continueGenerations(this.#newestGeneration);
    slot.bind(this.#hosts);
    const downloads = new Downloads({
      folder: this.settings.downloadDir ?? join(this.settings.dataDir, 'downloads', this.id),
      limitBytes: this.settings.downloadLimitBytes,
      redact: (name) => this.secrets.redact(name),
      onBegin: (begun) => news.downloadBegun(begun),
      onEnd: async (ended) => await this.#downloadEnded(news, ended),
    });
    const { context, port } = slot;
    const news = new News({ context, port, downloads }, (item) => this.journal.news(item));
    const held: Held = { slot, news, downloads, seen: new SeenRegister() };
    slot.browser.events.on(({ reason }) => {
      if (this.#current !== held) return;
      news.stop();
      this.#newestGeneration = slot.context.newestGeneration;
      this.#current = undefined;
      this.#held = undefined;
      this.secrets.seal.drop();
      if (reason === 'died') this.#notice = 'browser_gone';
    });
    this.secrets.seal.follow(context, () => this.#widen());
    this.#current = held;
    if (this.settings.cdpEndpoint !== undefined) news.attached(slot.browser.notes);
    return held;
  }

  async #downloadEnded(news: News, ended: EndedDownload): Promise<void> {
    news.downloadEnded(ended);
    if (ended.kind === 'saved') await this.journal.keepFile(ended.file, 'download');
  }

  async #letGo(): Promise<void> {
    const held = await this.#held?.catch(() => undefined);
    this.#held = undefined;
    this.#current = undefined;
    this.secrets.seal.drop();
    if (!held) return;
    held.news.stop();
    await held.downloads.stop();
    await rm(join(held.slot.browser.scratchDir, 'uploads', this.id), { recursive: true, force: true });
    this.#newestGeneration = held.slot.context.newestGeneration;
    await held.slot.close();
  }
}
