/**
 * Shapes that cross between the host and the code inside pages. Everything here is JSON; nothing names a
 * DOM type, so that both sides compile against it.
 *
 * The isolated world holds one global, `portolan`, with the methods of `WorldMethods`. The host calls
 * `portolan.<method>(request)` and gets the reply by value.
 */

/** What the model was told of an element, for the check that it still is that. */
export interface Shown {
  readonly role: string;
  readonly name: string;
  /** Key of its row, item or card: the row header, else the first cell that is text and not a control. */
  readonly rowKey: string;
  /** Whether it was one of a run of alike siblings, where a changed name means another thing. */
  readonly inRun: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A refusal found inside the page; the host adds the sentence. */
export interface PageRefusal {
  readonly ok: false;
  readonly code:
    | 'detached_ref'
    | 'changed_ref'
    | 'hidden'
    | 'covered'
    | 'moving'
    | 'intercepted'
    | 'disabled'
    | 'readonly'
    | 'not_editable'
    | 'no_such_option'
    | 'value_refused'
    | 'outside';
  readonly facts: Readonly<Record<string, unknown>>;
  /** Whether the reason is passing (something animates or leaves), so that waiting for it makes sense. */
  readonly passing?: boolean;
}

/** How settle is to know that the work an input began is done. */
export const SETTLE_MODES = ['hook', 'ids', 'network'] as const;
export type SettleMode = (typeof SETTLE_MODES)[number];

export const PREPARED_ACTIONS = [
  'click',
  'check',
  'hover',
  'type',
  'set',
  'select',
  'press',
  'scroll',
  'drag',
] as const;
export type PreparedAction = (typeof PREPARED_ACTIONS)[number];

export interface PrepareRequest {
  readonly element: number;
  readonly action: PreparedAction;
  /** One input, one token: verdict and disarm must name it. */
  readonly token: number;
  readonly shown?: Shown;
  readonly settle?: SettleMode;
  /** Looks at the element over two frames even where nothing says that it moves. */
  readonly watch?: boolean;
  /** For `type`: keep what the field holds and write behind it. */
  readonly append?: boolean;
  /** For `check`: the state wanted. */
  readonly checked?: boolean;
  /** For `type`: what will be written, to refuse forms that the control cannot take. Never kept. */
  readonly text?: string;
  /** The text that is drawn in it, for what has no name of its own. */
  readonly label?: string;
  /** The `domVersion` of the document when it was last shown. */
  readonly seenVersion?: number;
  /** Fields that hold secrets: the input is stopped when their form leads elsewhere by then. */
  readonly secrets?: readonly SecretTarget[];
}

/** How a control takes a value. */
export type ControlKind =
  | 'text'
  | 'editable'
  | 'setter'
  | 'stepped'
  | 'select'
  | 'checkable'
  | 'file'
  | 'other';

export interface Prepared {
  readonly ok: true;
  /** Where to press, in the viewport of the element's own frame. Absent where nothing is pressed. */
  readonly point?: Point;
  readonly kind: ControlKind;
  readonly described: Shown;
  /** For `check`: the control already is what is wanted, so there is nothing to send. */
  readonly alreadySo?: boolean;
  /** Most characters the control takes, where it says so. */
  readonly maxLength?: number;
  /** For `type`: the field is empty, so clearing it needs no key. */
  readonly empty?: boolean;
  /** The document has changed since it was last shown, and since our last action in it. */
  readonly hasChanged?: boolean;
  /** For `type`: the text as the field writes it, where that is another. */
  readonly written?: string;
  /** For keys: whether what the control holds is secret. Where it is not said, nothing is known of it. */
  readonly secret?: boolean;
}

/** What is looked for near a title or description on the page. */
export interface RangeRequest {
  readonly label: string;
  readonly wants: 'field' | 'choice' | 'check' | 'file' | 'button';
  /** The words on it, for what has words of its own. */
  readonly text?: string;
}

/** What stands at a point, if it is what stood there in the picture. */
export interface PicturedAt {
  readonly ok: true;
  readonly element: number;
  readonly described: Shown;
  /** It shows a frame: the point in that one's viewport. */
  readonly inner?: Point;
}

/** What the guard let through. `unseen`: no guarded event reached this document. */
export interface GuardVerdict {
  readonly state: 'ok' | 'refused' | 'late' | 'unseen';
  /** What was hit in place of the target. */
  readonly hit?: string;
  /** Whether the whole click reached the target, and not its press only. */
  readonly clicked: boolean;
  /** Whether the target still is in the document. */
  readonly attached: boolean;
}

export interface FieldHeld {
  readonly alive: boolean;
  /** What the control holds; never for a secret field. */
  readonly value?: string;
  readonly secret: boolean;
  readonly checked?: boolean | 'mixed';
  readonly selected?: readonly string[];
  /** Whether the control holds what was asked for; absent when nothing was asked. */
  readonly matches?: boolean;
  /** It holds what it held when it was prepared for, which is not what was asked for. */
  readonly isAsBefore?: boolean;
  readonly focused: boolean;
  readonly described?: Shown;
  /** Why the control, or the form it sends, is not valid: the browser's own words. */
  readonly invalid?: { readonly field: string; readonly message: string };
}

export interface FocusHolder {
  readonly element: number;
  readonly described: Shown;
}

/** The kind of work that a link which saves what it leads to begins; its end is known to the host only. */
export const DOWNLOAD_KIND = 'download';

export interface SettleReport {
  readonly ended: 'empty' | 'requests' | 'cap';
  /** What is still open, in words: `GET /api`, `timer`. */
  readonly open: readonly string[];
  /** Kinds of work that were waited for, each once. */
  readonly waitedFor: readonly string[];
  /** Changes of the document made by the work of this input. */
  readonly ownChanges: number;
  /** Changes that something else made meanwhile. */
  readonly otherChanges: number;
  /** Values, choices, scroll position or focus are others than before the input. */
  readonly stateChanged: boolean;
  /** Whether the hook answered. */
  readonly hooked: boolean;
  /** What the control holds that was to be read back. */
  readonly held?: FieldHeld;
  /** What the guard let through, where that was asked. When it stopped something, nothing was waited for. */
  readonly verdict?: GuardVerdict;
  /** The document as it was in the task in which it had settled, where that was asked. */
  readonly walked?: SettledWalk;
  /** The question came before the end of the input: nothing else of this counts. */
  readonly tooEarly?: boolean;
  /** What was prepared next: this input is over here, and the guard expects that one. */
  readonly next?: Prepared | PageRefusal;
}

export interface SettledWalk {
  readonly reply: WalkReply;
  /** The document had settled already when it was asked, so all that was asked after it is answered after it. */
  readonly atOnce: boolean;
}

/** What is asked of a document when the input was sent. */
export interface SettleRequest {
  /** Longest wait, from the arming. */
  readonly limitMs: number;
  /** Other frames may have sent messages here, which are let in first. */
  readonly isOneOfMany?: boolean;
  /** Of the input whose verdict is wanted. */
  readonly token?: number;
  readonly readBack?: ReadBackRequest;
  /** How to read the document when it has settled with nothing left open. */
  readonly walk?: WalkRequest;
  /** The input is on its way beside this question, and is over when so many buttons or keys have come up. */
  readonly releases?: number;
  /** What to prepare for next, when it has settled with nothing left open and the control holds what it should. */
  readonly next?: PrepareRequest;
}

/** What a page may ask a person for. */
export const ASKED_PERMISSIONS = [
  'geolocation',
  'notifications',
  'media',
  'midi',
  'storage-access',
  'clipboard-read',
  'clipboard-write',
  'screen',
  'device',
  'passkey',
] as const;
export type AskedPermission = (typeof ASKED_PERMISSIONS)[number];

/** How it ended: denied, there is no such device, or it waits for a person to choose. */
export const PERMISSION_ENDS = ['denied', 'missing', 'choice'] as const;
export type PermissionEnd = (typeof PERMISSION_ENDS)[number];

/** What a walk is asked for. Absent limits mean no limit. */
export interface WalkRequest {
  /** `actionable` (the default) gives refs to controls and regions, `all` to every printed node. */
  readonly refs?: 'actionable' | 'all';
  /** Element number of the region to walk; the whole document when absent. */
  readonly root?: number;
  /** Levels of printed nodes under the root, from 1. */
  readonly depth?: number;
  /** Only what lies in the viewport. */
  readonly viewport?: boolean;
  /** Most items printed of a run of alike siblings. */
  readonly runLimit?: number;
  /** Most characters the rendered text may have, estimated from above. */
  readonly budgetCharacters?: number;
}

/** One walk of one document. */
export interface WalkReply {
  /** `decodeRecords` reads it. */
  readonly records: string;
  /** Estimated characters of the rendered text, from above. */
  readonly characters: number;
  readonly domVersion: number;
  readonly signature: string;
  /** Highest element number given so far in this document. */
  readonly highest: number;
  /** Invisible code points that were dropped from what is printed. */
  readonly droppedCodePoints: number;
  /** Style sheets that page code may not read; computed styles stood in for them. */
  readonly unreadableSheets: number;
  /** Kinds of elements that may have a closed shadow tree and were not asked about. */
  readonly rootlessKinds: number;
  readonly title: string;
  readonly url: string;
}

export interface FindReply extends WalkReply {
  /** Lines that match, those left out included. */
  readonly matches: number;
  /** Elements of all frames that the document shows. */
  readonly frames: readonly number[];
}

export const RECORD_KINDS = ['node', 'text', 'cut', 'frame', 'columns', 'covered', 'virtual'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** One printed node, as it crosses from the page. */
export interface PageRecord {
  readonly depth: number;
  readonly kind: RecordKind;
  readonly role: string;
  /** The accessible name; the text of a `text` record. */
  readonly name: string;
  /** Element number, 0 when it has no ref. */
  readonly element: number;
  readonly states: readonly string[];
  /** `null` when the node has no value to print. */
  readonly value: string | null;
  /** Whether the value is secret-bearing and was left out. */
  readonly isMasked: boolean;
  readonly rowKey: string;
  readonly inRun: boolean;
  /** Siblings left out, of a `cut` record; items there are in all, of a `virtual` one, whose name counts those in the page. */
  readonly omitted: number;
}

// Control characters that no page string holds once it was cleaned, and that JSON writes in two bytes instead of six.
const RECORD = '\f';
const FIELD = '\b';
const SAME_KEY = '\r';
const NO_STATES: readonly string[] = [];
const KIND_NUMBERS = {
  node: 0,
  text: 1,
  cut: 2,
  frame: 3,
  columns: 4,
  covered: 5,
  virtual: 6,
} as const satisfies Record<RecordKind, number>;

/** Writes records as one string; page strings must not hold a backspace, form feed or carriage return. */
export class RecordWriter {
  readonly #out: string[] = [];
  #lastKey = '';

  add(record: Omit<PageRecord, 'depth'>, depth: number): void {
    const { element, states, value, rowKey } = record;
    let line = `${depth}${FIELD}${KIND_NUMBERS[record.kind]}${FIELD}${record.role}${FIELD}${record.name}`;
    const hasMore = rowKey !== '' || value !== null || record.isMasked || record.inRun || record.omitted > 0;
    if (hasMore || element > 0 || states.length > 0)
      line += `${FIELD}${element || ''}${FIELD}${states.length > 0 ? states.join(' ') : ''}`;
    if (hasMore) {
      const shown = record.isMasked ? '*' : value === null ? '' : `=${value}`;
      const key = rowKey !== '' && rowKey === this.#lastKey ? SAME_KEY : rowKey;
      line += `${FIELD}${shown}${FIELD}${key}${FIELD}${record.inRun ? '1' : ''}${FIELD}${record.omitted || ''}`;
      if (rowKey !== '') this.#lastKey = rowKey;
    }
    this.#out.push(line);
  }

  text(): string {
    return this.#out.join(RECORD);
  }
}

export function encodeRecords(records: readonly PageRecord[]): string {
  const writer = new RecordWriter();
  for (const record of records) writer.add(record, record.depth);
  return writer.text();
}

/** Reads what `encodeRecords` wrote. */
export function decodeRecords(text: string): readonly PageRecord[] {
  if (text === '') return [];
  let lastKey = '';
  return text.split(RECORD).map((line) => {
    const [depth, kind, role, name, element, states, value, key = '', inRun, omitted] = line.split(FIELD);
    const rowKey = key === SAME_KEY ? lastKey : key;
    if (rowKey !== '') lastKey = rowKey;
    return {
      depth: Number(depth),
      kind: RECORD_KINDS[Number(kind)] ?? 'text',
      role: role ?? '',
      name: name ?? '',
      element: element ? Number(element) : 0,
      states: states ? states.split(' ') : NO_STATES,
      value: value?.startsWith('=') ? value.slice(1) : null,
      isMasked: value === '*',
      rowKey,
      inRun: inRun === '1',
      omitted: omitted ? Number(omitted) : 0,
    };
  });
}

/** A request to set a control by its value: dates, times, colours, ranges. */
export interface SetValueRequest {
  readonly element: number;
  readonly value: string;
}

export interface SelectRequest {
  readonly element: number;
  /** Values or visible texts. */
  readonly options: readonly string[];
}

export interface ReadBackRequest {
  readonly element: number;
  /** What the control should hold; answered by `matches`, so that a secret need not leave the page. */
  readonly expected?: string;
}

/** Keys go to what has the focus; `element` is what was last printed as focused, if anything was. */
export interface PrepareFocusedRequest {
  readonly element?: number;
  readonly shown?: Shown;
  readonly token: number;
  readonly settle?: SettleMode;
}

export interface ScrollRequest {
  /** What to scroll: the nearest part around it that scrolls; the page when absent. */
  readonly element?: number;
  readonly direction: 'up' | 'down' | 'left' | 'right' | 'into-view';
  /** Pixels; most of the visible part when absent. */
  readonly pixels?: number;
}

export interface ScrollReport {
  readonly ok: true;
  readonly moved: boolean;
  readonly isAtEnd: boolean;
}

/** What a click on an element, or Enter in it, leads to. */
export interface Consequence {
  readonly kind: 'link' | 'download' | 'submit' | 'other';
  /** Absolute address, where it leads somewhere. */
  readonly destination?: string;
}

/** What is looked for on a page; what is given must all hold. */
export interface FindQuery {
  /** Part of a role, name, value or text, without regard to case. */
  readonly text?: string;
  /** The whole role. */
  readonly role?: string;
  /** A JavaScript regular expression, matched without regard to case. */
  readonly regex?: string;
}

/** Where something that is being dragged is put down. */
export interface DropRequest {
  readonly element: number;
  /** What is dragged there, where it is in the same document. */
  readonly from?: number;
  readonly shown?: Shown;
}

/** A drag that is coming; an end that is in another document is absent. */
export interface DragRequest {
  readonly token: number;
  readonly from?: number;
  readonly to?: number;
  readonly settle?: SettleMode;
}

export interface DragProgress {
  /** The page was asked whether the browser may drag what was pressed. */
  readonly hasStarted: boolean;
  /** It said no, to drag by itself. */
  readonly isPrevented: boolean;
}

export interface FilesRequest {
  readonly element: number;
  readonly shown?: Shown;
}

/** The file input that an element belongs to; without `input` none was found. */
export interface FileField {
  readonly ok: true;
  readonly input?: number;
  readonly isMultiple?: boolean;
  readonly isFolder?: boolean;
  /** What it asks for, in its own words; empty when it takes anything. */
  readonly accept?: string;
  /** It takes something else, so that a press on it would not ask for files. */
  readonly isTextField?: boolean;
}

/** Names of files. */
export interface FilesHeld {
  readonly held: readonly string[] | null;
  /** What the input took since it was watched, also where the page has emptied it by now. */
  readonly taken: readonly string[] | null;
}

/** How options are chosen in an element: by its value, in a group that is there, or in what it opens. */
export type ChoiceKind = 'native' | 'group' | 'popup';

export interface ChoiceRequest {
  readonly element: number;
  readonly shown?: Shown;
}

export interface ChoiceOpened {
  readonly ok: true;
  readonly kind: ChoiceKind;
  /** Its options are drawn already. */
  readonly isOpen: boolean;
}

export interface FindOptionRequest {
  readonly wanted: string;
  /** Parts that were open before, where the option is in what opened since. */
  readonly within?: readonly number[];
}

export interface FoundOption {
  readonly ok: true;
  readonly element: number;
  /** Its text as it is drawn. */
  readonly label: string;
  readonly isChosen: boolean;
  /** It is a command rather than a value. */
  readonly isMenuItem: boolean;
  /** What is open now. */
  readonly parts: readonly number[];
}

/** What a widget shows as chosen. */
export interface ChoiceShown {
  /** The text that the widget draws, or its chosen options. */
  readonly shows: string;
  /** Labels asked about that it shows nowhere as chosen. */
  readonly missing: readonly string[];
  readonly isOpen: boolean;
  readonly chosen: readonly { readonly element: number; readonly label: string }[];
  readonly isMultiple: boolean;
}

/** What a slider or spin button says of its value. */
export interface SteppedValue {
  readonly now: number;
  readonly min?: number;
  readonly max?: number;
}

/** A field of a sign-in form. */
export interface LoginField {
  readonly element: number;
  /** What is typed there. */
  readonly kind: SecretKind;
}

export const SECRET_KINDS = ['username', 'password', 'code'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

/** What a document shows of signing in, as far as it can be told without touching anything. */
export interface LoginLook {
  /** Names this very document: another one, at the same address too, has another. */
  readonly document: string;
  /** Serialised origin of the document. */
  readonly origin: string;
  /** Origins of the frames around it, from the nearest out. */
  readonly ancestors: readonly string[];
  readonly username?: LoginField;
  readonly password?: LoginField;
  /** One box for the whole code, or one for each digit. */
  readonly codes: readonly LoginField[];
  /** The element that sends it; absent where only the Enter key does. */
  readonly submit?: number;
  /** Absolute addresses that the forms of these fields may be sent to. */
  readonly destinations: readonly string[];
  /** A test for people: none, one that waits for an answer, or one that was answered. */
  readonly captcha: 'none' | 'open' | 'answered';
  /** A message says that what was given is wrong, that it was tried too often, or that more is asked for. */
  readonly says: readonly LoginSaying[];
  /** There is a way to sign out. */
  readonly isSignedIn: boolean;
}

export const LOGIN_SAYINGS = ['wrong', 'limited', 'second-factor'] as const;
export type LoginSaying = (typeof LOGIN_SAYINGS)[number];

/** What must hold of a field and of everything around it in the moment when a secret goes into it. */
export interface SecretTarget {
  readonly document: string;
  readonly element: number;
  readonly kind: SecretKind;
  /** Origin that the document must have. */
  readonly origin: string;
  /** Origins that the frames around it and the addresses of its form must be of. */
  readonly allowed: readonly string[];
}

export interface SecretInsert extends SecretTarget {
  readonly value: string;
  /** What is printed in place of the value: `«secret:name»`. */
  readonly shownAs: string;
}

/** Why no secret goes into a field. */
export const SECRET_REFUSALS = [
  'document',
  'gone',
  'origin',
  'ancestor',
  'action',
  'kind',
  'disabled',
  'hidden',
  'small',
  'covered',
  'focus',
  'not-held',
] as const;
export type SecretRefusal = (typeof SECRET_REFUSALS)[number];

export type SecretReply =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly why: SecretRefusal;
      /** The origin, the address or the element that is in the way. */
      readonly what?: string;
      /** What covers the field, and what may take it away. */
      readonly cover?: PageRefusal['facts'];
      /** The value came into the field, or part of it. */
      readonly isFilled?: boolean;
    };
