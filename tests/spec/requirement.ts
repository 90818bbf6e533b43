/** Where a promise comes from: one name a face or a concern. */
export const SOURCES = [
  'portal',
  'reliability',
  'security',
  'workflow',
  'strict',
  'sites',
  'toolset',
] as const;
export type Source = (typeof SOURCES)[number];

/** The part of the product a promise comes with. The gate insists on `now` and lists the rest. */
export const DUES = [
  'now',
  'seeing',
  'acting',
  'portal',
  'boundary',
  'vault',
  'toolset',
  'workflow',
  'strict',
  'sites',
  'reliability',
] as const;
export type Due = (typeof DUES)[number];

export interface Requirement {
  /** The promise in one sentence: what is true of the product. */
  readonly says: string;
  readonly source: Source;
  readonly due: Due;
}

/** Rows of one source that come with one part of the product. */
export function rows<Id extends string>(
  source: Source,
  due: Due,
  says: Readonly<Record<Id, string>>,
): Readonly<Record<Id, Requirement>> {
  const table: Partial<Record<Id, Requirement>> = {};
  for (const id in says) table[id] = { says: says[id], source, due };
  return table as Record<Id, Requirement>;
}
