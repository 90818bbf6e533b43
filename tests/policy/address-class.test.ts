import { expect, test } from 'vitest';
import { classifyAddress, unwrapMapped } from '#policy/address-class.ts';
import { matchHost, parseHosts } from '#policy/hosts.ts';
import { resolveAndPin } from '#policy/resolve-and-pin.ts';
import { proves } from '../spec/proves.ts';
import { ADDRESS_TABLE } from './address-table.ts';

proves(
  'E1',
  'each address of the table has its class, and only public ones are dialled unlisted',
  async () => {
    expect(ADDRESS_TABLE.length).toBeGreaterThanOrEqual(120);
    const rules = parseHosts(['*:*']);
    for (const [address, is] of ADDRESS_TABLE) {
      expect(`${address} ${classifyAddress(address)}`).toBe(`${address} ${is}`);
      const resolver = async () => [address];
      const pin = resolveAndPin('rows.example', 443, { by: 'every', resolver });
      if (is === 'public') {
        expect(await pin).toEqual({ addresses: [address], is: 'public' });
        expect(matchHost(rules, address, 443)).toMatchObject({ allowed: true, by: 'every' });
      } else {
        await expect(pin, address).rejects.toMatchObject({ code: 'blocked_address' });
        if (is !== 'invalid') {
          expect(matchHost(rules, address, 443), address).toMatchObject({
            allowed: false,
            code: 'blocked_address',
          });
        }
      }
    }
  },
);

test('only mapped and compatible addresses are unwrapped', () => {
  expect(unwrapMapped('::ffff:127.0.0.1')).toBe('127.0.0.1');
  expect(unwrapMapped('::127.0.0.1')).toBe('127.0.0.1');
  expect(unwrapMapped('::1')).toBe('::1');
  expect(unwrapMapped('127.0.0.1')).toBe('127.0.0.1');
  expect(unwrapMapped('text')).toBe('text');
});
