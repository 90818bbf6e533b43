import { fillForm } from './fill-form.ts';
import { findRecord, valueAt } from './find-record.ts';
import { type CallTool, Hands } from './hands.ts';
import { clearWay } from './interruptions.ts';
import { press } from './press.ts';
import { SignIn } from './session.ts';
import { type AgentReport, type AgentTask, Stuck, type TaskStep } from './task.ts';

const MOST_SESSIONS = 3;

/**
 * Does a task by the rules of the note, from reply texts alone: deals with what lies over the page first,
 * refuses what is not essential, resumes where it was interrupted, takes a vanished page for an expired
 * session and looks before it says anything, and never sends again what just failed.
 */
export async function runAgent(task: AgentTask, call: CallTool): Promise<AgentReport> {
  const hands = new Hands(call);
  const signIn = new SignIn(task.signIn);
  const answers: Record<string, string> = {};
  try {
    await hands.act('browser_navigate', { url: task.startUrl }, 'open the portal');
    if (signIn.isShown(hands)) await signIn.signIn(hands);
    let key = '';
    for (const [place, step] of task.steps.entries()) {
      hands.step = place;
      if (step.kind === 'find') key = step.key;
      answers[nameOf(step)] = await doStep(hands, signIn, step, key);
    }
    return { isDone: true, answers, says: 'Everything was done.', log: hands.log };
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    return { isDone: false, answers, says: `I need help: ${error.message}`, log: hands.log };
  }
}

function nameOf(step: TaskStep): string {
  switch (step.kind) {
    case 'find':
      return step.key;
    case 'read':
      return step.field;
    case 'fill':
      return step.submit;
    default:
      return step.name;
  }
}

/** Does one step, and once more from where it began after each session that ended meanwhile. */
async function doStep(hands: Hands, signIn: SignIn, step: TaskStep, key: string): Promise<string> {
  const startedAt = hands.page.url;
  for (let session = 0; session < MOST_SESSIONS; session++) {
    const answer = await attempt(hands, step, key, () => signIn.isShown(hands));
    if (answer !== undefined && !signIn.isShown(hands)) return answer;
    // The expected is not there: an expired session until the state says otherwise.
    await hands.act('browser_snapshot', {}, 'confirm the state');
    if (!signIn.isShown(hands))
      throw new Stuck(`"${nameOf(step)}" is not shown at ${hands.page.url}, where I am still signed in.`);
    await signIn.signIn(hands);
    if (hands.page.url !== startedAt)
      await hands.act('browser_navigate', { url: startedAt }, 'back to the interrupted step');
  }
  throw new Stuck('The portal signs me out again and again.');
}

/** The step's answer; undefined when what it needs is not there. */
async function attempt(
  hands: Hands,
  step: TaskStep,
  key: string,
  isSignedOut: () => boolean,
): Promise<string | undefined> {
  await clearWay(hands);
  switch (step.kind) {
    case 'open':
      return (await press(hands, step.name, { why: `open ${step.name}` }))?.page?.url;
    case 'find':
      return await findRecord(hands, step.key, isSignedOut);
    case 'read':
      return valueAt(hands, step.field, key);
    case 'fill':
      return await fillAndSend(hands, step);
    case 'download':
      return await download(hands, step.name);
  }
}

async function fillAndSend(
  hands: Hands,
  { values, submit, proof }: Extract<TaskStep, { kind: 'fill' }>,
): Promise<string | undefined> {
  if ((await fillForm(hands, values)).length > 0) return undefined;
  const sent = await press(hands, submit, { why: `send by ${submit}` });
  if (sent === undefined) return undefined;
  if (/dialog is open/.test(sent.own))
    await hands.act('browser_dialog', { accept: true }, `confirm ${submit}`);
  await clearWay(hands, { sent: submit });
  return hands.page.lines.find((line) => line.includes(proof))?.trim();
}

async function download(hands: Hands, name: string): Promise<string | undefined> {
  const DONE = /^Downloaded to (.+?) \(/m;
  const begun = await press(hands, name, { why: `download ${name}` });
  if (begun === undefined || !/^Effect: download/m.test(begun.own)) return undefined;
  const now = DONE.exec(begun.own)?.[1];
  if (now !== undefined) return now;
  const later = await hands.act('browser_wait', { seconds: 1 }, `the end of ${name}`);
  return DONE.exec(later.own)?.[1];
}
