import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { compact } from '#kernel/compact.ts';
import { readEnvironment } from '#kernel/environment.ts';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { isMember, isOptional, MEMBER_NAMES, wantsConfirm } from '#messages/members.ts';
import { openModel } from '#transports/agent/open-model.ts';
import { type AgentEnd, runAgent } from '#transports/agent/run-agent.ts';
import { eventLines, openTranscript, shownText } from '#transports/agent/transcript.ts';
import { createToolset, type ToolsetOptions } from '#transports/library/create-toolset.ts';
import { stderrLog } from '#transports/log.ts';
import { canAsk } from './ask-hidden.ts';
import { startDemo } from './demo-portal.ts';
import type { LoadedSettings } from './load-settings.ts';
import { stopSignal } from './stop-signal.ts';

export interface AgentFlags {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly maxTurns?: string;
  readonly enable?: readonly string[];
  readonly stream?: true;
  readonly demo?: true;
  readonly yes?: true;
  readonly transcript?: string;
  readonly json?: true;
}

const LINE_LIMIT = 200;
const USUAL_TURNS = 50;
const MOST_TURNS = 1_000;

/** What the process ends with, by how the run ended. */
const EXITS: Readonly<Record<AgentEnd, number>> = { done: 0, turns: 2, refused: 1, cut: 1, interrupted: 130 };

/**
 * `portolan agent`: a model does a task in a browser of its own. Progress goes to standard error, the model's last
 * words to standard output.
 */
export async function agent(loaded: LoadedSettings, task: string, flags: AgentFlags): Promise<void> {
  const { model, maxTurns } = checked(flags);
  const apiKey = readEnvironment('ANTHROPIC_API_KEY');
  if (apiKey === undefined)
    throw fail('invalid_arguments', 'There is no key to ask the model with.', {
      remedy: 'Set ANTHROPIC_API_KEY; it is never taken as an argument, where others can read it.',
    });
  const stop = new AbortController();
  const toolsetOptions = optionsFor(flags, stop.signal);
  const ask = await openModel({
    apiKey,
    isStreamed: flags.stream === true,
    ...compact({ baseUrl: flags.baseUrl }),
  });
  const portal = flags.demo ? await startDemo(loaded.settings) : undefined;
  const settings = portal?.settings ?? loaded.settings;
  const folder = flags.transcript ?? join(settings.dataDir, 'agent');
  const transcript = openTranscript(folder, newId('run'), () => new Date());
  void stopSignal(stderrLog(settings.logLevel)).then(() => stop.abort());
  try {
    await using toolset = await createToolset({ ...settings, ...toolsetOptions });
    const { end, text } = await runAgent({
      task: portal === undefined ? task : `${task}\n\nThe portal is at ${portal.url}`,
      model,
      maxTurns,
      toolset,
      ask,
      signal: stop.signal,
      onEvent: (event) => {
        transcript.add(event);
        for (const line of eventLines(event)) console.error(short(line));
      },
    });
    console.error(`Transcript: ${transcript.readable} and ${transcript.events}`);
    const told = { end, text, transcript: transcript.events, readable: transcript.readable };
    console.log(flags.json ? JSON.stringify(told) : shownText(text));
    process.exitCode = EXITS[end];
  } finally {
    await portal?.close();
  }
}

function checked({ model, maxTurns = String(USUAL_TURNS) }: AgentFlags): {
  readonly model: string;
  readonly maxTurns: number;
} {
  if (model === undefined)
    throw fail('invalid_arguments', 'No model was named.', {
      remedy: 'Name one with --model, as the server of the Messages API calls it.',
    });
  const turns = Number(maxTurns);
  if (!Number.isInteger(turns) || turns < 1 || turns > MOST_TURNS)
    throw fail('invalid_arguments', `--max-turns ${maxTurns} is no whole number from 1 to ${MOST_TURNS}.`);
  return { model, maxTurns: turns };
}

/** The members that are switched on beside the usual ones, and who is asked about them. */
function optionsFor(
  { enable = [], yes }: AgentFlags,
  signal: AbortSignal,
): Pick<ToolsetOptions, 'configs' | 'confirm'> {
  const names = enable.flatMap((text) => text.split(',')).filter((name) => name !== '');
  const unknown = names.find((name) => !isMember(name) || !isOptional(name));
  if (unknown !== undefined)
    throw fail('invalid_arguments', `--enable ${unknown}: there is nothing of that name to switch on.`, {
      remedy: `There are ${MEMBER_NAMES.filter(isOptional).join(', ')}.`,
    });
  const mustAsk = names.some((name) => isMember(name) && wantsConfirm(name));
  if (mustAsk && yes !== true && !canAsk())
    throw fail('invalid_arguments', 'Nobody is here to be asked about each call.', {
      remedy: 'Run it at a terminal, or say --yes to let every call through.',
    });
  const configs = Object.fromEntries(names.map((name) => [name, { enabled: true }]));
  if (!mustAsk) return names.length === 0 ? {} : { configs };
  return {
    configs,
    confirm: yes ? () => true : async ({ description }) => await askOnTerminal(description, signal),
  };
}

async function askOnTerminal(description: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // While a line is read, Ctrl-C is a key and no signal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return /^y(es)?$/i.test((await lines.question(`Run ${description}? [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}

function short(line: string): string {
  const first = line.replace(/\s+/g, ' ');
  return first.length <= LINE_LIMIT ? first : `${first.slice(0, LINE_LIMIT)}…`;
}
