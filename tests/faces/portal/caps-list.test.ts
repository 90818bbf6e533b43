import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPortalFace, type portalFace } from '#faces/portal/face.ts';
import { withSkills } from '#faces/portal/skill-tool.ts';
import { isPortolanError } from '#kernel/error.ts';
import { headerLines, isSecretName, redactAddress, redactBody } from '#operations/network-redaction.ts';
import { decide } from '#policy/decide.ts';
import { parseHosts } from '#policy/hosts.ts';
import { profileOf, switchOn } from '#policy/profiles.ts';
import { profileFor } from '#sessions/caps.ts';
import { CAPS } from '#sessions/settings.ts';
import { loadSettings } from '#transports/cli/load-settings.ts';

function refusal(flags: Parameters<typeof loadSettings>[0]): string {
  try {
    loadSettings(flags);
  } catch (error) {
    if (isPortolanError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('was not refused');
}

/** What a client loads. */
function listSize(face: Pick<typeof portalFace, 'tools'>): number {
  const list = face.tools.map(({ name, title, description, inputSchema, annotations }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(inputSchema, { io: 'input' });
    return { name, title, description, inputSchema: schema, annotations };
  });
  return JSON.stringify(list).length;
}

test('[G7] the usual list of tools costs a client at most 16,000 characters, whatever groups there are', () => {
  const usual = listSize(withSkills(createPortalFace({ vaults: ['default'] }), { language: 'en' }));
  expect(usual).toBeLessThanOrEqual(16_000);
  expect(listSize(withSkills(createPortalFace({ vaults: ['default'], caps: [] }), { language: 'en' }))).toBe(
    usual,
  );
  expect(listSize(withSkills(createPortalFace({ caps: [...CAPS] }), { language: 'en' }))).toBeGreaterThan(
    usual,
  );
});

test('groups, a device and a running browser are settings, and a wrong one is answered by what there is', () => {
  const { settings } = loadSettings({
    caps: ['console,vision'],
    device: ['iPhone 15'],
    cdpEndpoint: ['http://127.0.0.1:9222'],
  });
  expect(settings).toMatchObject({ caps: ['console', 'vision'], device: 'iPhone 15' });
  expect(loadSettings({}).settings.caps).toBeUndefined();
  expect(refusal({ caps: ['consol'] })).toContain('console');
  expect(refusal({ device: ['iPhone15'] })).toContain('iPhone 15');
  expect(refusal({ device: ['__proto__'] })).toContain('nearest');
  expect(refusal({ cdpEndpoint: ['file:///etc/passwd'] })).toContain('http://');
});

test('the script flag allows scripts where they would be asked for, and nothing else', () => {
  const hosts = parseHosts(['portal.example']);
  const plan = { effects: ['script'] as const, origin: 'https://portal.example/' };
  const asked = decide(plan, { profile: profileFor('portal', {}), hosts, tainted: true });
  expect(asked.verdict).toBe('ask');
  const profile = profileFor('portal', { caps: ['script'] });
  expect(decide(plan, { profile, hosts, tainted: true })).toEqual({
    verdict: 'allow',
    rule: 'portal: script after page content → allow (by --caps script)',
  });
  const { script: _, ...others } = profile.rules;
  const { script: __, ...usual } = profileOf('portal').rules;
  expect(others).toEqual(usual);
  expect(profileFor('portal', { caps: ['vision', 'storage'] })).toEqual(profileOf('portal'));
  expect(switchOn(profileOf('strict'), 'script', '--caps script').rules.script.plain).toBe('deny');
});

test('what signs in is found by its name or its form, and ordinary words stay', () => {
  for (const name of [
    'password',
    'userPassword',
    'access_token',
    'apiKey',
    'X-API-Key',
    'csrf',
    'client_secret',
    'sid',
    'otp',
  ])
    expect(isSecretName(name), name).toBe(true);
  for (const name of [
    'passenger',
    'keyboard',
    'tokenizer',
    'monkey',
    'author',
    'inside',
    'spin',
    'theme',
    'page',
  ])
    expect(isSecretName(name), name).toBe(false);
  expect(redactAddress('https://a:b@x.example/p?page=2&clientSecret=s1&q=a#access_token=s2')).toBe(
    'https://«credentials»@x.example/p?page=2&clientSecret=«redacted»&q=a#access_token=«redacted»',
  );
  expect(redactBody('user=ana&password=s%203&page=1')).toBe('user=ana&password=«redacted»&page=1');
  expect(redactBody('{"pin": 1234, "note":"a \\"b\\"", "token" : "x\\"y"}')).toBe(
    '{"pin": "«redacted»", "note":"a \\"b\\"", "token" : "«redacted»"}',
  );
  expect(
    headerLines([
      { name: 'Cookie', value: 'a=b' },
      { name: 'Accept', value: 'x/y' },
    ]),
  ).toEqual(['Cookie: «redacted» (3 characters)', 'Accept: x/y']);
});
