import { randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { KEY_BYTES } from './seal.ts';

const parametersSchema = z.strictObject({
  salt: z.string().regex(/^[A-Za-z0-9_-]{22,}$/),
  cost: z
    .int()
    .min(2 ** 14)
    .max(2 ** 20),
  blockSize: z.int().min(8).max(16),
  parallelization: z.int().min(1).max(4),
});
type Parameters = z.infer<typeof parametersSchema>;

/** 128 MiB of memory for each guess. */
const COST = { cost: 2 ** 17, blockSize: 8, parallelization: 1 } as const;
const LEAST_CHARACTERS = 8;

/** A key from a new passphrase, and what is needed beside the passphrase to make it again. */
export async function newPassphraseKey(
  passphrase: string,
): Promise<{ readonly key: Buffer; readonly parameters: string }> {
  if ([...passphrase].length < LEAST_CHARACTERS) {
    throw fail('invalid_arguments', `The passphrase has fewer than ${LEAST_CHARACTERS} characters.`, {
      remedy: 'Take a longer one: four words or more.',
    });
  }
  const parameters = { salt: randomBytes(16).toString('base64url'), ...COST };
  return { key: await derive(passphrase, parameters), parameters: JSON.stringify(parameters) };
}

/** @throws environment when the parameters are none. A wrong passphrase gives a key that opens nothing. */
export async function keyFromPassphrase(passphrase: string, parameters: string): Promise<Buffer> {
  let parsed: Parameters;
  try {
    parsed = parametersSchema.parse(JSON.parse(parameters));
  } catch (error) {
    throw fail('environment', 'What is stored of the passphrase was altered.', {}, error);
  }
  return derive(passphrase, parsed);
}

/** @see RFC 7914 */
function derive(passphrase: string, { salt, cost, blockSize, parallelization }: Parameters): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize;
  const options = { cost, blockSize, parallelization, maxmem };
  return new Promise((resolve, reject) => {
    const saltBytes = Buffer.from(salt, 'base64url');
    scrypt(passphrase.normalize('NFC'), saltBytes, KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
