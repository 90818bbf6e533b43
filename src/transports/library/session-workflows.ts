import { redactDeep, redactError } from '#kernel/redact-deep.ts';
import type { Session } from '#sessions/session.ts';
import type { StartedRun, WorkflowDesk } from '#workflow/desk.ts';
import type { CommandMatch } from '#workflow/match-command.ts';
import type { Draft, DraftOptions } from '#workflow/record/draft.ts';
import type { StepRecord, WorkflowRun } from '#workflow/run-record.ts';
import type { Workflow } from '#workflow/step.ts';
import type { WorkflowFolder } from '#workflow/workflow-folder.ts';
import { saveWorkflow } from '#workflow/workflow-folder.ts';

/** How a workflow is run. */
export interface RunWorkflowOptions {
  /** Values by input name; one with a default may be left out. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Values of secret inputs: they stand in no record, and in nothing that comes back. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** The step to begin with, from 1, on the page as it is. */
  readonly from?: number;
  readonly signal?: AbortSignal;
  /** Hears of each step when it has ended. */
  readonly onStep?: (step: StepRecord) => void;
}

/** The saved workflows of the session's folder (`workflows`), and their runs in the session. */
export class SessionWorkflows {
  readonly #session: Session;
  readonly #desk: WorkflowDesk;

  constructor(session: Session, desk: WorkflowDesk) {
    this.#session = session;
    this.#desk = desk;
  }

  /** All workflows of the folder, and the files that are none. */
  list(): Promise<WorkflowFolder> {
    return this.#desk.list();
  }

  /** Which workflow a short command means: one, several with why, or none with the closest. Opens nothing. */
  match(command: string): Promise<CommandMatch> {
    return this.#desk.find({ command });
  }

  /**
   * Runs a workflow to its end; the first step that fails ends it, and nothing that was sent is sent again.
   *
   * @param workflow - itself, or its exact name or alias.
   * @throws workflow_not_found, input_missing, secret_input, invalid_arguments; nothing is opened then.
   */
  async run(workflow: Workflow | string, options: RunWorkflowOptions = {}): Promise<WorkflowRun> {
    const meant = typeof workflow === 'string' ? await this.#desk.named(workflow) : workflow;
    try {
      const { ended }: StartedRun = this.#desk.start(this.#session, meant, options);
      return await ended;
    } catch (error) {
      throw redactError(error, this.#session.secrets);
    }
  }

  /** What the session did so far, as a workflow to look at. Nothing is saved. */
  async draft(options: DraftOptions): Promise<Draft> {
    return redactDeep(await this.#desk.draft(this.#session, options), this.#session.secrets);
  }

  /** Saves a workflow in the folder. @returns the file's path. @throws workflow_invalid, workflow_exists. */
  save(workflow: Workflow): Promise<string> {
    return saveWorkflow(this.#desk.folder, workflow);
  }
}
