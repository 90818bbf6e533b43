import { describe, expect, test } from 'vitest';
import { type BindingVerdict, bindingVerdict } from '#vault/binding.ts';
import { type BindingRequest, parseBinding } from '#vault/parse-binding.ts';
import { proves } from '../spec/proves.ts';

const BANK = { hosts: ['bank.com', 'telepass.com'] };
const ODD = { hosts: ['bank.com:8443'], origins: ['https://sso.bank.com'] };
const LOCAL = { hosts: ['127.0.0.1:8080', 'localhost', '[::1]:9000'], allowHttp: true };
const LOCAL_HTTPS = { hosts: ['127.0.0.1:8080', 'localhost'] };
const WILD = { hosts: ['*.shop.bank.com'], allowWildcards: true };
const GERMAN = { hosts: ['bücher.de'] };

type Expected = 'ok' | 'unverified' | RegExp;

/** What is bound, an address as a page could have it, and what comes of it. */
const TABLE: readonly (readonly [BindingRequest, string, Expected])[] = [
  [BANK, 'https://bank.com', 'ok'],
  [BANK, 'https://bank.com/login?next=/a', 'ok'],
  [BANK, 'https://BANK.com', 'ok'],
  [BANK, 'https://bank.com:443', 'ok'],
  [BANK, 'https://bank。com', 'ok'],
  [BANK, 'https://bank．com', 'ok'],
  [BANK, 'https://ｂａｎｋ.com', 'ok'],
  [BANK, 'https://bank%2ecom', 'ok'],
  [BANK, 'https://b%61nk.com', 'ok'],
  [BANK, 'https://telepass.com', 'ok'],
  [BANK, 'https://user@bank.com', 'ok'],
  [BANK, 'https://bank.com.', /bank\.com\. looks like bank\.com and is not/],
  [BANK, 'https://www.bank.com', /www\.bank\.com is not bank\.com or telepass\.com/],
  [BANK, 'https://login.telepass.com', /login\.telepass\.com is not/],
  [BANK, 'https://bank.com:8443', /port 8443 of bank\.com/],
  [BANK, 'https://bank.com:80', /port 80 of bank\.com/],
  [BANK, 'http://bank.com', /plain http/],
  [BANK, 'http://bank.com:443', /port 443/],
  [BANK, 'https://bank.com@evil.com', /evil\.com is not/],
  [BANK, 'https://bank.com:pass@evil.com', /evil\.com is not/],
  [BANK, 'https://bank.com%40evil.com', 'unverified'],
  [BANK, 'https://bank.com\\@evil.com', 'ok'],
  [BANK, 'https://evil.com/bank.com', /evil\.com is not/],
  [BANK, 'https://evil.com#bank.com', /evil\.com is not/],
  [BANK, 'https://bank.com.evil.tld', /bank\.com\.evil\.tld is not/],
  [BANK, 'https://bank.com-login.tld', /is not bank\.com/],
  [BANK, 'https://notbank.com', /notbank\.com is not/],
  [BANK, 'https://bank.co', /bank\.co is not/],
  [BANK, 'https://bank.com.br', /bank\.com\.br is not/],
  [BANK, 'https://b-ank.com', /looks like bank\.com/],
  [BANK, 'https://bаnk.com', /mixes Latin and Cyrillic letters in one name, and looks like bank\.com/],
  [BANK, 'https://xn--bnk-5cd.com', /mixes Latin and Cyrillic/],
  [BANK, 'https://βank.com', /mixes Latin and Greek/],
  [BANK, 'https://bаոk.com', /mixes .*Armenian/],
  [BANK, 'https://bánk.com', /xn--bnk-ela\.com looks like bank\.com/],
  [BANK, 'https://ьаnк.com', /mixes/],
  [BANK, 'https://te1epass.com', /looks like telepass\.com/],
  [BANK, 'https://teIepass.com', /teiepass\.com looks like telepass\.com/],
  [BANK, 'https://telepaѕѕ.com', /mixes Latin and Cyrillic.*looks like telepass\.com/],
  [BANK, 'https://ʙank.com', /is not bank\.com/],
  [BANK, 'https://bank.cοm', /mixes Latin and Greek/],
  [BANK, 'https://bank\u00ad.com', 'ok'],
  [BANK, 'https://ba\u200bnk.com', 'ok'],
  [BANK, 'https://bank.com\t', 'ok'],
  [BANK, 'https://bank .com', 'unverified'],
  [BANK, 'https://[fe80::1%25eth0]', 'unverified'],
  [BANK, 'https://[::ffff:127.0.0.1]', /is not bank\.com/],
  [BANK, 'null', 'unverified'],
  [BANK, '', 'unverified'],
  [BANK, 'bank.com', 'unverified'],
  [BANK, 'about:blank', 'unverified'],
  [BANK, 'data:text/html,bank.com', 'unverified'],
  [BANK, 'blob:https://bank.com/1', 'unverified'],
  [BANK, 'file:///bank.com', 'unverified'],
  [BANK, 'ftp://bank.com', 'unverified'],
  [BANK, 'javascript:bank.com', 'unverified'],
  [ODD, 'https://bank.com:8443', 'ok'],
  [ODD, 'https://bank.com', /port 443/],
  [ODD, 'https://sso.bank.com/x', 'ok'],
  [ODD, 'https://sso.bank.com:8443', /sso\.bank\.com/],
  [ODD, 'http://sso.bank.com', /sso\.bank\.com/],
  [LOCAL, 'http://127.0.0.1:8080', 'ok'],
  [LOCAL, 'https://127.0.0.1:8080', 'ok'],
  [LOCAL, 'http://2130706433:8080', 'ok'],
  [LOCAL, 'http://127.1:8080', 'ok'],
  [LOCAL, 'http://127.0.0.1:8081', /port 8081/],
  [LOCAL, 'http://127.0.0.2:8080', /127\.0\.0\.2 is not/],
  [LOCAL, 'http://localhost', 'ok'],
  [LOCAL, 'http://[::1]:9000', 'ok'],
  [LOCAL, 'http://[0:0:0:0:0:0:0:1]:9000', 'ok'],
  [LOCAL_HTTPS, 'http://127.0.0.1:8080', /plain http, which this credential was not given/],
  [WILD, 'https://a.shop.bank.com', 'ok'],
  [WILD, 'https://a.b.shop.bank.com', 'ok'],
  [WILD, 'https://shop.bank.com', /is not/],
  [WILD, 'https://ashop.bank.com', /is not/],
  [WILD, 'https://a.shop.bank.com:8443', /port 8443/],
  [GERMAN, 'https://bücher.de', 'ok'],
  [GERMAN, 'https://xn--bcher-kva.de', 'ok'],
  [GERMAN, 'https://bucher.de', /bucher\.de looks like xn--bcher-kva\.de/],
];

function isAs(verdict: BindingVerdict, expected: Expected): boolean {
  if (verdict.ok) return expected === 'ok';
  if (typeof expected === 'string') return expected === 'unverified' && verdict.code === 'origin_unverified';
  return verdict.code === 'origin_mismatch' && expected.test(verdict.reason);
}

proves(
  ['V4', 'V5', 'S-11', 'S-21', 'S-O13'],
  'an address gets a credential only when it is exactly what is bound',
  () => {
    expect(TABLE.length).toBeGreaterThanOrEqual(60);
    const otherwise = TABLE.flatMap(([bound, address, expected]) => {
      const verdict = bindingVerdict(parseBinding(bound), address);
      return isAs(verdict, expected) ? [] : [{ bound: bound.hosts, address, expected, verdict }];
    });
    expect(otherwise).toEqual([]);
  },
);

describe('what a credential can be bound to', () => {
  const refused: readonly (readonly [BindingRequest, RegExp])[] = [
    [{ hosts: [] }, /bound to no host/],
    [{ hosts: ['https://bank.com'] }, /is not a host/],
    [{ hosts: ['bank.com/login'] }, /is not a host/],
    [{ hosts: ['bank.com:99999'] }, /is not a host/],
    [{ hosts: ['user@bank.com'] }, /is not a host/],
    [{ hosts: ['*'] }, /is not a host/],
    [{ hosts: ['com'] }, /public suffix/],
    [{ hosts: ['co.uk'] }, /public suffix/],
    [{ hosts: ['github.io'] }, /public suffix/],
    [{ hosts: ['bаnk.com'] }, /mixes Latin and Cyrillic/],
    [{ hosts: ['*.shop.bank.com'] }, /is a wildcard/],
    [{ hosts: ['*.bank.com'], allowWildcards: true }, /covers a whole domain/],
    [{ hosts: ['*.bank.co.uk'], allowWildcards: true }, /covers a whole domain/],
    [{ hosts: ['*.github.io'], allowWildcards: true }, /public suffix/],
    [{ hosts: ['*.me.github.io'], allowWildcards: true }, /covers a whole domain/],
    [{ hosts: ['*.127.0.0.1'], allowWildcards: true }, /is not a wildcard/],
    [{ hosts: ['bank.com'], allowHttp: true }, /loopback hosts only/],
    [{ hosts: ['bank.com'], origins: ['http://sso.bank.com'] }, /is not https/],
    [{ hosts: ['bank.com'], origins: ['https://sso.bank.com/path'] }, /is not an origin/],
    [{ hosts: ['bank.com'], origins: ['sso.bank.com'] }, /is not an origin/],
  ];

  proves('V4', 'is hosts that one owner has, and nothing wider', () => {
    for (const [request, message] of refused) {
      expect(() => parseBinding(request), JSON.stringify(request)).toThrow(message);
    }
  });

  test('is kept in one form', () => {
    const bound = parseBinding({
      hosts: ['BANK.com.', 'bank.com:443', '[0::1]:80', 'bücher.de'],
      origins: ['https://a.bank.com:443/'],
    });
    expect(bound).toEqual({
      hosts: ['bank.com', '[::1]:80', 'xn--bcher-kva.de'],
      origins: ['https://a.bank.com'],
      allowHttp: false,
    });
  });
});
