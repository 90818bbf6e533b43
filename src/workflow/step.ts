/** Kinds of control a sentence may name; none named means whatever fits the operation. */
export const CONTROL_KINDS = [
  'button',
  'link',
  'tab',
  'menu-item',
  'checkbox',
  'radio',
  'switch',
  'option',
  'field',
  'list',
  'date',
  'file',
  'image',
  'row',
] as const;
export type ControlKind = (typeof CONTROL_KINDS)[number];

export const ELEMENT_STATES = ['visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked'] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

/** What a sentence says of an element. `within` is the region, row, dialog or field it names as the place. */
export interface StepTarget {
  readonly name: string;
  readonly kind?: ControlKind;
  readonly within?: string;
}

/** What a page has to show; `absent` turns the text's presence round. */
export type Expectation =
  | { readonly is: 'text'; readonly text: string; readonly absent?: boolean }
  | { readonly is: 'field'; readonly target: StepTarget; readonly value: string }
  | { readonly is: 'url'; readonly contains: string }
  | { readonly is: 'state'; readonly target: StepTarget; readonly state: ElementState };

/** One operation with its target and value. Every text may hold `{{name}}` until the inputs are filled in. */
export type Step =
  | { readonly does: 'open'; readonly url: string }
  | { readonly does: 'click'; readonly target: StepTarget; readonly count?: 2 }
  | { readonly does: 'fill'; readonly target: StepTarget; readonly value: string }
  | { readonly does: 'select'; readonly target: StepTarget; readonly values: readonly string[] }
  | { readonly does: 'check' | 'uncheck'; readonly target: StepTarget }
  | { readonly does: 'upload'; readonly target: StepTarget; readonly files: readonly string[] }
  | { readonly does: 'press'; readonly keys: string; readonly target?: StepTarget }
  | { readonly does: 'hover' | 'scroll-to'; readonly target: StepTarget }
  | { readonly does: 'wait-for'; readonly what: Expectation }
  | { readonly does: 'verify'; readonly what: Expectation }
  | { readonly does: 'download'; readonly target: StepTarget }
  | { readonly does: 'sign-in'; readonly credentialId: string };

export type StepOperation = Step['does'];

/** A sentence with what it means. `locale` is the lexicon that understood it: `zh`, `en` … */
export interface ParsedStep {
  readonly sentence: string;
  readonly step: Step;
  readonly locale: string;
}

/**
 * A value that a run asks for; one without `default` has to be given. A secret one has none, is given apart from the
 * others, never by a model, and stands in no record.
 */
export interface WorkflowInput {
  readonly name: string;
  readonly default?: string;
  readonly description?: string;
  readonly secret?: true;
}

/**
 * A saved workflow. `start` is the page it begins on; `hosts` are where it may write;
 * `credential` is an id of the vault, never a value; `file` is where it was read from.
 */
export interface Workflow {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly start: string;
  readonly hosts: readonly string[];
  readonly inputs: readonly WorkflowInput[];
  readonly credential?: string;
  readonly steps: readonly ParsedStep[];
  readonly file?: string;
}
