import { describe, expect, test } from 'vitest';
import { canonicalHost } from '#policy/canonical-host.ts';
import { explainUrl } from '#policy/explain.ts';
import { matchHost, NO_HOSTS, narrowHosts, parseHosts } from '#policy/hosts.ts';
import { proves } from '../spec/proves.ts';

/** What each odd way of writing a host comes to; `undefined` where no browser would dial it. */
const FORMS: readonly (readonly [written: string, canonical: string | undefined])[] = [
  ['127.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['127.0.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0X7F.0.0.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['0177.0x0.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['%31%32%37.0.0.1', '127.0.0.1'],
  ['127%2e0%2E0%2e1', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['\uff11\uff12\uff17.0.0.1', '127.0.0.1'],
  ['127\uff0e0\uff0e0\uff611', '127.0.0.1'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['0x0', '0.0.0.0'],
  ['169.254.43518', '169.254.169.254'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['2852039166', '169.254.169.254'],
  ['0251.0376.0251.0376', '169.254.169.254'],
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['[0000::0001]', '::1'],
  ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['[::FFFF:7F00:1]', '::ffff:7f00:1'],
  ['LOCALHOST', 'localhost'],
  ['localhost.', 'localhost'],
  ['loc%61lhost', 'localhost'],
  ['\uff4c\uff4fcalhost', 'localhost'],
  ['ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost'],
  ['Example.COM', 'example.com'],
  ['example。com', 'example.com'],
  ['example\uff0ecom', 'example.com'],
  ['example.com.', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
  ['exam­ple.com', 'example.com'],
  ['example.com..', undefined],
  ['.example.com', undefined],
  ['exa mple.com', undefined],
  ['exa\tmple.com', undefined],
  ['example.com\n', undefined],
  ['example.com\0', undefined],
  ['example.com/evil', undefined],
  ['user@example.com', undefined],
  ['example.com#x', undefined],
  ['example.com\\evil', undefined],
  ['\ud800.example.com', undefined],
  ['example\udfff.com', undefined],
  ['256.0.0.1', undefined],
  ['1.2.3.4.5', undefined],
  ['0x1ffffffff', undefined],
  ['[::1', undefined],
  ['[fe80::1%25eth0]', undefined],
  ['fe80::1%eth0', undefined],
  ['[::1]:80', undefined],
  ['%zz.com', undefined],
  ['example.com%00', undefined],
  ['', undefined],
];

proves('E4', 'each odd way of writing a host gets the verdict of its canonical form', () => {
  const lists = [
    ['*:*'],
    ['127.0.0.1:*', 'localhost', '[::1]'],
    ['example.com', 'xn--bcher-kva.example'],
    [],
  ];
  for (const [written, canonical] of FORMS) {
    expect([written, canonicalHost(written)]).toEqual([written, canonical]);
    for (const list of lists) {
      const rules = parseHosts(list);
      const verdict = matchHost(rules, written, 80);
      if (canonical === undefined)
        expect(verdict, written).toMatchObject({ allowed: false, code: 'blocked_host' });
      else expect(verdict, written).toEqual(matchHost(rules, canonical, 80));
    }
  }
});

describe('a list of hosts', () => {
  test('an entry in any written form lists its canonical form', () => {
    for (const [written, canonical] of FORMS) {
      if (canonical === undefined) continue;
      expect(matchHost(parseHosts([written]), canonical, 80), written).toMatchObject({ allowed: true });
    }
  });

  test('a host covers itself alone, on the web ports alone', () => {
    const rules = parseHosts(['example.com']);
    expect(matchHost(rules, 'example.com', 443)).toEqual({ allowed: true, rule: 'example.com', by: 'name' });
    expect(matchHost(rules, 'example.com', 80).allowed).toBe(true);
    expect(matchHost(rules, 'www.example.com', 443)).toMatchObject({ allowed: false, code: 'blocked_host' });
    expect(matchHost(rules, 'example.com.evil.test', 443).allowed).toBe(false);
    expect(matchHost(rules, 'notexample.com', 443).allowed).toBe(false);
    expect(matchHost(rules, 'example.com', 8443)).toMatchObject({
      allowed: false,
      rule: 'port 8443 is not open: "example.com" covers ports 80 and 443',
    });
  });

  test('host:port covers that port alone, host:* every port', () => {
    const rules = parseHosts(['a.example:8443', 'b.example:*', '[::1]:9000']);
    expect(matchHost(rules, 'a.example', 8443).allowed).toBe(true);
    expect(matchHost(rules, 'a.example', 443).allowed).toBe(false);
    expect(matchHost(rules, 'b.example', 1).allowed).toBe(true);
    expect(matchHost(rules, '::1', 9000)).toMatchObject({ allowed: true, by: 'literal' });
    expect(matchHost(rules, '::1', 80).allowed).toBe(false);
  });

  test('* covers public hosts and not addresses that are special, nor what serves the browser', () => {
    const rules = parseHosts(['*']);
    expect(matchHost(rules, 'anything.example', 443)).toMatchObject({ allowed: true, by: 'every' });
    expect(matchHost(rules, '10.0.0.1', 80)).toMatchObject({ allowed: false, code: 'blocked_address' });
    expect(matchHost(rules, 'update.googleapis.com', 443).allowed).toBe(false);
    expect(matchHost(rules, 'accounts.google.com', 443).allowed).toBe(true);
    expect(matchHost(parseHosts(['*', 'update.googleapis.com']), 'update.googleapis.com', 443).allowed).toBe(
      true,
    );
  });

  test('wildcards are off unless asked for, cover what is under the name, and never open a special address', () => {
    expect(() => parseHosts(['*.example.com'])).toThrow(/wildcard/);
    const rules = parseHosts(['*.example.com'], { allowWildcards: true });
    expect(matchHost(rules, 'a.b.example.com', 443)).toMatchObject({ allowed: true, by: 'wildcard' });
    expect(matchHost(rules, 'example.com', 443).allowed).toBe(false);
    expect(matchHost(rules, 'notexample.com', 443).allowed).toBe(false);
  });

  test.each([
    ['', 'a host such as example.com'],
    ['https://example.com', 'the host alone: example.com'],
    ['//example.com', 'the host alone: example.com'],
    ['https://me:pw@example.com/x', 'the host alone: example.com'],
    ['example.com/path', 'the host alone: example.com'],
    ['example.com?x', 'the host alone: example.com'],
    ['me@example.com', 'the host alone: example.com'],
    ['a.example,b.example', 'one entry for each host'],
    ['example.com:0', 'a port from 1 to 65535'],
    ['example.com:65536', 'a port from 1 to 65535'],
    ['example.com:http', 'a port from 1 to 65535'],
    ['example.com:', 'a port from 1 to 65535'],
    ['a.*.example', 'the exact host'],
    ['*example.com', 'the exact host'],
    ['exa mple.com', 'a name such as example.com'],
    ['1.2.3.4.5', 'a name such as example.com'],
    ['::zz::', '[::1]:port'],
    ['*.example.com', 'each host by its exact name'],
  ])('the entry "%s" is refused with the form to write', (entry, form) => {
    expect(() => parseHosts(['fine.example', entry])).toThrow(
      expect.objectContaining({ code: 'invalid_arguments', message: expect.stringContaining(form) }),
    );
    expect(() => parseHosts([entry])).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ entry }) }),
    );
  });

  test.each(['*.com', '*.co.uk', '*.*.example.com', '*.127.0.0.1', '*.'])(
    'the wildcard "%s" is refused',
    (entry) => {
      expect(() => parseHosts([entry], { allowWildcards: true })).toThrow(
        expect.objectContaining({ code: 'invalid_arguments' }),
      );
    },
  );
});

proves('E11', 'an empty list covers nothing, and narrowing never widens', () => {
  expect(matchHost(parseHosts([]), 'example.com', 443)).toMatchObject({ allowed: false });
  expect(matchHost(NO_HOSTS, 'example.com', 443)).toMatchObject({ allowed: false });
  const base = parseHosts(['a.example', 'b.example', 'localhost']);
  const narrowed = narrowHosts(base, parseHosts(['a.example', 'evil.example', '127.0.0.1']));
  expect(matchHost(narrowed, 'a.example', 443)).toMatchObject({ allowed: true, by: 'name' });
  for (const host of ['b.example', 'evil.example', '127.0.0.1', 'localhost']) {
    expect(matchHost(narrowed, host, 80).allowed, host).toBe(false);
  }
  expect(matchHost(narrowHosts(base, NO_HOSTS), 'a.example', 443).allowed).toBe(false);
  expect(matchHost(narrowHosts(base, parseHosts(['*:*'])), 'evil.example', 443).allowed).toBe(false);
  expect(matchHost(narrowHosts(base, parseHosts(['a.example:*'])), 'a.example', 8443).allowed).toBe(false);
  // Naming a host in the narrower list does not open its private address.
  const wide = narrowHosts(parseHosts(['*']), parseHosts(['intranet.example', '10.0.0.1']));
  expect(matchHost(wide, 'intranet.example', 443)).toMatchObject({ allowed: true, by: 'every' });
  expect(matchHost(wide, '10.0.0.1', 443)).toMatchObject({ allowed: false });
  const twice = narrowHosts(
    base,
    narrowHosts(parseHosts(['a.example', 'b.example']), parseHosts(['b.example'])),
  );
  expect(matchHost(twice, 'b.example', 443).allowed).toBe(true);
  expect(matchHost(twice, 'a.example', 443).allowed).toBe(false);
});

test('a URL is explained by the rule that decides it', () => {
  const rules = parseHosts(['shop.example', '10.0.0.7:8080']);
  expect(explainUrl('https://shop.example/x', rules)).toMatchObject({
    verdict: 'allow',
    rule: '"shop.example" covers shop.example:443',
  });
  expect(explainUrl('http://10.0.0.7:8080/', rules)).toMatchObject({ verdict: 'allow' });
  expect(explainUrl('http://10.0.0.7/', rules)).toMatchObject({ verdict: 'deny', code: 'blocked_host' });
  expect(explainUrl('http://0x0a000008/', parseHosts(['*']))).toMatchObject({
    verdict: 'deny',
    code: 'blocked_address',
    rule: '10.0.0.8 is a private address, which must be listed by itself',
  });
  expect(explainUrl('file:///etc/passwd', rules)).toMatchObject({ verdict: 'deny', code: 'blocked_scheme' });
});
