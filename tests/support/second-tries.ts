import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that passed at their second try only: each has a race in it, or in what it tests. */
export class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return;
    process.stderr.write(
      `Passed at the second try only; look for the race:\n  ${this.#names.join('\n  ')}\n`,
    );
  }
}
