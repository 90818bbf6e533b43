/** The only place that reads environment variables. */
export function readEnvironment(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/**
 * Takes the variables whose names begin so out of the environment: they are given once, and no child that is
 * started later inherits them.
 *
 * @returns each by what follows the prefix.
 */
export function takeEnvironment(prefix: string): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.startsWith(prefix) || value === undefined) continue;
    taken.set(name.slice(prefix.length), value);
    delete process.env[name];
  }
  return taken;
}
