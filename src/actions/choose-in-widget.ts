import { sendKeys } from '#browser/input.ts';
import { findKey } from '#browser/key-table.ts';
import { deadlineIn, leftMs } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { quotePageText } from '#kernel/untrusted-text.ts';
import type { ChoiceOpened, ChoiceShown, FieldHeld, FoundOption, PageRefusal } from '#page/wire.ts';
import type { ActionOptions, ActionTarget } from './action-target.ts';
import { pressing, shownOf } from './click.ts';
import { conclude } from './conclude.ts';
import { fail } from './errors.ts';
import { InputRun, ONE_RELEASE } from './input-run.ts';
import { joinOutcomes } from './join-outcomes.ts';
import { nothingToDo, type Outcome } from './outcome.ts';
import { press } from './press.ts';
import { typeText } from './type-text.ts';

/** A path through nested lists, as people write it: `North / Lisbon`. */
const PATH = /\s+[/>›»]\s+|\s*›\s*/;
const SHORT_TEXT = 60;

/**
 * Chooses in a widget that draws its own options: opens it, finds each option by its text, presses it, and
 * holds what the widget shows then against what was asked for. What it opened is closed again.
 *
 * @throws no_such_option, with the options there are; value_refused when it shows something else afterwards.
 * @throws not_editable when nothing to choose from opens.
 */
export async function chooseInWidget(
  target: ActionTarget,
  wanted: readonly string[],
  options: ActionOptions,
): Promise<Outcome> {
  const choice = new Choice(target, options);
  try {
    return await choice.make(wanted);
  } finally {
    await choice.end();
  }
}

class Choice {
  readonly #target: ActionTarget;
  readonly #options: ActionOptions;
  readonly #done: Outcome[] = [];
  #isGroup = false;

  constructor(target: ActionTarget, options: ActionOptions) {
    this.#target = target;
    this.#options = options;
  }

  async make(wanted: readonly string[]): Promise<Outcome> {
    const opened = await this.#ask<ChoiceOpened>('choiceBegin', [
      { element: this.#target.element, ...shownOf(this.#target) },
    ]);
    this.#isGroup = opened.kind === 'group';
    if (!opened.isOpen) await this.#open();
    const labels: string[] = [];
    let isCommand = false;
    for (const each of wanted) {
      const chosen = await this.#chooseOne(each, wanted.length > 1);
      labels.push(chosen.label);
      isCommand ||= chosen.isMenuItem;
    }
    await this.#leaveOnly(labels);
    await this.#close();
    const shown = await this.#shown(labels);
    const held = await this.#call<FieldHeld>('readBack', [{ element: this.#target.element }]);
    const outcome: Outcome = {
      ...(this.#done.length === 0 ? nothingToDo('It was chosen already.') : joinOutcomes(this.#done)),
      ...(held?.described === undefined ? {} : { became: held.described }),
    };
    if (shown === null || outcome.effect === 'navigated' || outcome.effect === 'dialog') return outcome;
    if (shown.missing.length > 0) {
      const words = shown.shows === '' ? 'nothing' : quotePageText(shown.shows, SHORT_TEXT);
      if (isCommand) return { ...outcome, notes: [...outcome.notes, `The control shows ${words}.`] };
      throw fail(
        'value_refused',
        `${quotePageText(shown.missing.join(', '), SHORT_TEXT)} was pressed in ${this.#target.text}, but it shows ${words}.`,
        { ref: this.#target.text, dispatch: 'sent' },
      );
    }
    return { ...outcome, value: wanted.join(', ') };
  }

  async end(): Promise<void> {
    const { frame, page } = this.#target;
    if (page.state !== 'open' || page.dialog !== null || frame.isDetached || !frame.hasWorld) return;
    await frame.call('choiceEnd', [], { deadline: deadlineIn(500) }).catch(() => {});
  }

  async #open(): Promise<void> {
    const { element } = this.#target;
    await this.#press(element, shownOf(this.#target));
    if (await this.#isOpened()) return;
    this.#done.push(await press(this.#target, 'ArrowDown', this.#options));
    if (await this.#isOpened()) return;
    throw fail('not_editable', `${this.#target.text} opened nothing to choose from.`, {
      ref: this.#target.text,
      dispatch: 'sent',
    });
  }

  async #chooseOne(wanted: string, isOneOfMany: boolean): Promise<FoundOption> {
    if (isOneOfMany && !this.#isGroup && !(await this.#shown([]))?.isOpen) await this.#open();
    const found = await this.#find(wanted);
    if (found !== null) return await this.#take(found);
    const steps = wanted.split(PATH);
    if (steps.length > 1) return await this.#follow(wanted, steps);
    return await this.#giveUp(wanted);
  }

  /** Chooses step by step through nested lists: each next one in what the last has opened. */
  async #follow(wanted: string, steps: readonly string[]): Promise<FoundOption> {
    let parts: readonly number[] = [];
    let last: FoundOption | null = null;
    for (const step of steps) {
      const found = (parts.length === 0 ? null : await this.#find(step, parts)) ?? (await this.#find(step));
      if (found === null) return await this.#giveUp(last === null ? wanted : step);
      parts = found.parts;
      last = await this.#take(found, last !== null && step === steps.at(-1));
    }
    return last ?? (await this.#giveUp(wanted));
  }

  async #take(found: FoundOption, isEnd = false): Promise<FoundOption> {
    if (found.isChosen && !isEnd) return found;
    await this.#press(found.element, { label: found.label });
    return found;
  }

  /** In a widget of several values, what was not asked for is taken out. */
  async #leaveOnly(labels: readonly string[]): Promise<void> {
    const shown = await this.#shown(labels);
    if (shown === null || !shown.isMultiple || !(shown.isOpen || this.#isGroup)) return;
    for (const { element, label } of shown.chosen)
      if (!labels.includes(label)) await this.#press(element, { label });
  }

  async #find(wanted: string, within?: readonly number[]): Promise<FoundOption | null> {
    const request = within === undefined ? { wanted } : { wanted, within };
    const found = await this.#call<FoundOption | PageRefusal>('findOption', [request]);
    if (found?.ok === true) return found;
    if (found !== null && (found.code !== 'no_such_option' || found.facts['isDisabled'] === true))
      await this.#refuse(found);
    return null;
  }

  /** A list that fills as one types: the text is typed, then looked for again. Else the options are told. */
  async #giveUp(wanted: string): Promise<FoundOption> {
    const missing = await this.#call<FoundOption | PageRefusal>('findOption', [{ wanted }]);
    if (missing?.ok === true) return await this.#take(missing);
    if (!this.#isGroup) {
      const found = await this.#findByTyping(wanted);
      if (found !== null) return await this.#take(found);
    }
    if (missing === null)
      throw fail('not_editable', `${this.#target.text} was closed by the page.`, { dispatch: 'sent' });
    return await this.#refuse(missing);
  }

  async #findByTyping(wanted: string): Promise<FoundOption | null> {
    const plain: ActionTarget = { ...this.#target };
    try {
      this.#done.push(await typeText(plain, wanted, this.#options));
    } catch (error) {
      if (isPortolanError(error)) return null;
      throw error;
    }
    const limit = deadlineIn(1_500, this.#options.deadline);
    for (;;) {
      const found = await this.#find(wanted);
      if (found !== null || leftMs(limit) === 0) {
        if (found === null) this.#done.push(await typeText(plain, '', this.#options));
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Closes what was opened, and says what there is to choose. */
  async #refuse(refusal: PageRefusal): Promise<never> {
    await this.#close();
    const run = new InputRun(this.#target, this.#options);
    try {
      throw run.refusal(refusal);
    } finally {
      run.end();
    }
  }

  async #close(): Promise<void> {
    if (this.#isGroup || !(await this.#shown([]))?.isOpen) return;
    const run = new InputRun(this.#target, this.#options);
    try {
      await run.prepare('prepareFocused', {});
      const key = findKey('Escape');
      const { settled } = await run.send(
        async () =>
          await sendKeys(run.page, key === undefined ? [] : [key], [], { deadline: this.#options.deadline }),
        { isGuarded: false },
      );
      this.#done.push(await conclude(run, settled, undefined, null));
    } finally {
      run.end();
    }
    if ((await this.#call<boolean>('choiceClosed', [])) === false)
      await this.#press(this.#target.element, {}).catch(() => {});
  }

  /** Presses an element of the widget, guarded like any click, and waits for what comes of it. */
  async #press(element: number, what: object): Promise<void> {
    const run = new InputRun(this.#target, this.#options);
    try {
      const prepared = await run.prepare('prepare', { element, action: 'click', ...what });
      const { settled, verdict } = await run.send(
        await pressing(run, prepared, this.#options, {}),
        ONE_RELEASE,
      );
      const held = await run.readBack({ element: this.#target.element });
      this.#done.push(await conclude(run, settled, held, verdict));
    } finally {
      run.end();
    }
  }

  async #isOpened(): Promise<boolean> {
    return (await this.#call<boolean>('choiceOpened', [])) === true;
  }

  async #shown(labels: readonly string[]): Promise<ChoiceShown | null> {
    return await this.#call<ChoiceShown>('choiceShown', [labels]);
  }

  /** Asks the widget's document; nothing when that is gone or silent by now. */
  async #call<Reply>(method: string, args: readonly unknown[]): Promise<Reply | null> {
    const { frame, page } = this.#target;
    if (page.state !== 'open' || page.dialog !== null || frame.isDetached) return null;
    try {
      return await frame.call<Reply>(method, args, { deadline: this.#options.deadline });
    } catch (error) {
      if (isPortolanError(error) && error.code !== 'dialog_open') throw error;
      return null;
    }
  }

  async #ask<Reply extends { readonly ok: true }>(method: string, args: readonly unknown[]): Promise<Reply> {
    const run = new InputRun(this.#target, this.#options);
    try {
      return await run.ask<Reply>(method, args);
    } finally {
      run.end();
    }
  }
}
