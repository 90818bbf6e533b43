import type { ActionOptions } from '#actions/action-target.ts';
import { click } from '#actions/click.ts';
import type { Outcome } from '#actions/outcome.ts';
import { press } from '#actions/press.ts';
import {
  checkSecretForms,
  clearSecrets,
  type LoginField,
  type LoginLook,
  type SecretKind,
  type SecretTarget,
} from '#actions/secret-input.ts';
import { DocumentReplaced } from '#browser/document-replaced.ts';
import type { Frame } from '#browser/frame.ts';
import type { Page } from '#browser/page.ts';
import type { VaultStore } from '#journal/store/vault-store.ts';
import { type Deadline, deadlineIn, leftMs, sleep } from '#kernel/deadline.ts';
import { isPortolanError } from '#kernel/error.ts';
import { fail as kernelFail } from '#kernel/errors.ts';
import { fail as snapshotFail } from '#snapshot/errors.ts';
import type { Credential } from './credential.ts';
import { type Filling, fillFields, refusalOf } from './login-fill.ts';
import { type Judgement, judgeLogin, type Sent, withoutFragment } from './login-judge.ts';
import type { LoginEnd, LoginOutcome } from './login-outcome.ts';
import { type LoginPlace, lookEverywhere, placeToSignIn, requireOwnPlace } from './login-place.ts';
import { LoginWatch } from './login-watch.ts';
import { oneTimeCode } from './one-time-code.ts';
import { Secret } from './secret.ts';

/** A value that is about to be typed, and the name that stands for it from then on. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** What a login needs of the session it is in. */
export interface LoginSurroundings {
  readonly page: Page;
  readonly options: ActionOptions;
  readonly steps: Pick<VaultStore, 'claimCodeStep'>;
  /** Fields in frames are refused whatever their origin. */
  readonly isTopOnly: boolean;
  /** Called before a value is put anywhere: from now on it is kept from every output. */
  readonly willFill: (frame: Frame, secrets: readonly NamedSecret[]) => void | Promise<void>;
  /** Called when what was typed has been sent, or taken out again. */
  readonly hasSent: () => void;
}

/** Pages that ask for more one after the other than this are no sign-in. */
const MOST_STEPS = 4;
const FIELDS_COME_MS = 4_000;
const LOOK_AGAIN_MS = 40;
const BUTTON_COMES_MS = 1_000;
/** A result that only absence speaks for has to hold for so long. */
const HOLDS_MS = 250;
/** With nothing under way, nothing more comes. */
const IDLE_MS = 6_000;
/** What is left for the answer itself. */
const RESERVE_MS = 1_500;

/**
 * Signs in on the page of a tab: finds the fields by itself, types what the credential has for them, sends it and
 * says what came of it.
 *
 * @throws not_found when there is no sign-in form; origin_mismatch, origin_unverified when the page, its form or
 *   a frame around it is not the credential's; covered, hidden, disabled … when a field cannot be reached. None of
 *   them leaves a value in the page.
 */
export async function logIn(credential: Credential, surroundings: LoginSurroundings): Promise<LoginEnd> {
  const login = new Login(credential, surroundings);
  return await login.run();
}

class Login {
  readonly #credential: Credential;
  readonly #at: LoginSurroundings;
  readonly #budget: Deadline;
  readonly #typed: SecretKind[] = [];
  #origin = 'null';
  #sent: Outcome | undefined;

  constructor(credential: Credential, at: LoginSurroundings) {
    this.#credential = credential;
    this.#at = at;
    const { deadline } = at.options;
    this.#budget = { ...deadline, atMs: deadline.atMs - RESERVE_MS };
  }

  async run(): Promise<LoginEnd> {
    let place = await this.#firstPlace();
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      if (place.look.captcha === 'open')
        return this.#end('challenge', 'The site wants a test for people to be answered first.');
      const fillings = await this.#fillingsFor(place.look);
      if (fillings === 'cannot')
        return this.#end('challenge', 'The site wants a one-time code, which this credential does not have.');
      const judged = await this.#submit(place, fillings);
      if (judged.kind === 'end') return this.#end(judged.outcome, judged.detail);
      const next = placeToSignIn(await this.#look(), this.#credential);
      if (next === undefined) break;
      place = next;
    }
    return this.#end('inconclusive', `The site asked for more than ${MOST_STEPS} times.`);
  }

  #end(outcome: LoginOutcome, detail: string): LoginEnd {
    const sent = this.#sent === undefined ? {} : { sent: this.#sent };
    return { outcome, detail, typed: this.#typed, origin: this.#origin, ...sent };
  }

  /** The form, which may still be on its way. */
  async #firstPlace(): Promise<LoginPlace> {
    const { page } = this.#at;
    const patience = deadlineIn(FIELDS_COME_MS, this.#budget);
    for (;;) {
      const places = await this.#look();
      const place = placeToSignIn(places, this.#credential);
      if (place !== undefined) {
        requireOwnPlace(place, this.#credential, this.#at.isTopOnly);
        return place;
      }
      if (leftMs(patience) === 0) {
        const isSignedIn = places.some(({ look }) => look.isSignedIn);
        throw snapshotFail(
          'not_found',
          `Tab ${page.id} shows no sign-in form${isSignedIn ? '; there is a way to sign out, so someone is signed in' : ''}.`,
          {
            dispatch: 'not_sent',
            remedy: 'Open the sign-in page of the site, then call browser_login again.',
          },
        );
      }
      await sleep(4 * LOOK_AGAIN_MS, this.#budget.signal);
    }
  }

  async #look(): Promise<readonly LoginPlace[]> {
    return await lookEverywhere(this.#at.page, deadlineIn(3_000, this.#budget));
  }

  /** What goes into the fields that are there. */
  async #fillingsFor(look: LoginLook): Promise<readonly Filling[] | 'cannot'> {
    const { username, password, totp, id } = this.#credential;
    const fillings: Filling[] = [];
    const add = (field: LoginField | undefined, value: Secret | undefined) => {
      if (field !== undefined && value !== undefined)
        fillings.push({ field, value, shownAs: `«secret:${nameOf(id, field.kind)}»` });
    };
    add(look.username, username === undefined ? undefined : new Secret(username));
    if (look.password !== undefined && password === undefined)
      throw kernelFail('invalid_arguments', `The credential ${JSON.stringify(id)} has no password.`, {
        dispatch: 'not_sent',
      });
    add(look.password, password);
    const isCodeAsked = look.codes.length > 0 && (look.password === undefined || totp !== undefined);
    if (!isCodeAsked) return fillings.length === 0 ? 'cannot' : fillings;
    if (totp === undefined) return 'cannot';
    const { signal } = this.#budget;
    const code = await oneTimeCode(
      { ...this.#credential, totp },
      { steps: this.#at.steps, ...(signal === undefined ? {} : { signal }) },
    );
    const boxes = look.codes.length;
    const digits = code.reveal();
    look.codes.forEach((box, place) => {
      add(box, boxes === 1 ? code : new Secret(digits[place] ?? ''));
    });
    this.#code = code;
    return fillings;
  }

  #code: Secret | undefined;

  async #submit(place: LoginPlace, fillings: readonly Filling[]): Promise<Judgement> {
    const { frame, look } = place;
    const allowed = requireOwnPlace(place, this.#credential, this.#at.isTopOnly);
    this.#origin = look.origin;
    await this.#at.willFill(frame, this.#secretsOf(fillings));
    using watch = new LoginWatch(this.#at.page, allowed);
    const address = withoutFragment(this.#at.page.url);
    const kinds = fillings.map(({ field }) => field.kind);
    const targets = await fillFields(place, allowed, fillings, this.#at.options);
    for (const kind of kinds) if (!this.#typed.includes(kind)) this.#typed.push(kind);
    const sent: Sent = {
      document: look.document,
      address,
      kinds: new Set(this.#typed),
      saidBefore: look.says,
    };
    try {
      await this.#send(place, targets);
    } catch (error) {
      if (isUnderWay(error)) return inconclusive('The site did not answer in time.');
      await clearSecrets(frame, targets, deadlineIn(1_000));
      throw error;
    } finally {
      this.#at.hasSent();
    }
    return await this.#whatCame(sent, watch);
  }

  #secretsOf(fillings: readonly Filling[]): readonly NamedSecret[] {
    const { id } = this.#credential;
    const kinds = new Set(fillings.map(({ field }) => field.kind));
    return [...kinds].flatMap((kind) => {
      const value = kind === 'code' ? this.#code : fillings.find(({ field }) => field.kind === kind)?.value;
      return value === undefined ? [] : [{ name: nameOf(id, kind), value: value.reveal() }];
    });
  }

  /** Sends what was typed, if its form still leads where it may. */
  async #send(place: LoginPlace, targets: readonly SecretTarget[]): Promise<void> {
    const { frame } = place;
    const { page, options } = this.#at;
    const last = targets.at(-1);
    if (last === undefined) return;
    try {
      const submit = await this.#submitter(place, last);
      if (submit === 'gone') return;
      const check = await checkSecretForms(frame, targets, submit, deadlineIn(3_000, this.#budget));
      if (!check.ok) throw refusalOf(check, last.kind);
      const sending = { ...options, deadline: this.#budget, secrets: targets };
      this.#sent =
        submit === undefined
          ? await press({ text: 'the last field', page, frame, element: last.element }, 'Enter', sending)
          : await click({ text: 'the sign-in button', page, frame, element: submit }, sending);
    } catch (error) {
      // A page that sends by itself, once it has all, has sent.
      if (error instanceof DocumentReplaced || isPortolanError(error, 'detached_ref')) return;
      if (!isPortolanError(error, 'intercepted')) throw error;
      const check = await checkSecretForms(frame, targets, undefined, deadlineIn(1_000)).catch(
        () => undefined,
      );
      throw check?.ok === false ? refusalOf(check, last.kind) : error;
    }
  }

  /** The button that sends, which a page may keep disabled until it has seen what was typed. */
  async #submitter({ frame, look }: LoginPlace, last: SecretTarget): Promise<number | undefined | 'gone'> {
    const patience = deadlineIn(BUTTON_COMES_MS, this.#budget);
    const hadButton = look.submit !== undefined;
    for (;;) {
      const now = await frame.call<LoginLook>('loginLook', [], { deadline: this.#budget });
      if (now.document !== look.document) return 'gone';
      if (last.kind === 'code' && now.codes.length === 0) return 'gone';
      if (now.submit !== undefined) return now.submit;
      if (!hadButton && leftMs(patience) < BUTTON_COMES_MS / 2) return undefined;
      if (leftMs(patience) === 0) return undefined;
      await sleep(LOOK_AGAIN_MS, this.#budget.signal);
    }
  }

  /** Looks until something decides, or nothing more comes, or the time is over. */
  async #whatCame(sent: Sent, watch: LoginWatch): Promise<Judgement> {
    let idleSinceMs = Date.now();
    let held: { readonly outcome: LoginOutcome; readonly sinceMs: number } | undefined;
    let leaning: { readonly outcome: LoginOutcome; readonly detail: string } | undefined;
    while (leftMs(this.#budget) > 0) {
      if (watch.isWaiting) idleSinceMs = Date.now();
      const judged = await this.#judge(sent, watch);
      if (judged?.kind === 'next') return judged;
      if (judged?.kind === 'end') {
        if (judged.isSure) return judged;
        if (held?.outcome !== judged.outcome) held = { outcome: judged.outcome, sinceMs: Date.now() };
        if (!watch.isMoving && Date.now() - held.sinceMs >= HOLDS_MS) return judged;
      } else held = undefined;
      leaning = judged?.kind === 'wait' ? judged.leaning : undefined;
      const idleMs = Date.now() - idleSinceMs;
      if (idleMs > IDLE_MS || (leaning !== undefined && idleMs > IDLE_MS / 4)) break;
      await sleep(LOOK_AGAIN_MS, this.#budget.signal);
    }
    if (leaning !== undefined) return { kind: 'end', isSure: true, ...leaning };
    return inconclusive(
      leftMs(this.#budget) === 0
        ? 'The time was over before the site had answered.'
        : 'Nothing that was seen decides it.',
    );
  }

  async #judge(sent: Sent, watch: LoginWatch): Promise<Judgement | undefined> {
    const { page } = this.#at;
    const facts = { status: watch.status, isLimited: watch.isLimited, isAlertedWrong: watch.isAlertedWrong };
    if (watch.isMoving && !watch.isLimited) return undefined;
    try {
      return judgeLogin(sent, { ...facts, places: await this.#look(), address: page.url });
    } catch (error) {
      if (error instanceof DocumentReplaced) return undefined;
      if (isPortolanError(error, 'dialog_open'))
        return inconclusive('The site asks with a dialog; answer it, then look at the page.');
      if (isUnderWay(error)) return undefined;
      throw error;
    }
  }
}

function inconclusive(detail: string): Judgement {
  return { kind: 'end', outcome: 'inconclusive', detail, isSure: true };
}

/** The name that is printed for a value: the password is the credential itself. */
function nameOf(id: string, kind: SecretKind): string {
  return kind === 'password' ? id : `${id} ${kind}`;
}

/** The page has what was sent and does not answer. */
function isUnderWay(error: unknown): boolean {
  return (
    isPortolanError(error, 'page_unresponsive') ||
    (isPortolanError(error, 'timeout') && error.facts['dispatch'] !== 'not_sent')
  );
}
