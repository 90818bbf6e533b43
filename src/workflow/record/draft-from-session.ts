import { compact } from '#kernel/compact.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { Session } from '#sessions/session.ts';
import { fail } from '#workflow/errors.ts';
import type { ParsedStep, Workflow } from '#workflow/step.ts';
import { readWorkflow, writeWorkflow } from '#workflow/workflow-file.ts';
import { requireFileName } from '#workflow/workflow-folder.ts';
import type { Draft, DraftOptions, LeftOut, LiftedInput } from './draft.ts';
import { InputNames } from './input-names.ts';
import type { Move } from './move.ts';
import { movesOf } from './moves-of.ts';
import { isSecretAddress, plainAddress, stepsOf } from './steps-of.ts';
import { verificationOf } from './verification.ts';

/**
 * Makes a workflow of what a session did: each operation that succeeded a sentence, found by names and never by a ref;
 * what was typed an input. Nothing is run, opened or saved.
 *
 * @returns the draft, for its caller to look at; `saveWorkflow` writes it.
 * @throws workflow_invalid for a name that a file cannot have.
 * @throws nothing_recorded when nothing the session did can be said; `facts.leftOut` says why, one by one.
 */
export async function draftFromSession(session: Session, options: DraftOptions): Promise<Draft> {
  const { name, aliases = [], from } = options;
  requireFileName(name);
  const { moves, leftOut } = movesOf(await session.journal.operations(from));
  const locale = options.locale ?? localeOf(moves);
  const inputs = new InputNames();
  const begun = beginningOf(moves);
  const start = startFrom(begun.address, inputs);
  const { said, leftOut: unsaid } = stepsOf(begun.rest, inputs, locale);
  const all = [...leftOut, ...unsaid].sort((one, other) => one.seq - other.seq);
  if (start === undefined || said.length === 0) throw nothingRecorded(all);
  const end = verifiedEnd(session, said.at(-1)?.move, moves.at(-1), inputs, locale);
  const steps = [...said.map(({ parsed }) => parsed), ...end];
  const workflow = compact<Workflow>({
    name,
    aliases,
    start,
    hosts: hostsOf(
      begun.address,
      said.map(({ move }) => move),
    ),
    inputs: inputs.declared,
    credential: credentialOf(steps),
    steps,
  });
  const source = writeWorkflow(workflow);
  const last = said.at(-1)?.move;
  const isVerified = end.length > 0 || (last !== undefined && isWaiting(last));
  const notes = [...begun.notes, ...notesOn(steps, inputs.all, isVerified)];
  return { workflow: readWorkflow(source), source, inputs: inputs.all, leftOut: all, notes };
}

interface Beginning {
  readonly address: string | undefined;
  readonly rest: readonly Move[];
  readonly notes: readonly string[];
}

/** The first address that was opened is where it starts; without one, the page that the first step was done on. */
function beginningOf(moves: readonly Move[]): Beginning {
  const [first, ...rest] = moves;
  if (first?.meaning.does === 'open') return { address: first.meaning.url, rest, notes: [] };
  const address = moves.find(({ at }) => /^https?:/i.test(at))?.at;
  const note = 'It starts on the page that its first step was done on: what led there is not in it.';
  return { address, rest: moves, notes: address === undefined ? [] : [note] };
}

function startFrom(address: string | undefined, inputs: InputNames): string | undefined {
  if (address === undefined) return undefined;
  if (!isSecretAddress(address)) return plainAddress(address);
  return `{{${inputs.lift({ label: 'start', why: 'secret' }, 1)}}}`;
}

const HAN = /\p{Script=Han}/u;

/** The language of most of the names that were acted on. */
function localeOf(moves: readonly Move[]): 'zh' | 'en' {
  const names = moves.flatMap(({ on }) => (on === undefined || on.name === '' ? [] : [on.name]));
  return names.filter((name) => HAN.test(name)).length * 2 > names.length ? 'zh' : 'en';
}

/** What was shown after the last action proves its end, as long as that action is the last thing said. */
function verifiedEnd(
  session: Session,
  lastSaid: Move | undefined,
  lastMove: Move | undefined,
  inputs: InputNames,
  locale: 'zh' | 'en',
): readonly ParsedStep[] {
  const page = session.openContext?.current;
  if (page === undefined || lastSaid === undefined || lastSaid !== lastMove || isWaiting(lastSaid)) return [];
  const messages = session.views.messagesSinceAction(page).map((line) => session.secrets.redact(line));
  const verification = verificationOf(messages, inputs, locale);
  return verification === undefined ? [] : [verification];
}

/** A run that waits for a text at its end has seen it there. */
function isWaiting({ meaning }: Move): boolean {
  return meaning.does === 'wait-for' || meaning.does === 'wait-for-state';
}

/** Hosts that it acts on besides the one it starts on; all of them where that is asked for. */
function hostsOf(start: string | undefined, moves: readonly Move[]): readonly string[] {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');
  const first = start === undefined || isSecretAddress(start) ? '' : hostOf(start);
  const hosts = [start ?? '', ...moves.map(({ at }) => at)].map(hostOf);
  return [...new Set(hosts)].filter((host) => host !== '' && host !== first);
}

function credentialOf(steps: readonly ParsedStep[]): string | undefined {
  for (const { step } of steps) if (step.does === 'sign-in') return step.credentialId;
  return undefined;
}

function notesOn(
  steps: readonly ParsedStep[],
  inputs: readonly LiftedInput[],
  isVerified: boolean,
): readonly string[] {
  const secret = inputs.filter(({ isSecret }) => isSecret).map(({ name }) => name);
  const named = steps.flatMap(({ step }, at) => {
    const name = 'target' in step ? step.target?.name : undefined;
    const input = inputs.find(({ value }) => value !== '' && value === name);
    if (input === undefined) return [];
    const what = quotePageText(input.value);
    return [
      `Step ${at + 1} acts on ${what}, which was typed as ${input.name}: with another value it is called otherwise.`,
    ];
  });
  return [
    ...(secret.length === 0
      ? []
      : [`No value is kept of ${secret.join(', ')}: each run has to be given one.`]),
    ...named,
    ...(isVerified
      ? []
      : ['No step verifies the end: nothing that is sure to be shown again was seen after the last action.']),
  ];
}

function nothingRecorded(leftOut: readonly LeftOut[]): Error {
  const [first] = leftOut;
  const why = first === undefined ? 'It has only looked, or done nothing.' : `${first.what}: ${first.why}`;
  return fail('nothing_recorded', `Nothing that this session did makes a step. ${why}`, {
    leftOut: leftOut.map(({ seq, what, why: reason }) => `${seq} ${what}: ${reason}`),
  });
}
