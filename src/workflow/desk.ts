import { compact } from '#kernel/compact.ts';
import { newId } from '#kernel/id.ts';
import { runOperation } from '#sessions/run-operation.ts';
import type { Session } from '#sessions/session.ts';
import { fail } from './errors.ts';
import { type KeptRuns, listRuns, type RunSummary, readRun } from './kept-runs.ts';
import { type CommandMatch, matchCommand } from './match-command.ts';
import type { Draft, DraftOptions } from './record/draft.ts';
import { draftFromSession } from './record/draft-from-session.ts';
import type { WorkflowRun } from './run-record.ts';
import { filledFor, type RunOptions, runWorkflow } from './run-workflow.ts';
import { saveShown } from './save-operation.ts';
import { type ShownWorkflow, showWorkflow } from './shown-workflow.ts';
import type { Workflow } from './step.ts';
import { readWorkflowFolder, saveWorkflow, type WorkflowFolder } from './workflow-folder.ts';

export interface DeskOptions {
  /** Where the workflow files are, an absolute path; read anew each time. */
  readonly folder: string;
  readonly runs: KeptRuns;
}

/** Which workflow is meant: by its exact name or alias, or by a short command. */
export interface Wanted {
  readonly name?: string | undefined;
  readonly command?: string | undefined;
}

/** A run under way. `ended` gives how it went, and fails only when the journal cannot be written. */
export interface StartedRun {
  readonly id: string;
  readonly ended: Promise<WorkflowRun>;
}

/** The saved workflows of a folder, their runs in sessions, and what is kept of these. */
export class WorkflowDesk {
  readonly folder: string;
  readonly #runs: KeptRuns;
  readonly #running = new Map<string, { readonly owner: string; readonly stop: AbortController }>();

  constructor({ folder, runs }: DeskOptions) {
    this.folder = folder;
    this.#runs = runs;
  }

  /** All workflows of the folder, and the files that are none. */
  async list(): Promise<WorkflowFolder> {
    return await readWorkflowFolder(this.folder);
  }

  /** @throws workflow_not_found for a name or alias that none has exactly. */
  async named(name: string): Promise<Workflow> {
    const { workflows, broken } = await this.list();
    const found = workflows.find((each) => [each.name, ...each.aliases].includes(name));
    if (found !== undefined) return found;
    const wrong = broken.find(({ file }) => file.endsWith(`/${name}.md`));
    if (wrong !== undefined) throw wrong.error;
    const names = workflows.map((each) => `"${each.name}"`).join(', ') || 'none';
    throw fail('workflow_not_found', `No workflow is named "${name}".`, { remedy: `There is: ${names}.` });
  }

  /**
   * Looks up what is meant, and starts nothing.
   *
   * @throws workflow_not_found for a name that none has exactly.
   */
  async find({ name, command = '' }: Wanted): Promise<CommandMatch> {
    if (name === undefined) return matchCommand(command, (await this.list()).workflows);
    return { found: 'unique', workflow: await this.named(name), why: 'It has this name.' };
  }

  /** What a session did, as a workflow for its caller to look at. Nothing is saved. */
  async draft(session: Session, options: DraftOptions): Promise<Draft> {
    return await draftFromSession(session, options);
  }

  /** Reads a whole file that is to be saved. @throws workflow_invalid, step_not_understood. */
  show(session: Session, source: string): ShownWorkflow {
    return showWorkflow(session, source);
  }

  /**
   * Saves what was shown, for whoever is a person or speaks for one.
   *
   * @param confirm - of what was shown, as whoever looked at it gives it back.
   * @returns the file's path.
   * @throws workflow_not_shown when that was something else; workflow_invalid, workflow_exists.
   */
  async save(shown: ShownWorkflow, confirm: string): Promise<string> {
    requireShown(shown, confirm);
    return await saveWorkflow(this.folder, shown.workflow);
  }

  /**
   * Saves what was shown, for a model: through the gate, at which a person is shown it too.
   *
   * @throws what `save` and the gate throw.
   */
  async saveAsked(
    session: Session,
    shown: ShownWorkflow,
    confirm: string,
    signal?: AbortSignal,
  ): Promise<string> {
    requireShown(shown, confirm);
    const input = { folder: this.folder, source: shown.source };
    return (await runOperation(session, saveShown, input, { signal })).said;
  }

  /**
   * Starts a run in a session; `cancel` ends it before its next step.
   *
   * @throws input_missing, invalid_arguments; nothing is begun then.
   */
  start(session: Session, workflow: Workflow, options: RunOptions = {}): StartedRun {
    filledFor(workflow, options);
    const { id = newId('run'), signal } = options;
    const stop = new AbortController();
    this.#running.set(id, { owner: session.owner, stop });
    const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
    const ended = runWorkflow(session, workflow, { ...options, id, signal: either }).finally(() =>
      this.#running.delete(id),
    );
    // Whoever waits for it hears of a failure.
    ended.catch(() => {});
    return { id, ended };
  }

  /**
   * Ends a run: what is under way is finished or given up, and no further step begins.
   *
   * @throws run_not_found for a run that does not run, or is of another owner.
   */
  cancel(id: string, owner: string): void {
    const running = this.#running.get(id);
    if (running?.owner !== owner)
      throw fail('run_not_found', `No run "${id}" is under way.`, {
        remedy: 'Look at the list of runs: it may have ended by itself.',
      });
    running.stop.abort();
  }

  /** The runs of an owner, the newest first. */
  async runs(owner: string, limit?: number): Promise<readonly RunSummary[]> {
    return await listRuns(this.#runs, compact({ owner, limit }));
  }

  /** @throws run_not_found when no run of the owner or several begin so. */
  async run(id: string, owner: string): Promise<WorkflowRun> {
    return await readRun(this.#runs, id, owner);
  }
}

function requireShown({ confirm: wanted }: ShownWorkflow, confirm: string): void {
  if (confirm === wanted) return;
  throw fail('workflow_not_shown', 'This is not what was shown: the session or the file has changed since.', {
    remedy: 'Send it without confirm, and look at what is shown now.',
  });
}
