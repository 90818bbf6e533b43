import { fail } from '#kernel/errors.ts';
import { Broker } from '#sessions/broker.ts';
import { openRuns } from '#sessions/open-runs.ts';
import { readArtifact } from '#sessions/read-artifact.ts';
import type { Settings } from '#sessions/settings.ts';
import { stderrLog } from '#transports/log.ts';
import { fillInputs } from '#workflow/inputs.ts';
import { listRuns, readRun } from '#workflow/kept-runs.ts';
import { matchCommand } from '#workflow/match-command.ts';
import type { WorkflowRun } from '#workflow/run-record.ts';
import { runWorkflow } from '#workflow/run-workflow.ts';
import type { Workflow } from '#workflow/step.ts';
import { wholeReport } from '#workflow/whole-report.ts';
import { readWorkflowFolder } from '#workflow/workflow-folder.ts';
import { askHidden, canAsk } from './ask-hidden.ts';
import type { LoadedSettings } from './load-settings.ts';
import { linesFrom } from './read-secret.ts';
import { stopSignal } from './stop-signal.ts';
import { sayNotOne } from './workflow.ts';

export interface RunFlags {
  readonly dir: string;
  readonly input?: readonly string[];
  readonly secretsStdin?: true;
  readonly yes?: true;
  readonly json?: true;
}

const INTERRUPTED = 130;

/**
 * `portolan workflow run`: finds the one workflow that is meant, before there is any browser, and does it. Each step
 * is told on standard error as it ends.
 */
export async function runSaved(loaded: LoadedSettings, said: string, flags: RunFlags): Promise<void> {
  const { workflows, broken } = await readWorkflowFolder(flags.dir);
  for (const { file, error } of broken) console.error(`${file}: ${error.message} It is left out.`);
  const match = matchCommand(said, workflows);
  if (match.found !== 'unique') {
    sayNotOne(match, flags.json === true);
    return;
  }
  const inputs = pairsOf(flags.input ?? [], '--input');
  const secrets = await secretsFor(match.workflow, flags);
  const workflow = fillInputs(match.workflow, { inputs, secrets });
  const stop = new AbortController();
  void stopSignal(stderrLog(loaded.settings.logLevel)).then(() => stop.abort());
  console.error(`${workflow.name}: ${match.why}`);
  const run = await runWith(settingsFor(workflow, loaded.settings), async (broker) =>
    runWorkflow(await broker.open('workflow'), match.workflow, {
      inputs,
      secrets,
      signal: stop.signal,
      confirmedBy: flags.yes ? '--yes' : undefined,
      onStep: ({ number, sentence, verification }) =>
        console.error(`${verification.ok ? 'ok  ' : 'FAIL'} ${number}. ${sentence}`),
    }),
  );
  console.log(
    flags.json ? JSON.stringify(run) : `${run.state}: ${run.said}\nportolan workflow report ${run.id}`,
  );
  if (run.state !== 'succeeded') process.exitCode = stop.signal.aborted ? INTERRUPTED : 1;
}

/** `portolan workflow runs`. */
export async function printRuns({ settings }: LoadedSettings, json: boolean): Promise<void> {
  await using book = await openRuns(settings.dataDir);
  const runs = await listRuns(book.runs);
  const told = runs.map(({ id, workflow, startedAt, state, said }) => ({
    id,
    workflow,
    startedAt,
    state,
    said,
  }));
  if (json) console.log(JSON.stringify(told));
  else
    for (const { id, workflow, startedAt, state, said } of told)
      console.log(`${id}  ${startedAt}  ${workflow}  ${state}: ${said}`);
}

/** `portolan workflow report`. */
export async function printReport({ settings }: LoadedSettings, id: string, asPage: boolean): Promise<void> {
  await using book = await openRuns(settings.dataDir);
  const run = await readRun(book.runs, id);
  if (!asPage) {
    console.log(JSON.stringify(run, null, 2));
    return;
  }
  console.log(await wholeReport(run, (hash) => readArtifact(settings.dataDir, hash)));
}

async function runWith(
  settings: Settings,
  use: (broker: Broker) => Promise<WorkflowRun>,
): Promise<WorkflowRun> {
  const broker = await Broker.open(settings, { profile: 'workflow' });
  try {
    return await use(broker);
  } finally {
    await broker.close();
  }
}

/** A workflow may go to its own page and hosts, and takes files from the current folder unless told otherwise. */
function settingsFor({ start, hosts }: Workflow, settings: Settings): Settings {
  const own = URL.canParse(start) ? [new URL(start).host] : [];
  return {
    ...settings,
    hosts: [...new Set([...settings.hosts, ...own, ...hosts])],
    uploadRoots: settings.uploadRoots.length > 0 ? settings.uploadRoots : [process.cwd()],
    unattended: true,
  };
}

/** Values of secret inputs: lines on standard input, or what whoever sits at the terminal types unseen. */
async function secretsFor(workflow: Workflow, flags: RunFlags): Promise<Readonly<Record<string, string>>> {
  if (flags.secretsStdin) return pairsOf(linesFrom(0), 'A line of standard input');
  const asked: Record<string, string> = {};
  if (!canAsk()) return asked;
  for (const { name, description, secret } of workflow.inputs)
    if (secret) asked[name] = await askHidden(description ?? name);
  return asked;
}

/** @param whence - what is wrong where one is no pair; its text may be a secret, and is not told. */
function pairsOf(given: readonly string[], whence: string): Readonly<Record<string, string>> {
  const pairs = given
    .filter((text) => text !== '')
    .map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const;
      throw fail('invalid_arguments', `${whence} is not name=value.`);
    });
  return Object.fromEntries(pairs);
}
