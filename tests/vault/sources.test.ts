import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isPortolanError } from '#kernel/error.ts';
import { credentialVariables, EnvironmentSource } from '#vault/environment-source.ts';
import { KeyValueServer } from '#vault/key-value-server.ts';
import { KeyValueSource } from '#vault/key-value-source.ts';
import { OnePasswordSource } from '#vault/one-password-source.ts';
import { Vaults } from '#vault/vaults.ts';
import { proves } from '../spec/proves.ts';
import { content, freshFolder, openLab, PASSWORD } from './support/lab.ts';

describe('the environment', () => {
  proves('V12', 'gives its credentials once: no child inherits them', async () => {
    process.env['PORTOLAN_CREDENTIAL_TELEPASS_HOST'] = 'telepass.com, www.telepass.com';
    process.env['PORTOLAN_CREDENTIAL_TELEPASS_USERNAME'] = 'mario';
    process.env['PORTOLAN_CREDENTIAL_TELEPASS_PASSWORD'] = PASSWORD;
    process.env['PORTOLAN_CREDENTIAL_TELEPASS_TOTP'] = 'GEZDGNBVGY3TQOJQ';
    const source = new EnvironmentSource('local', credentialVariables());
    const found = await source.find('telepass');
    expect(found).toMatchObject({
      hosts: ['telepass.com', 'www.telepass.com'],
      username: 'mario',
      vault: 'env',
    });
    expect(found?.password?.reveal()).toBe(PASSWORD);
    expect(await source.list()).toEqual([
      { id: 'telepass', vault: 'env', hosts: ['telepass.com', 'www.telepass.com'] },
    ]);
    expect(spawnSync('env', { encoding: 'utf8' }).stdout).not.toContain('PORTOLAN_CREDENTIAL');
    expect(await source.find('other')).toBeUndefined();
  });

  test('names what is wrong, and no value', async () => {
    expect(() => new EnvironmentSource('local', new Map([['X_PASWORD', PASSWORD]]))).toThrow(
      /X_PASWORD says nothing/,
    );
    const wide = new EnvironmentSource(
      'local',
      new Map([
        ['X_HOST', 'com'],
        ['X_PASSWORD', PASSWORD],
      ]),
    );
    const refusal = await wide.find('x').catch((error: unknown) => error);
    expect(isPortolanError(refusal, 'environment')).toBe(true);
    expect(String(refusal)).not.toContain(PASSWORD);
  });
});

/** Speaks as version 2 of the 1Password CLI does, and notes its arguments and environment. */
const OP = `#!/usr/bin/env node
const { appendFileSync } = require('node:fs');
const args = process.argv.slice(2);
appendFileSync(__dirname + '/calls', JSON.stringify({ args, env: process.env }) + '\\n');
const fail = (says) => { console.error('[ERROR] 2026/11/30 10:00:00 ' + says); process.exit(1); };
if (args[args.indexOf('--vault') + 1] === 'Locked') fail('You are not currently signed in. Please run \`op signin --help\`.');
if (args[args.indexOf('--format') + 1] !== 'json') fail('unsupported');
const head = (id, title, href) => ({ id, title, version: 3, vault: { id: 'v', name: 'Work' }, category: 'LOGIN',
  last_edited_by: 'X', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-02-01T00:00:00Z',
  additional_information: 'mario', urls: [{ label: 'website', primary: true, href }] });
const items = [head('abc111', 'Telepass (work)', 'https://telepass.com/login'), head('abc222', 'Old site', 'http://old.com'),
  head('abc333', 'Telepass (work)', 'https://telepass.com')];
if (args[0] === 'item' && args[1] === 'list') console.log(JSON.stringify(items));
else if (args[0] === 'item' && args[1] === 'get') {
  const item = items.find(({ id }) => id === args[2]);
  if (!item) fail('"' + args[2] + '" isn\\'t an item. Specify the item with its UUID, name, or domain.');
  console.log(JSON.stringify({ ...item, fields: [
    { id: 'username', type: 'STRING', purpose: 'USERNAME', label: 'username', value: 'mario', reference: 'op://Work/x/username' },
    { id: 'password', type: 'CONCEALED', purpose: 'PASSWORD', label: 'password', value: ${JSON.stringify(PASSWORD)},
      reference: 'op://Work/x/password', password_details: { strength: 'FANTASTIC' } },
    { id: 'notesPlain', type: 'STRING', purpose: 'NOTES', label: 'notesPlain', reference: 'op://Work/x/notes' },
    { id: 'TOTP_x', type: 'OTP', label: 'one-time password', totp: '123456',
      value: 'otpauth://totp/Telepass:mario?secret=GEZDGNBVGY3TQOJQ&issuer=Telepass' }] }));
} else fail('unknown command');
`;

describe('1Password', () => {
  function open(vault: string) {
    const folder = freshFolder();
    const program = join(folder, 'op');
    writeFileSync(program, OP);
    chmodSync(program, 0o755);
    return { source: new OnePasswordSource({ vault, owner: 'local', program }), folder };
  }

  test('gives its logins with hosts, password and one-time codes', async () => {
    const { source, folder } = open('Work');
    expect(await source.list()).toEqual([
      { id: 'Telepass-work', vault: 'op:Work', hosts: ['telepass.com'], updatedAt: '2026-02-01T00:00:00Z' },
      { id: 'Old-site', vault: 'op:Work', hosts: [], updatedAt: '2026-02-01T00:00:00Z' },
      { id: 'abc333', vault: 'op:Work', hosts: ['telepass.com'], updatedAt: '2026-02-01T00:00:00Z' },
    ]);
    const found = await source.find('Telepass-work');
    expect(found).toMatchObject({
      id: 'Telepass-work',
      username: 'mario',
      version: 3,
      hosts: ['telepass.com'],
    });
    expect(found?.password?.reveal()).toBe(PASSWORD);
    expect(found?.totp?.secret.reveal()).toBe('GEZDGNBVGY3TQOJQ');
    expect((await source.find('abc111'))?.username).toBe('mario');
    await expect(source.find('Old-site')).rejects.toThrow(/bound to no host/);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).not.toContain(PASSWORD);
  });

  proves(['V10', 'V12'], 'hears nothing that a caller says, and nothing of our environment', async () => {
    const { source, folder } = open('Work');
    process.env['PORTOLAN_CANARY'] = PASSWORD;
    onTestFinished(() => {
      delete process.env['PORTOLAN_CANARY'];
    });
    expect(await source.find('--account')).toBeUndefined();
    expect(await source.find('guessed')).toBeUndefined();
    const calls = readFileSync(join(folder, 'calls'), 'utf8');
    expect(calls).not.toMatch(/--account|guessed|PORTOLAN_CANARY/);
    expect(calls.trim().split('\n')).toHaveLength(2);
  });

  test('says why it refuses, and when it is not there', async () => {
    await expect(open('Locked').source.list()).rejects.toMatchObject({
      code: 'environment',
      message: expect.stringMatching(/not currently signed in/),
    });
    const missing = new OnePasswordSource({
      vault: 'Work',
      owner: 'local',
      program: join(freshFolder(), 'op'),
    });
    await expect(missing.find('a')).rejects.toThrow(/cannot be started/);
  });
});

describe('HashiCorp Vault', () => {
  const TOKEN = 'hvs.test-token';
  const secrets: Record<string, Record<string, unknown>> = {
    telepass: { host: 'telepass.com', username: 'mario', password: PASSWORD, totp: 'GEZDGNBVGY3TQOJQ' },
    local: { hosts: ['127.0.0.1:8080'], allow_http: 'true', username: 'a', password: 'b' },
  };

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vault');
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname.includes('/sealed/')) return say(503, { errors: ['Vault is sealed'] });
    if (request.headers['x-vault-token'] !== TOKEN) return say(403, { errors: ['permission denied'] });
    if (pathname.startsWith('/v1/moved/')) {
      return response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end();
    }
    const wrap = (data: unknown) => ({
      request_id: 'r',
      lease_id: '',
      renewable: false,
      lease_duration: 0,
      data,
    });
    if (pathname === '/v1/secret/metadata/portolan/' && searchParams.get('list') === 'true') {
      return say(200, wrap({ keys: ['telepass', 'local', 'gone', 'folder/'] }));
    }
    const [, name = ''] = /^\/v1\/secret\/data\/portolan\/([^/]+)$/.exec(pathname) ?? [];
    const metadata = {
      created_time: '2026-03-01T00:00:00Z',
      custom_metadata: null,
      deletion_time: '',
      destroyed: false,
      version: 4,
    };
    if (name === 'gone')
      return say(404, wrap({ data: null, metadata: { ...metadata, deletion_time: '2026-03-02T00:00:00Z' } }));
    const secret = secrets[name];
    return secret === undefined ? say(404, { errors: [] }) : say(200, wrap({ data: secret, metadata }));
  }

  async function open(place = 'secret/portolan', token = TOKEN) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    return new KeyValueSource(
      place,
      'local',
      new KeyValueServer({ address: `http://127.0.0.1:${port}`, token }),
    );
  }

  test('gives what stands under its path', async () => {
    const source = await open();
    expect(await source.list()).toEqual([
      {
        id: 'telepass',
        vault: 'kv:secret/portolan',
        hosts: ['telepass.com'],
        updatedAt: '2026-03-01T00:00:00Z',
      },
      {
        id: 'local',
        vault: 'kv:secret/portolan',
        hosts: ['127.0.0.1:8080'],
        updatedAt: '2026-03-01T00:00:00Z',
      },
    ]);
    const found = await source.find('telepass');
    expect(found).toMatchObject({ username: 'mario', version: 4 });
    expect(found?.password?.reveal()).toBe(PASSWORD);
    expect((await source.find('local'))?.allowHttp).toBe(true);
    for (const id of ['gone', 'unknown', '../other', '']) expect(await source.find(id), id).toBeUndefined();
  });

  test('tells a sealed server, a token without rights, a redirect and silence apart', async () => {
    for (const [place, token, message] of [
      ['sealed/portolan', TOKEN, /refused with 503: Vault is sealed/],
      ['secret/portolan', 'wrong', /refused with 403: permission denied/],
      ['moved/portolan', TOKEN, /does not answer/],
    ] as const) {
      const source = await open(place, token);
      for (const call of [source.list(), source.find('telepass')]) {
        await expect(call, place).rejects.toMatchObject({
          code: 'environment',
          message: expect.stringMatching(message),
        });
      }
    }
    const silent = new KeyValueServer({ address: 'http://127.0.0.1:1', token: TOKEN });
    await expect(silent.get('x')).rejects.toThrow(/does not answer/);
    expect(() => new KeyValueServer({ address: 'http://vault.example:8200', token: TOKEN })).toThrow(
      /plain http/,
    );
  });
});

describe('what is attached', () => {
  proves(
    'V10',
    'an unknown id, one of a vault not attached and one of another owner get one answer',
    async () => {
      const lab = await openLab();
      await lab.builtIn('default').add('mine', content());
      await lab.builtIn('work').add('theirs', content());
      const foreign = await openLab(lab.folder, { owner: 'another' });
      await foreign.builtIn('default').add('foreign', content());
      const attached = lab.vaults.attach(['default']);
      expect((await attached.find('mine')).password?.reveal()).toBe(PASSWORD);
      const answers: unknown[] = [];
      for (const id of ['unknown', 'theirs', 'foreign', '../x', '']) {
        const error = await attached.find(id).catch((caught: unknown) => caught);
        if (!isPortolanError(error)) throw error;
        answers.push({
          code: error.code,
          remedy: error.remedy,
          says: error.message.replace(JSON.stringify(id), 'ID'),
          facts: error.facts,
        });
      }
      expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(answers[0]).toMatchObject({ code: 'not_found' });
      expect((await attached.list()).map(({ id }) => id)).toEqual(['mine']);
      expect(await lab.vaults.attach([]).list()).toEqual([]);
      expect(() => lab.vaults.attach(['No Vault'])).toThrow(/No vault can have the name/);
    },
  );

  proves(
    'V10',
    'the same vaults are asked the same way whether an id is known elsewhere or nowhere',
    async () => {
      const asked: string[] = [];
      const source = (name: string, ids: readonly string[]) => ({
        name,
        list: async () => [],
        find: async (id: string) => {
          asked.push(`${name} ${ids.includes(id)}`);
          return undefined;
        },
      });
      const all = { one: source('one', ['a']), two: source('two', []), three: source('three', ['b']) };
      const attached = new Vaults((name) => Object.values(all).find((each) => each.name === name)).attach([
        'one',
        'two',
      ]);
      for (const id of ['b', 'nowhere', 'not an id']) {
        await attached.find(id).catch(() => {});
        expect(asked.splice(0)).toEqual(['one false', 'two false']);
      }
    },
  );

  test('a vault that cannot be read is not stood in for by a later one', async () => {
    const lab = await openLab();
    await lab.builtIn('default').add('same', content());
    const broken = {
      name: 'broken',
      list: async () => [],
      find: async () => Promise.reject(new Error('locked')),
    };
    const vaults = new Vaults((name) => (name === 'broken' ? broken : lab.builtIn(name)));
    await expect(vaults.attach(['broken', 'default']).find('same')).rejects.toThrow('locked');
    expect((await vaults.attach(['default', 'broken']).find('same')).id).toBe('same');
  });
});
