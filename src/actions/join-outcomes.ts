import { EFFECTS, type Outcome } from './outcome.ts';

/** The outcome of several inputs that were one action: what each did counts, and the last one's state. */
export function joinOutcomes(outcomes: readonly Outcome[]): Outcome {
  const last = outcomes.at(-1);
  if (last === undefined) throw new Error('There is no outcome to join.');
  const effects = outcomes.map(({ effect }) => EFFECTS.indexOf(effect));
  const strongest = EFFECTS[Math.max(...effects)] ?? last.effect;
  const secrecy = secrecyOf(outcomes);
  const tabs = outcomes.flatMap((outcome) => outcome.tabs ?? []);
  return {
    ...withoutSecrecy(last),
    effect: strongest,
    dispatch: outcomes.some(({ dispatch }) => dispatch === 'sent') ? 'sent' : last.dispatch,
    domChanges: outcomes.reduce((sum, { domChanges }) => sum + domChanges, 0),
    requests: outcomes.reduce((sum, { requests }) => sum + requests, 0),
    notes: [...new Set(outcomes.flatMap(({ notes }) => notes))],
    ...(tabs.length === 0 ? {} : { tabs }),
    ...(secrecy === undefined ? {} : { isSecret: secrecy }),
  };
}

/** Secret when any was; known to be none only when that is known of each. */
export function secrecyOf(outcomes: readonly Pick<Outcome, 'isSecret'>[]): boolean | undefined {
  if (outcomes.some(({ isSecret }) => isSecret === true)) return true;
  return outcomes.every(({ isSecret }) => isSecret === false) ? false : undefined;
}

function withoutSecrecy({ isSecret: _, ...rest }: Outcome): Outcome {
  return rest;
}
