import { expect, test } from 'vitest';
import { type PinOptions, type Resolver, resolveAndPin } from '#policy/resolve-and-pin.ts';
import { proves } from '../spec/proves.ts';

const answering =
  (...addresses: string[]): Resolver =>
  async () =>
    addresses;

const pin = (host: string, resolver: Resolver, options: Partial<PinOptions> = {}, port = 443) =>
  resolveAndPin(host, port, { by: 'every', resolver, ...options });

proves('E2', 'a name is resolved once, and what is dialled is what was classified', async () => {
  let asked = 0;
  const resolver: Resolver = async () => {
    asked += 1;
    return ['8.8.8.8', '1.1.1.1'];
  };
  expect(await pin('two.example', resolver)).toEqual({ addresses: ['8.8.8.8', '1.1.1.1'], is: 'public' });
  expect(asked).toBe(1);
});

proves('E2', 'of mixed answers only the public ones are used, listed or not', async () => {
  const mixed = answering('10.0.0.1', '8.8.8.8', '127.0.0.1', '169.254.169.254', '::1', '::ffff:8.8.8.8');
  for (const by of ['every', 'wildcard', 'name'] as const) {
    expect(await pin('mixed.example', mixed, { by })).toEqual({ addresses: ['8.8.8.8'], is: 'public' });
  }
});

proves('E1', 'a private address needs its host listed by name', async () => {
  for (const address of ['10.0.0.1', '192.168.1.1', '127.0.0.1', '100.64.0.1', 'fd00::1']) {
    for (const by of ['every', 'wildcard'] as const) {
      await expect(pin('intranet.example', answering(address), { by })).rejects.toMatchObject({
        code: 'blocked_address',
        facts: { rule: expect.stringContaining('must be listed by itself') },
      });
    }
    expect(await pin('intranet.example', answering(address), { by: 'name' })).toEqual({
      addresses: [address],
      is: 'special',
    });
  }
});

proves('E1', 'metadata and link-local are not opened by a public name, whoever lists it', async () => {
  for (const address of ['169.254.169.254', '169.254.1.1', '100.100.100.200', 'fd00:ec2::254', 'fe80::1']) {
    await expect(pin('listed.example', answering(address), { by: 'name' })).rejects.toMatchObject({
      code: 'blocked_address',
    });
    expect(await pin(address, answering(), { by: 'literal' })).toMatchObject({ addresses: [address] });
    expect(await pin('metadata.google.internal', answering(address), { by: 'name' })).toMatchObject({
      addresses: [address],
    });
  }
});

proves(
  'E1',
  'an address that carries another, multicast and the like are not opened by any name',
  async () => {
    for (const address of [
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001::1',
      '224.0.0.1',
      '0.0.0.0',
      '240.0.0.1',
    ]) {
      await expect(pin('localhost', answering(address), { by: 'name' })).rejects.toMatchObject({
        code: 'blocked_address',
      });
    }
  },
);

proves('E2', 'a listed name that was public does not become private', async () => {
  const later = answering('127.0.0.1');
  await expect(pin('shop.example', later, { by: 'name', first: 'public' })).rejects.toMatchObject({
    code: 'blocked_address',
    facts: { rule: expect.stringContaining('was public before') },
  });
  expect(await pin('shop.example', later, { by: 'name', first: 'special' })).toMatchObject({ is: 'special' });
});

proves('E9', 'our own ports are refused on every address of this machine, listed or not', async () => {
  const ownPorts = new Set([4444]);
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
  ]) {
    await expect(pin(address, answering(), { by: 'literal', ownPorts }, 4444), address).rejects.toMatchObject(
      {
        code: 'blocked_address',
        facts: { rule: expect.stringContaining("Portolan's own") },
      },
    );
    await expect(pin('localhost', answering(address), { by: 'name', ownPorts }, 4444)).rejects.toMatchObject({
      code: 'blocked_address',
    });
  }
  // One such answer among public ones is a try, and refuses the whole.
  await expect(pin('x.example', answering('8.8.8.8', '127.0.0.1'), { ownPorts }, 4444)).rejects.toMatchObject(
    {
      code: 'blocked_address',
    },
  );
  expect(await pin('127.0.0.1', answering(), { by: 'literal', ownPorts }, 4445)).toMatchObject({
    is: 'special',
  });
  expect(await pin('x.example', answering('8.8.8.8'), { ownPorts }, 4444)).toMatchObject({ is: 'public' });
});

test('a resolver that does not answer is a timeout, one that fails passes its reason on', async () => {
  await expect(
    pin('slow.example', () => new Promise(() => undefined), { timeoutMs: 20 }),
  ).rejects.toMatchObject({
    code: 'timeout',
  });
  await expect(
    pin('gone.example', async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND gone.example'), { code: 'ENOTFOUND' });
    }),
  ).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(pin('none.example', answering())).rejects.toMatchObject({ code: 'blocked_address' });
  await expect(pin('odd.example', answering('not an address'))).rejects.toMatchObject({
    code: 'blocked_address',
  });
});

test('the system resolver knows this machine', async () => {
  expect(await resolveAndPin('localhost', 80, { by: 'name' })).toMatchObject({ is: 'special' });
  await expect(resolveAndPin('localhost', 80, { by: 'every' })).rejects.toMatchObject({
    code: 'blocked_address',
  });
});
