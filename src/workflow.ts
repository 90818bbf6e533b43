export { isPortolanError, PortolanError } from '#kernel/error.ts';
export { fillInputs } from '#workflow/inputs.ts';
export { type CommandMatch, type MatchCandidate, matchCommand } from '#workflow/match-command.ts';
export { LEXICONS, parseStep } from '#workflow/parse-step.ts';
export { reportHtml } from '#workflow/report-html.ts';
export type { Attempt, KeptCandidate, RunState, StepRecord, WorkflowRun } from '#workflow/run-record.ts';
export type {
  ControlKind,
  ElementState,
  Expectation,
  ParsedStep,
  Step,
  StepOperation,
  StepTarget,
  Workflow,
  WorkflowInput,
} from '#workflow/step.ts';
export { readWorkflow, writeWorkflow } from '#workflow/workflow-file.ts';
export { readWorkflowFolder, saveWorkflow, type WorkflowFolder } from '#workflow/workflow-folder.ts';
