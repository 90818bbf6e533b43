const LAST = new Map<string, Promise<unknown>>();

/**
 * Runs `work` when all earlier work of this thread under the same name is done.
 *
 * Whoever waits for a file's lock in SQLite blocks the thread, and with it the one of the same thread who
 * holds the lock: two connections to one file in one thread must take turns.
 */
export function takeTurns<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = LAST.get(name) ?? Promise.resolve();
  const mine = before.then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  LAST.set(name, settled);
  void settled.then(() => {
    if (LAST.get(name) === settled) LAST.delete(name);
  });
  return mine;
}
