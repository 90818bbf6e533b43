import { expect } from 'vitest';
import { durabilityOf } from '#journal/durability.ts';
import { credentialUsed, FIELD_KINDS } from '#vault/credential-use.ts';
import { proves } from '../spec/proves.ts';
import { content, openLab, PASSWORD } from './support/lab.ts';

proves(
  'V14',
  'a use is recorded with who, item, origin, field, approval and outcome, and nothing of the value',
  async () => {
    const { builtIn, journal } = await openLab();
    const lines: string[] = [];
    for (const password of [PASSWORD, 'of quite another length than that']) {
      await builtIn('default').add('telepass.com', content(password), { replace: true });
      const credential = await builtIn('default').find('telepass.com');
      if (credential === undefined) throw new Error('It was not stored.');
      for (const field of FIELD_KINDS) {
        const use = { session: 's1', caller: 'stdio', credential, origin: 'https://telepass.com', field };
        const event = credentialUsed({
          ...use,
          approvalId: 'ap_1',
          operationId: `op_${field}`,
          outcome: 'filled',
        });
        expect(durabilityOf(event)).toBe('full');
        await journal.append(event);
      }
    }
    for await (const record of journal.log.read({ kinds: ['credential-used'] })) {
      expect(record).toMatchObject({ origin: 'https://telepass.com', outcome: 'filled', operation: 'login' });
      expect(record.body).toMatchObject({
        caller: 'stdio',
        credential: 'telepass.com',
        vault: 'default',
        approvalId: 'ap_1',
      });
      const { fingerprint, version, ...body } = record.body;
      expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
      lines.push(JSON.stringify(body));
      expect(JSON.stringify(record)).not.toContain(PASSWORD);
    }
    // What is left of a line is the same for both passwords, so nothing in it depends on them.
    expect(lines.slice(3)).toEqual(lines.slice(0, 3));
    expect(lines).toHaveLength(6);
  },
);
