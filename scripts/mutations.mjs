/**
 * Lines that hold the promises up. Each is broken in turn, and the named tests have to fail.
 *
 * @type {readonly { name: string, file: string, line: string, broken: string, tests: readonly string[] }[]}
 *   `line` is text that stands exactly once in `file`.
 */
export const MUTATIONS = [];
