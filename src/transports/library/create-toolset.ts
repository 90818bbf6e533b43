import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ExecutorOptions, ToolsetExecutor } from '#faces/toolset/executor.ts';
import { compact } from '#kernel/compact.ts';
import { newId } from '#kernel/id.ts';
import type { AssistantMessage, ToolResult, ToolsetEntry } from '#messages/wire.ts';
import { Broker } from '#sessions/broker.ts';
import type { Session } from '#sessions/session.ts';
import type { Cap, Settings } from '#sessions/settings.ts';
import { completeSettings } from './complete-settings.ts';

/** A viewport that no model's picture limits touch. */
const VIEWPORT = { width: 1_280, height: 720 };

/** What a toolset is opened with; settings that are absent are as `portolan serve` has them by default. */
export type ToolsetOptions = Partial<Settings> &
  Omit<ExecutorOptions, 'documents'> & {
    /** Files (absolute paths) that the model may upload by the ids given here. */
    readonly documents?: Readonly<Record<string, string>>;
    /** Names that stand for a local server, as `shop.test` → `127.0.0.1:4000`; they have to be in `hosts` too. */
    readonly hostMap?: Readonly<Record<string, string>>;
  };

/** The toolset of one browser session: the entry for a request, and what runs the calls of the answers. */
export interface Toolset extends AsyncDisposable {
  /** For the request's `tools`. */
  readonly entry: ToolsetEntry;
  /**
   * Runs the toolset's calls of an assistant message, in order; calls of other tools are left to the caller.
   *
   * @returns a result for each of them, for the next user message. What the model or a page did wrong is such a
   *   result, and never thrown.
   */
  run(message: AssistantMessage, options?: { readonly signal?: AbortSignal }): Promise<readonly ToolResult[]>;
  close(): Promise<void>;
}

/** A toolset with what it is made of, for those who put it behind another interface. */
export interface OpenToolset {
  readonly executor: ToolsetExecutor;
  readonly session: Session;
  close(): Promise<void>;
}

/**
 * Opens a browser session for an agent on the Messages API and gives what its requests and answers need.
 *
 * @example
 * const toolset = await createToolset({ hosts: ['portal.example'] });
 * const message = await client.messages.create({ model, max_tokens: 4096, tools: [toolset.entry], messages });
 * messages.push({ role: 'assistant', content: message.content });
 * messages.push({ role: 'user', content: await toolset.run(message) });
 * @throws invalid_arguments for configs that the API would refuse, or a member that wants `confirm`.
 * @throws environment when the data folder cannot be used.
 */
export async function createToolset(options: ToolsetOptions = {}): Promise<Toolset> {
  const { executor, close } = await openToolset(options);
  return {
    entry: executor.entry,
    run: async (message, { signal } = {}) => await executor.run(message, signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What `createToolset` opens, in parts. */
export async function openToolset(options: ToolsetOptions): Promise<OpenToolset> {
  const {
    hostMap,
    documents = {},
    configs,
    confirm,
    imageTier,
    screenshotAfterTurn,
    exposeDownloadPaths,
    ...given
  } = options;
  const staged = await stageDocuments(documents);
  const settings = completeSettings({
    viewport: VIEWPORT,
    unattended: confirm === undefined,
    ...given,
    caps: capsOf(configs, given.caps ?? []),
    uploadRoots: [...(given.uploadRoots ?? []), ...(staged.folder === undefined ? [] : [staged.folder])],
  });
  const dropStaged = async () => {
    if (staged.folder !== undefined) await rm(staged.folder, { recursive: true, force: true });
  };
  let broker: Broker | undefined;
  try {
    broker = await Broker.open(settings, compact({ hostMap, profile: 'toolset' as const }));
    const session = await broker.open('toolset', { name: newId('toolset') });
    const executor = new ToolsetExecutor(
      session,
      compact({
        configs,
        confirm,
        imageTier,
        screenshotAfterTurn,
        exposeDownloadPaths,
        documents: staged.paths,
      }),
    );
    const opened = broker;
    const close = async () => {
      await opened.close();
      await dropStaged();
    };
    return { executor, session, close };
  } catch (error) {
    await broker?.close();
    await dropStaged();
    throw error;
  }
}

/** Pictures are always on; what the optional members need goes with them. */
function capsOf(configs: ToolsetOptions['configs'], given: readonly Cap[]): readonly Cap[] {
  const isOn = (name: string) => configs?.[name]?.enabled === true;
  const wanted: readonly (Cap | undefined)[] = [
    'vision',
    isOn('read_console') ? 'console' : undefined,
    isOn('read_network') ? 'network' : undefined,
    isOn('javascript_exec') ? 'script' : undefined,
    ...given,
  ];
  return [...new Set(wanted.filter((cap) => cap !== undefined))];
}

/** Copies what the application names to a folder of its own, which is all that may be uploaded of it. */
async function stageDocuments(
  documents: Readonly<Record<string, string>>,
): Promise<{ readonly folder?: string; readonly paths: ReadonlyMap<string, string> }> {
  const entries = Object.entries(documents);
  if (entries.length === 0) return { paths: new Map() };
  const folder = await mkdtemp(join(tmpdir(), 'portolan-documents-'));
  const paths = new Map<string, string>();
  for (const [place, [id, path]] of entries.entries()) {
    const own = await mkdtemp(join(folder, `${place + 1}-`));
    await copyFile(path, join(own, basename(path)));
    paths.set(id, join(own, basename(path)));
  }
  return { folder, paths };
}
