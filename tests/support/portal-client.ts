import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createPortalFace } from '#faces/portal/face.ts';
import type { PortalReply } from '#faces/portal/reply.ts';
import { type FaceWithSkills, withSkills } from '#faces/portal/skill-tool.ts';
import { Broker, type BrokerOptions } from '#sessions/broker.ts';
import type { Session } from '#sessions/session.ts';
import type { Settings } from '#sessions/settings.ts';

/** Settings of a test: as the defaults, with everything on this machine listed. */
export function testSettings(dataDir: string, over: Partial<Settings> = {}): Settings {
  return {
    hosts: ['127.0.0.1:*', 'localhost:*'],
    uploadRoots: [],
    vaults: [],
    downloadLimitBytes: 2 ** 28,
    grantPermissions: [],
    host: '127.0.0.1',
    port: 0,
    allowRemote: false,
    dataDir,
    headed: false,
    sandbox: true,
    viewport: { width: 1280, height: 800 },
    ignoreHttpsErrors: false,
    headers: {},
    language: 'en',
    budgetCharacters: 12_000,
    observe: 'changes',
    settle: 'hook',
    actionTimeoutMs: 1_000,
    callTimeoutMs: 50_000,
    navigationTimeoutMs: 30_000,
    idleTimeoutMs: 3_600_000,
    logLevel: 'silent',
    ...over,
  };
}

/** A client of the portal face that sees nothing but reply texts, as a model does. */
export class PortalClient {
  readonly session: Session;
  readonly face: FaceWithSkills;
  /** Every reply so far. */
  readonly replies: PortalReply[] = [];

  constructor(session: Session) {
    this.session = session;
    this.face = withSkills(createPortalFace(session.settings), session.settings);
  }

  /** Calls a tool and expects success. */
  async ok(tool: string, args: object = {}): Promise<string> {
    const reply = await this.call(tool, args);
    expect(reply.isError, reply.text).toBe(false);
    return reply.text;
  }

  /** Calls a tool and expects the refusal of this code. */
  async refused(code: string, tool: string, args: object = {}): Promise<string> {
    const reply = await this.call(tool, args);
    expect(reply.text.split('\n')[0]).toMatch(new RegExp(`^browser\\.${code}: `));
    expect(reply.isError).toBe(true);
    return reply.text;
  }

  async call(tool: string, args: object = {}): Promise<PortalReply> {
    const reply = await this.face.call(this.session, tool, args, {});
    this.replies.push(reply);
    return reply;
  }

  /** The ref of the first line or part of one, newest reply first, that has this role and name. */
  ref(role: string, name: string): string {
    for (const { text } of [...this.replies].reverse()) {
      const found = refIn(text, role, name);
      if (found) return found;
    }
    throw new Error(`No reply has ${role} "${name}". The last one:\n${this.replies.at(-1)?.text ?? ''}`);
  }
}

/** Finds `role "name" [ref]` in a reply. */
export function refIn(text: string, role: string, name: string): string | undefined {
  const quoted = JSON.stringify(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:^|[\\s|])${role} ${quoted} \\[([^\\]]+)\\]`, 'm').exec(text)?.[1];
}

/** A broker of its own in a folder of its own, for one test file. */
export class PortalBench implements AsyncDisposable {
  readonly broker: Broker;
  readonly dataDir: string;

  static async open(over: Partial<Settings> = {}, options: BrokerOptions = {}): Promise<PortalBench> {
    const dataDir = await mkdtemp(join(tmpdir(), 'portolan-test-'));
    return new PortalBench(await Broker.open(testSettings(dataDir, over), options), dataDir);
  }

  private constructor(broker: Broker, dataDir: string) {
    this.broker = broker;
    this.dataDir = dataDir;
  }

  /** A client with a session of its own. */
  async client(): Promise<PortalClient> {
    return new PortalClient(await this.broker.open('test'));
  }

  /** A client with a session of its own, on a page. */
  async clientAt(url: string): Promise<PortalClient> {
    const client = await this.client();
    await client.ok('browser_navigate', { url });
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.broker.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
