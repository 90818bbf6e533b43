import { z } from 'zod';
import { conclude } from '#actions/conclude.ts';
import { InputRun } from '#actions/input-run.ts';
import type { Outcome } from '#actions/outcome.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { Deadline } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import { redactStructure } from '#kernel/redact.ts';
import { cleanText, cutText, showPageWords } from '#kernel/untrusted-text.ts';
import { requireCap } from '#sessions/caps.ts';
import { type OperationContext, operation } from '#sessions/operation.ts';
import { fail as failRef } from '#snapshot/errors.ts';
import type { ResolvedRef } from '#snapshot/resolve-ref.ts';
import { inWords, refInput, resolve } from './act-on-ref.ts';

const GROUP = 'portolan-script';

/** Runs code among the page's own scripts. Nothing of ours guards what it does there. */
export const runScript = operation({
  name: 'run-script',
  summary: "Runs JavaScript among the page's own scripts, and gives its result as JSON.",
  input: z.strictObject({
    code: z.string().min(1).max(50_000),
    ref: refInput.optional(),
    /** The code is a program: its value is that of its last expression. */
    isProgram: z.boolean().optional(),
  }),
  turn: 'in-turn',
  timeoutMs: () => 30_000,
  async plan(context, { ref }) {
    const { session } = context;
    requireCap(session.settings, 'script', 'Running a script');
    await session.requireUnsealed('Running a script');
    const resolved = ref === undefined ? undefined : await resolve(context, ref);
    const page = resolved?.page ?? (await session.currentPage());
    const url = resolved && /^https?:/.test(resolved.frame.url) ? resolved.frame.url : page.url;
    return {
      effects: ['script'] as const,
      url,
      target: resolved ? inWords(resolved) : `tab ${page.id}`,
      ...(ref === undefined ? {} : { ref }),
      page,
      resolved,
    };
  },
  async run({ session, deadline }, { page, target, resolved }, { code, isProgram }) {
    let reply: ScriptReply | undefined;
    const outcome = await settleScript({ session, deadline }, page, async () => {
      reply =
        isProgram === true
          ? await evaluateProgram(page, code, deadline)
          : await evaluate(page, resolved, code, deadline);
    });
    session.taint.mark(page.mainFrame.origin);
    const { exceptionDetails, result } = reply ?? {};
    if (exceptionDetails !== undefined)
      throw fail('invalid_arguments', `The script failed: ${reasonOf(exceptionDetails)}`, {
        dispatch: 'sent',
        remedy: 'What it did before it failed stays done: look at the page, then correct the script.',
      });
    const json = result?.value === undefined ? undefined : JSON.stringify(result.value, null, 1);
    const said = `Ran the script in ${target}.${json === undefined ? ' It gave no value.' : ''}`;
    return {
      said,
      page,
      outcome,
      ...(json === undefined ? {} : { text: shown(json, session.settings.budgetCharacters) }),
    };
  },
});

/** Whatever changes while a script runs is taken for its doing: no input of ours marks what is. */
async function settleScript(
  { session, deadline }: OperationContext,
  page: Page,
  work: () => Promise<void>,
): Promise<Outcome> {
  const { settle, actionTimeoutMs } = session.settings;
  const options = { context: await session.context(), deadline, settle, actionTimeoutMs };
  const run = new InputRun({ text: 'the script', page, frame: page.mainFrame }, options);
  try {
    await run.standByEverywhere();
    await work();
    const settled = await run.settle();
    const all = settled.ownChanges + settled.otherChanges;
    return await conclude(run, { ...settled, ownChanges: all, otherChanges: 0 }, undefined, null);
  } finally {
    run.end();
  }
}

interface ExceptionDetails {
  readonly text: string;
  readonly exception?: { readonly description?: string; readonly value?: unknown };
}

interface ScriptReply {
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: ExceptionDetails;
}

/** Statements as a console takes them. */
async function evaluateProgram(page: Page, code: string, deadline: Deadline): Promise<ScriptReply> {
  try {
    return await page.mainFrame.send<ScriptReply>(
      'Runtime.evaluate',
      { expression: code, returnByValue: true, awaitPromise: true, userGesture: false },
      { deadline },
    );
  } catch (error) {
    throwUnlessLost(error);
    return {};
  }
}

/** Code is an expression or a function, which gets the element; or else the body of one. */
async function evaluate(
  page: Page,
  resolved: ResolvedRef | undefined,
  code: string,
  deadline: Deadline,
): Promise<ScriptReply> {
  const objectId = await objectIn(page, resolved, deadline);
  const at = resolved?.frame ?? page.mainFrame;
  const race = { deadline };
  const functionDeclaration = await wrapped(at, code, deadline);
  try {
    return await at.send<ScriptReply>(
      'Runtime.callFunctionOn',
      {
        objectId,
        functionDeclaration,
        arguments: resolved ? [{ objectId }] : [],
        returnByValue: true,
        awaitPromise: true,
      },
      race,
    );
  } catch (error) {
    throwUnlessLost(error);
    return {};
  } finally {
    if (page.state === 'open' && page.dialog === null)
      at.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }, race).catch(() => {});
  }
}

/** That it led to another page is no failure: what that is, the outcome tells. */
function throwUnlessLost(error: unknown): void {
  if (error instanceof Error && /reference chain|could not be (cloned|returned)/i.test(error.message))
    throw fail('invalid_arguments', 'The result is not JSON: it refers to itself, or is too deep.', {
      dispatch: 'sent',
      remedy: 'Return the few values that are needed.',
    });
  if (error instanceof Error && LOST_PAGE.test(error.message)) return;
  throw error;
}

/** An object of the page's own world: the element, or the window. */
async function objectIn(page: Page, resolved: ResolvedRef | undefined, deadline: Deadline): Promise<string> {
  const race = { deadline };
  if (resolved === undefined) {
    const { result } = await page.send<{ result: { objectId?: string } }>(
      'Runtime.evaluate',
      { expression: 'globalThis', objectGroup: GROUP },
      race,
    );
    if (result.objectId === undefined) throw fail('environment', 'The page has no window to run in.');
    return result.objectId;
  }
  const { frame, element, text } = resolved;
  const { result: ours } = await frame.send<{ result: { objectId?: string } }>(
    'Runtime.callFunctionOn',
    {
      executionContextId: await frame.worldContextId(race),
      functionDeclaration: 'function (number) { return globalThis.portolan.elementHandle(number); }',
      arguments: [{ value: element }],
      objectGroup: GROUP,
    },
    race,
  );
  if (ours.objectId === undefined)
    throw failRef('detached_ref', `${text} is gone: the element is not in the page any more.`, {
      ref: text,
      dispatch: 'not_sent',
    });
  const { node } = await frame.send<{ node: { backendNodeId: number } }>(
    'DOM.describeNode',
    { objectId: ours.objectId },
    race,
  );
  const { object } = await frame.send<{ object: { objectId: string } }>(
    'DOM.resolveNode',
    { backendNodeId: node.backendNodeId, objectGroup: GROUP },
    race,
  );
  return object.objectId;
}

/**
 * The code as a function: it is a value, which may be a function, or the body of one. Compiled before it runs,
 * so that it runs once.
 */
async function wrapped(frame: Frame, code: string, deadline: Deadline): Promise<string> {
  const asValue = `async function (element) { const it = (\n${code}\n); return typeof it === 'function' ? await it(element) : await it; }`;
  const asBody = `async function (element) {\n${code}\n}`;
  let refusal: ExceptionDetails | undefined;
  for (const source of [asValue, asBody]) {
    const { exceptionDetails } = await frame.send<{ exceptionDetails?: ExceptionDetails }>(
      'Runtime.compileScript',
      { expression: `(${source})`, sourceURL: '', persistScript: false },
      { deadline },
    );
    if (exceptionDetails === undefined) return source;
    refusal = exceptionDetails;
  }
  throw fail('invalid_arguments', `The script does not parse: ${refusal ? reasonOf(refusal) : ''}`, {
    dispatch: 'not_sent',
    remedy: 'Give an expression, a function, or statements with return.',
  });
}

const LOST_PAGE = /context (was|with)|cannot find context|navigated or closed|target closed/i;

function reasonOf({ text, exception }: ExceptionDetails): string {
  const words = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  return showPageWords(words.split('\n')[0] ?? text, 300);
}

function shown(json: string, limit: number): string {
  const text = json
    .split('\n')
    .map((line) => redactStructure(`${/^ */.exec(line)?.[0] ?? ''}${cleanText(line).text}`))
    .join('\n');
  if (text.length <= limit) return text;
  const marker = `\n… (${text.length - limit} characters omitted)`;
  return `${cutText(text, limit - marker.length)}${marker}`;
}
