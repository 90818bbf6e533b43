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
