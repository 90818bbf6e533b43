import { type Bag, type BrokenRule, isBag, listOf, type Report } from './broken-rule.ts';
import { type AnsweredCall, watchConventions } from './check-conventions.ts';
import { checkEntry, USUAL_MODELS } from './check-entry.ts';
import { checkImages, type FoundImage } from './check-images.ts';
import { checkState } from './check-state.ts';
import { isSound } from './fold-text.ts';
import type { ImageTier } from './image-fit.ts';
import { isMember, PICTURE_MEMBERS, TAB_MEMBERS } from './members.ts';
import { TOOLSET_NAME } from './wire.ts';

export interface ValidateOptions {
  /** Beginnings of the names of models that take the toolset; any model when empty. */
  readonly models?: readonly string[];
  /** What the model takes of pictures; `high` when absent. */
  readonly imageTier?: ImageTier;
  /** Betas that go with the request in its headers. */
  readonly betas?: readonly string[];
}

interface Call {
  readonly name: string;
  readonly isMember: boolean;
  /** What the call names as its toolset, this one or another. */
  readonly family: unknown;
  readonly input: unknown;
  readonly path: string;
  hasResult: boolean;
}

/**
 * Says which of the API's rules for the browser toolset a request breaks, before it is sent.
 *
 * @param body - a request's body, as parsed JSON. It is read and never changed.
 * @returns nothing when the API will take it, as far as the toolset goes. Rules that begin with W the API does not
 *   check; what breaks one is worse for the model.
 */
export function validateRequest(body: unknown, options: ValidateOptions = {}): readonly BrokenRule[] {
  const found: BrokenRule[] = [];
  const report: Report = (rule, path, problem, remedy) => found.push({ rule, path, problem, remedy });
  if (!isBag(body)) {
    report('E0', '', 'The request is no object.', 'Give the body of a request to the Messages API.');
    return found;
  }
  checkEntry(body, { models: options.models ?? USUAL_MODELS, betas: options.betas ?? [] }, report);
  checkMessages(listOf(body['messages']), options.imageTier ?? 'high', report);
  return found;
}

function checkMessages(messages: readonly unknown[], tier: ImageTier, report: Report): void {
  const calls = new Map<string, Call>();
  const images: FoundImage[] = [];
  const answered = watchConventions(report);
  let open: readonly Call[] = [];
  messages.forEach((message, place) => {
    if (!isBag(message)) return;
    const blocks = listOf(message['content']).map((block, at) => ({
      block,
      path: `messages[${place}].content[${at}]`,
    }));
    if (message['role'] === 'assistant') {
      for (const { block, path } of blocks)
        if (isBag(block) && block['type'] === 'tool_use') noteCall(block, path, calls, report);
      open = [...calls.values()].filter(({ isMember, hasResult }) => isMember && !hasResult);
      return;
    }
    for (const { block, path } of blocks) {
      if (!isBag(block)) continue;
      if (block['type'] === 'image') images.push({ block, path, isOfMember: false });
      if (block['type'] === 'browser_state')
        report(
          'R5',
          path,
          'A state block stands outside a result.',
          'Put it into the result of a member call.',
        );
      if (block['type'] === 'tool_result') checkResult(block, path, { calls, images, answered }, report);
    }
    for (const call of open) if (!call.hasResult) missing(call, report);
    open = [];
  });
  const isLastOpen = isBag(messages.at(-1)) && (messages.at(-1) as Bag)['role'] === 'assistant';
  if (!isLastOpen) for (const call of open) missing(call, report);
  checkImages(images, tier, report);
}

/** What earlier messages held. */
interface SoFar {
  readonly calls: ReadonlyMap<string, Call>;
  readonly images: FoundImage[];
  readonly answered: (call: AnsweredCall) => void;
}

function missing(call: Call, report: Report): void {
  // Told once, however many messages follow.
  call.hasResult = true;
  report(
    'R3',
    call.path,
    `The call of ${call.name} has no result.`,
    'Answer every call in the next user message.',
  );
}

function noteCall(block: Bag, path: string, calls: Map<string, Call>, report: Report): void {
  const name = String(block['name'] ?? '');
  const isOfToolset = block['toolset_name'] === TOOLSET_NAME;
  if (isOfToolset && !isMember(name))
    report('R19', `${path}.name`, `There is no member ${JSON.stringify(name)}.`, 'Do not make up calls.');
  calls.set(String(block['id'] ?? ''), {
    name,
    isMember: isOfToolset,
    family: block['toolset_name'] ?? undefined,
    input: block['input'],
    path,
    hasResult: false,
  });
}

function checkResult(result: Bag, path: string, { calls, images, answered }: SoFar, report: Report): void {
  const call = calls.get(String(result['tool_use_id'] ?? ''));
  if (call !== undefined) call.hasResult = true;
  const ofMember = call?.isMember === true;
  const given = result['toolset_name'];
  if (ofMember && given !== TOOLSET_NAME)
    report(
      'R1',
      `${path}.toolset_name`,
      'The result of a member call does not name the toolset.',
      'Set toolset_name to "browser".',
    );
  if (!ofMember && given !== undefined && given !== null && given !== call?.family)
    report(
      'R2',
      `${path}.toolset_name`,
      'The result names a toolset that its call does not.',
      'Leave toolset_name out, or give the one of the call.',
    );
  const blocks = listOf(result['content'])
    .map((block, at) => ({ block, path: `${path}.content[${at}]` }))
    .filter((entry): entry is { readonly block: Bag; readonly path: string } => isBag(entry.block));
  for (const entry of blocks)
    if (entry.block['type'] === 'image') images.push({ ...entry, isOfMember: ofMember });
  const states = blocks.filter(({ block }) => block['type'] === 'browser_state');
  if (!ofMember || call === undefined) {
    for (const state of states)
      report('R5', state.path, 'A result of another tool holds a state block.', 'Leave it out.');
    return;
  }
  for (const { block, path: at } of blocks)
    if (!['text', 'image', 'browser_state'].includes(String(block['type'])))
      report(
        'R4',
        at,
        `A member result holds a ${String(block['type'])} block.`,
        'Use text, image and browser_state only.',
      );
  if (result['is_error'] === true) checkError(result, blocks, states, path, report);
  else {
    checkSuccess(call, result, blocks, states, path, report);
    const text = typeof result['content'] === 'string' ? [textBlock(result['content'], path)] : [];
    answered({ name: call.name, input: call.input, path: call.path, blocks: [...text, ...blocks] });
  }
  if (states.length > 1) report('R6', path, 'The result holds two state blocks.', 'Keep the last one.');
  for (const { block, path: at } of states) checkState(block, at, report);
}

/** A result's content that is plain text, as the block that it stands for. */
function textBlock(text: string, path: string): Placed {
  return { block: { type: 'text', text }, path: `${path}.content` };
}

type Placed = { readonly block: Bag; readonly path: string };

function checkError(
  result: Bag,
  blocks: readonly Placed[],
  states: readonly Placed[],
  path: string,
  report: Report,
): void {
  for (const { path: at } of states)
    report('R5', at, 'An error carries a state block.', 'Leave it out: the next result tells the state.');
  const { content } = result;
  const isText = typeof content === 'string' ? content !== '' : blocks.length > 0;
  const isOnlyText = blocks.every(({ block }) => block['type'] === 'text' && block['text'] !== '');
  if (!isText || !isOnlyText)
    report(
      'R17',
      `${path}.content`,
      'An error is empty or holds more than text.',
      'Say in text what went wrong.',
    );
}

function checkSuccess(
  call: Call,
  result: Bag,
  blocks: readonly Placed[],
  states: readonly Placed[],
  path: string,
  report: Report,
): void {
  const { name } = call;
  if (TAB_MEMBERS.has(name)) {
    if (typeof result['content'] === 'string' || blocks.length !== 1 || states.length !== 1)
      report(
        'R14',
        `${path}.content`,
        `The result of ${name} is not one state block alone.`,
        'Send the block and nothing else.',
      );
    if (name === 'new_tab' && states[0] !== undefined) checkNewTab(states[0], report);
    const id = isBag(call.input) ? call.input['tab_id'] : undefined;
    if (
      (name === 'switch_tab' || name === 'close_tab') &&
      (typeof id !== 'string' || id === '' || !isSound(id))
    )
      report(
        'R18',
        `${call.path}.input.tab_id`,
        'It breaks the limits of a tab id.',
        'Answer such a call with an error.',
      );
    return;
  }
  const hasText =
    typeof result['content'] === 'string' || blocks.some(({ block }) => block['type'] === 'text');
  const hasImage = blocks.some(({ block }) => block['type'] === 'image');
  // An old picture may have been left out, which a text says in its place.
  if (PICTURE_MEMBERS.has(name) && !hasImage && !hasText)
    report('W1', `${path}.content`, `The result of ${name} has no image.`, 'Send the picture, or an error.');
  if (!PICTURE_MEMBERS.has(name) && !hasText)
    report('W2', `${path}.content`, `The result of ${name} has no text.`, 'Say in a sentence what was done.');
}

function checkNewTab({ block, path }: Placed, report: Report): void {
  const active = listOf(block['tabs'])
    .filter(isBag)
    .find((tab) => tab['active'] === true);
  const opened = listOf(block['state_changes'])
    .filter(isBag)
    .filter((change) => change['type'] === 'tab_opened');
  if (opened.length === 1 && opened[0]?.['tab_id'] === active?.['tab_id']) return;
  report(
    'R15',
    `${path}.state_changes`,
    'The new tab is not the one tab that was opened and is active.',
    'Tell exactly one tab_opened, of the active tab.',
  );
}
