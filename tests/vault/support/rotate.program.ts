import { writeSync } from 'node:fs';
import { Journal } from '#journal/journal.ts';
import { SecretRedactor } from '#kernel/redact.ts';
import { openVaults } from '#vault/open-vaults.ts';
import { rotateKey } from '#vault/rotate-key.ts';

// Changes the key again and again, or once and kills itself after a step.
const { dataDir, dieAfter } = JSON.parse(process.argv[2] ?? '') as {
  readonly dataDir: string;
  readonly dieAfter?: string;
};
const journal = await Journal.open({ dataDir, redactor: new SecretRedactor() });
const { keys } = openVaults({ store: journal.vault, dataFolder: dataDir, keyKind: 'file' });
for (;;) {
  await rotateKey(journal.vault, keys, {
    kind: 'file',
    onStep: (step) => {
      if (step === dieAfter) process.kill(process.pid, 'SIGKILL');
    },
  });
  writeSync(1, 'rotated\n');
}
