import { expect, test } from 'vitest';
import { Admitter } from '#policy/egress-proxy/admission.ts';
import { pinnedTarget } from '#policy/egress-proxy/dial.ts';
import { parseHosts } from '#policy/hosts.ts';
import type { Resolver } from '#policy/resolve-and-pin.ts';
import { proves } from '../spec/proves.ts';

const none = () => new Set<number>();

function dialledBy(target: ReturnType<typeof pinnedTarget>): readonly string[] {
  let found: readonly string[] = [];
  target.lookup(target.host, { all: true }, (_error, addresses) => {
    found = Array.isArray(addresses) ? addresses.map(({ address }) => address) : [];
  });
  return found;
}

for (const hosts of [['*'], ['rebind.example'], ['*.example']]) {
  proves(
    'E2',
    `a resolver that turns from public to private gets 0 private dials in 1,000 rounds (${hosts})`,
    async () => {
      let asked = 0;
      const resolver: Resolver = async () => {
        asked += 1;
        return asked % 2 === 1 ? ['8.8.8.8'] : ['127.0.0.1'];
      };
      const rules = {
        hosts: parseHosts(hosts[0] === '*.example' ? ['*.rebind.example'] : hosts, { allowWildcards: true }),
      };
      const host = hosts[0] === '*.example' ? 'a.rebind.example' : 'rebind.example';
      const admitter = new Admitter(rules, { resolver }, none);
      const dialled: string[] = [];
      let refused = 0;
      for (let round = 0; round < 1_000; round += 1) {
        admitter.forget(host, 443);
        await admitter.admit(host, 443).then(
          (admission) => dialled.push(...dialledBy(pinnedTarget(admission))),
          () => {
            refused += 1;
          },
        );
      }
      expect(asked).toBe(1_000);
      expect(refused).toBe(500);
      expect(new Set(dialled)).toEqual(new Set(['8.8.8.8']));
    },
  );
}

proves('E2', 'new rules do not make a name forget that it was public', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  const resolver: Resolver = async () => answers.shift() ?? [];
  const rules = { hosts: parseHosts(['shop.example']) };
  const first = new Admitter(rules, { resolver }, none);
  await first.admit('shop.example', 443);
  await expect(
    new Admitter(rules, { resolver }, none, first).admit('shop.example', 443),
  ).rejects.toMatchObject({
    code: 'blocked_address',
  });
});

test('a page’s many requests to a name look it up once', async () => {
  let asked = 0;
  const resolver: Resolver = async () => {
    asked += 1;
    return ['8.8.8.8'];
  };
  const admitter = new Admitter({ hosts: parseHosts(['*']) }, { resolver }, none);
  await Promise.all(Array.from({ length: 40 }, () => admitter.admit('many.example', 443)));
  expect(asked).toBe(1);
});

test('a name mapped for tests is still subject to the list of hosts', async () => {
  const hostMap = {
    'shop.test': '127.0.0.1:4000',
    'evil.test': '127.0.0.1:4001',
    '93.184.216.34': '127.0.0.1:4002',
  };
  const admitter = new Admitter({ hosts: parseHosts(['shop.test', '93.184.216.34']) }, { hostMap }, none);
  const shop = await admitter.admit('SHOP.test.', 443);
  expect(shop).toMatchObject({ host: 'shop.test', port: 4000, addresses: ['127.0.0.1'] });
  await expect(admitter.admit('evil.test', 80)).rejects.toMatchObject({ code: 'blocked_host' });
  expect(pinnedTarget(await admitter.admit('93.184.216.34', 80))).toMatchObject({
    host: '127.0.0.1',
    port: 4002,
  });
});
