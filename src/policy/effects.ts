/**
 * What an operation may do to the world, as far as rules can tell before it runs.
 *
 * `reveal` is hover and scroll; `activate` a click whose effect the node does not tell; `boundary` adds a host;
 * `tree` rearranges spaces, folders and tabs.
 */
export const EFFECTS = [
  'read',
  'reveal',
  'input',
  'activate',
  'navigate',
  'submit',
  'download',
  'upload',
  'credential',
  'script',
  'boundary',
  'tree',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** Effects that send what the session holds. */
export const WRITING_EFFECTS: ReadonlySet<Effect> = new Set(['submit', 'upload']);

/** Effects that carry something to the destination, and so have to stay within the hosts. */
export const DIRECTED_EFFECTS: ReadonlySet<Effect> = new Set([
  'input',
  'activate',
  'navigate',
  'submit',
  'download',
  'upload',
  'credential',
]);

/** The gravest of some effects, by which it is asked and recorded: the last of them in the order of the list. */
export function gravestOf(effects: readonly Effect[]): Effect {
  return [...effects].sort((a, b) => EFFECTS.indexOf(b) - EFFECTS.indexOf(a))[0] ?? 'read';
}
