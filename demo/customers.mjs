/** Countries and the regions that only they have. */
export const REGIONS = {
  Portugal: ['Lisboa', 'Porto', 'Algarve', 'Madeira', 'Açores'],
  Germany: ['Hamburg', 'Bremen', 'Schleswig-Holstein'],
  Norway: ['Vestland', 'Rogaland', 'Troms'],
};
export const COUNTRIES = Object.keys(REGIONS);
export const KINDS = ['Person', 'Company'];

/** What each kind of customer is asked for besides the rest. */
export const KIND_FIELDS = {
  Person: [
    ['name', 'Full name'],
    ['born', 'Year of birth'],
  ],
  Company: [
    ['name', 'Company name'],
    ['tax', 'Tax number'],
    ['contact', 'Contact person'],
  ],
};

/**
 * Judges what the registration sent.
 *
 * @returns {{ customer?: object, problems: Record<string, string> }} the customer, or a sentence a field.
 */
export function checkCustomer(values) {
  const problems = {};
  const text = (name) => (values[name] ?? '').trim();
  const kind = text('kind');
  if (!KINDS.includes(kind)) return { problems: { kind: 'Say who registers.' } };
  for (const [name, label] of KIND_FIELDS[kind])
    if (text(name) === '') problems[name] = `${label} is missing.`;
  if (kind === 'Company' && text('tax') !== '' && !/^\d{9}$/.test(text('tax')))
    problems.tax = 'A tax number has nine digits.';
  if (!COUNTRIES.includes(text('country'))) problems.country = 'Choose a country.';
  else if (!REGIONS[text('country')].includes(text('region'))) problems.region = 'Choose a region of it.';
  if (!/^\d{4}-\d\d-\d\d$/.test(text('since'))) problems.since = 'Choose the first day.';
  if (Object.keys(problems).length > 0) return { problems };
  const own = Object.fromEntries(KIND_FIELDS[kind].map(([name]) => [name, text(name)]));
  return {
    problems,
    customer: { kind, ...own, country: text('country'), region: text('region'), since: text('since') },
  };
}
