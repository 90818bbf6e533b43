/** What can be switched on in the portal, each as real portals have it. */
export const DIFFICULTIES = [
  'cookie-banner',
  'two-step-sign-in',
  'session-expiry',
  'expiry-warning',
  'dependent-fields',
  'custom-controls',
  'detail-in-frame',
  'downloads',
  'uploads',
  'hostile-page',
  'dead-shortcut',
  'self-refresh',
];

/** The set that an option stands for: `'all'`, a list of names, or nothing. */
export function difficultySet(option = []) {
  const names = option === 'all' ? DIFFICULTIES : option;
  const unknown = names.find((name) => !DIFFICULTIES.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no difficulty "${unknown}". There are: ${DIFFICULTIES.join(', ')}.`);
  return new Set(names);
}
