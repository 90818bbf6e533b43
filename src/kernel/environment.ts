/** The only place that reads environment variables. */
export function readEnvironment(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
