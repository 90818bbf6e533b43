/** One rule that a request breaks. */
export interface BrokenRule {
  /** `E1` to `E12` for the request, `R1` to `R19` for its messages; `W…` for what the API lets pass and a model suffers from. */
  readonly rule: string;
  /** Where, as a path into the request: `messages[2].content[0].toolset_name`. */
  readonly path: string;
  /** What is wrong. */
  readonly problem: string;
  /** What mends it. */
  readonly remedy: string;
}

/** Takes broken rules as they are found. */
export type Report = (rule: string, path: string, problem: string, remedy: string) => void;

export type Bag = Readonly<Record<string, unknown>>;

export function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
