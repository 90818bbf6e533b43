import type { Effect } from './effects.ts';

export const PROFILE_NAMES = ['portal', 'workflow', 'toolset', 'strict', 'sites'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** `grant` allows what a person has granted, and denies the rest. */
export const CELLS = ['allow', 'ask', 'deny', 'grant'] as const;
export type Cell = (typeof CELLS)[number];

/** What holds before, and what after, page content was read by the model. */
export interface Rule {
  readonly plain: Cell;
  readonly tainted: Cell;
}

export type RuleName = Effect | 'outside';

/** The rules of one face. `outside` is for whatever is directed at an origin that the hosts do not cover. */
export interface Profile {
  readonly name: ProfileName;
  readonly rules: Readonly<Record<RuleName, Rule>>;
  /** Rules that whoever runs this server has switched to `allow`, by the flag that did it. */
  readonly switchedOn?: Readonly<Partial<Record<RuleName, string>>>;
  /** Nobody is there to be asked: what would be asked is refused at once. */
  readonly isUnattended: boolean;
}

const allow: Rule = { plain: 'allow', tainted: 'allow' };
const ask: Rule = { plain: 'ask', tainted: 'ask' };
const deny: Rule = { plain: 'deny', tainted: 'deny' };
const grant: Rule = { plain: 'grant', tainted: 'grant' };
const thenAsk: Rule = { plain: 'allow', tainted: 'ask' };

function each<Names extends Effect>(names: readonly Names[], rule: Rule): Record<Names, Rule> {
  return Object.fromEntries(names.map((name) => [name, rule])) as Record<Names, Rule>;
}

const LOOKING = ['read', 'reveal', 'input', 'activate'] as const;

const PORTAL_RULES: Profile['rules'] = {
  ...each(LOOKING, allow),
  navigate: allow,
  submit: allow,
  outside: ask,
  download: allow,
  upload: thenAsk,
  credential: allow,
  script: ask,
  boundary: ask,
  tree: allow,
};

/** The table of profiles, as data. */
export const PROFILE_RULES: Readonly<Record<ProfileName, Profile['rules']>> = {
  portal: PORTAL_RULES,
  workflow: PORTAL_RULES,
  toolset: {
    ...each(LOOKING, allow),
    navigate: allow,
    submit: allow,
    outside: ask,
    download: allow,
    upload: ask,
    credential: deny,
    script: ask,
    boundary: deny,
    tree: allow,
  },
  strict: {
    ...each(LOOKING, grant),
    navigate: grant,
    submit: grant,
    outside: ask,
    download: ask,
    upload: ask,
    credential: deny,
    script: deny,
    boundary: ask,
    tree: grant,
  },
  sites: {
    ...each(LOOKING, thenAsk),
    navigate: ask,
    submit: ask,
    outside: ask,
    download: ask,
    upload: deny,
    credential: ask,
    script: deny,
    boundary: ask,
    tree: deny,
  },
};

/** The profile of a face; `unattended` when nobody can be asked. */
export function profileOf(name: ProfileName, options: { readonly unattended?: boolean } = {}): Profile {
  return { name, rules: PROFILE_RULES[name], isUnattended: options.unattended === true };
}

/**
 * The profile with one rule switched to `allow` by whoever runs the server; a rule that denies stays as it is.
 *
 * @param flag - what switched it, for records: `--caps script`.
 */
export function switchOn(profile: Profile, name: RuleName, flag: string): Profile {
  if (profile.rules[name].plain === 'deny') return profile;
  return {
    ...profile,
    rules: { ...profile.rules, [name]: allow },
    switchedOn: { ...profile.switchedOn, [name]: flag },
  };
}
