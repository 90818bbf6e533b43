import { defineConfig } from 'vitest/config';
import { IS_FULL_RUN } from './tests/support/samples.ts';
import { SecondTries } from './tests/support/second-tries.ts';

const resolve = { conditions: ['@portolan/source', 'node', 'import', 'default'] };
const shared = {
  resolve,
  ssr: { resolve: { conditions: ['@portolan/source', 'node', 'import', 'default'] } },
};

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['./tests/support/global-setup.ts'],
    reporters: ['default', new SecondTries()],
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/**/*.browser.test.ts', 'tests/journeys/**'],
          sequence: { groupOrder: 0 },
          testTimeout: 20_000,
          // Its slow ones start the command and wait for it.
          maxWorkers: 3,
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          // Files of a worker share what they load: half of the time would go into loading it anew for each.
          isolate: false,
          include: ['tests/**/*.browser.test.ts', 'tests/journeys/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One race among a thousand tests in a real browser does not stop a change; it is named at the end.
          retry: IS_FULL_RUN ? 0 : 1,
          // Many of these wait for a page or a deadline: one more than the machine has cores keeps both busy.
          maxWorkers: 3,
        },
      },
    ],
  },
});
