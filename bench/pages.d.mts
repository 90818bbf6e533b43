export const FIELD_COUNT: number;
export function fieldName(place: number): string;
/** Serves the pages of the benchmark on loopback. */
export function servePages(): Promise<{ url(name: string): string; close(): void }>;
