import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../spec/proves.ts';
import { type EchoServer, startEchoServer } from './support/echo-server.ts';
import { rawStatus } from './support/raw-request.ts';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
});

const ORIGINS = {
  none: () => undefined,
  null: () => 'null',
  evil: () => 'http://evil.example',
  'localhost other port': () => `http://localhost:${server.port + 1}`,
  'https of our own': () => `https://127.0.0.1:${server.port}`,
  right: () => `http://127.0.0.1:${server.port}`,
};
const HOSTS = {
  ok: () => `127.0.0.1:${server.port}`,
  'ok by name': () => `localhost:${server.port}`,
  evil: () => `evil.example:${server.port}`,
  'evil with our name in front': () => `127.0.0.1.evil.example:${server.port}`,
  IP: () => `192.0.2.7:${server.port}`,
  'other port': () => `127.0.0.1:${server.port + 1}`,
  'without port': () => '127.0.0.1',
  missing: () => undefined,
};
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'] as const;

function send(
  method: string,
  path: string,
  host: string | undefined,
  origin: string | undefined,
  token: string | undefined,
  body = method === 'POST' ? INITIALIZE : '',
): Promise<number> {
  return rawStatus(
    server.port,
    [
      `${method} ${path} HTTP/1.1`,
      ...(host === undefined ? [] : [`Host: ${host}`]),
      ...(origin === undefined ? [] : [`Origin: ${origin}`]),
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ],
    body,
  );
}

describe('only our own name and no foreign page pass', () => {
  for (const [originName, origin] of Object.entries(ORIGINS)) {
    for (const [hostName, host] of Object.entries(HOSTS)) {
      const isAllowed =
        (originName === 'none' || originName === 'right') && (hostName === 'ok' || hostName === 'ok by name');
      proves(
        'H1',
        `origin ${originName}, host ${hostName}: ${isAllowed ? 'passes' : 'refused'}`,
        async () => {
          for (const method of METHODS) {
            for (const path of ['/mcp/portal', '/mcp/portal/name', '/livez', '/readyz']) {
              const status = await send(method, path, host(), origin(), server.token);
              const label = `${method} ${path}`;
              if (isAllowed) expect(status, label).not.toBe(403);
              else expect(status, label).toBe(hostName === 'missing' ? 400 : 403);
            }
          }
          const initialized = await send('POST', '/mcp/portal', host(), origin(), server.token);
          expect(initialized === 200).toBe(isAllowed);
        },
      );
    }
  }
});

proves('H1', 'without a token nothing but the probes is served, header-less or not', async () => {
  const host = `127.0.0.1:${server.port}`;
  for (const origin of [undefined, `http://${host}`]) {
    for (const token of [undefined, '', 'wrong', server.token.slice(0, -1), `${server.token}x`]) {
      for (const method of METHODS) {
        for (const path of ['/mcp/portal', '/mcp/portal/name', `/mcp/portal?token=${server.token}`]) {
          expect(await send(method, path, host, origin, token), `${method} ${path} ${token}`).toBe(401);
        }
      }
      expect(await send('GET', '/livez', host, origin, token)).toBe(200);
    }
  }
});

test('a refusal says what is wrong and what to do, in a form that clients print', async () => {
  const response = await fetch(server.bare, { method: 'POST', body: LIST });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining('portolan token show'), data: { code: 'unauthorized' } },
  });
});

test('the token is asked for before the body is read', async () => {
  const size = 100 * 1024 * 1024;
  const head = ['POST /mcp/portal HTTP/1.1', `Host: 127.0.0.1:${server.port}`, `Content-Length: ${size}`];
  expect(await rawStatus(server.port, head)).toBe(401);
});

test('a body over the cap is refused, announced or not', async () => {
  const big = `"${'x'.repeat(4 * 1024 * 1024)}"`;
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
  const announced = await fetch(server.bare, { method: 'POST', headers, body: big });
  expect(announced.status).toBe(413);
  expect(await announced.json()).toMatchObject({ error: { data: { code: 'limit_exceeded' } } });
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(big));
      controller.close();
    },
  });
  const streamed = await fetch(server.bare, { method: 'POST', headers, body: stream, duplex: 'half' });
  expect(streamed.status).toBe(413);
});

test('what is not JSON, not of JSON type, or not at a known address is refused', async () => {
  const headers = { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' };
  const status = async (path: string, init: RequestInit) => (await fetch(server.origin + path, init)).status;
  expect(await status('/mcp/portal', { method: 'POST', headers, body: '{' })).toBe(400);
  expect(await status('/mcp/portal', { method: 'POST', headers, body: '' })).toBe(400);
  const accept = 'application/json, text/event-stream';
  const asText = { ...headers, Accept: accept, 'Content-Type': 'text/plain' };
  expect(await status('/mcp/portal', { method: 'POST', headers: asText, body: INITIALIZE })).toBe(415);
  expect(await status('/mcp/strict', { method: 'POST', headers, body: LIST })).toBe(404);
  expect(await status('/mcp/portal/a%2Fb', { method: 'POST', headers, body: LIST })).toBe(400);
  expect(await status(`/mcp/portal/${'n'.repeat(129)}`, { method: 'POST', headers, body: LIST })).toBe(400);
  expect(await status('/', { headers })).toBe(404);
});

test('the probes tell strangers no more than whether all is well', async () => {
  expect(await (await fetch(`${server.origin}/readyz`)).json()).toEqual({ ok: true });
  const headers = { Authorization: `Bearer ${server.token}` };
  expect(await (await fetch(`${server.origin}/readyz`, { headers })).json()).toMatchObject({
    checks: [{ name: 'echo' }],
  });
});

test('a foreign page and an unknown address are told so by code', async () => {
  const answer = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(server.origin + path, { headers });
    return response.json();
  };
  expect(await answer('/livez', { Origin: 'http://evil.example' })).toMatchObject({
    error: { data: { code: 'foreign_origin' } },
  });
  expect(await answer('/elsewhere', {})).toMatchObject({ error: { data: { code: 'unknown_path' } } });
});

describe('a request for a socket', () => {
  for (const [originName, origin] of Object.entries(ORIGINS)) {
    proves('H2', `from origin ${originName} gets none, whatever its host, path and token`, async () => {
      for (const host of Object.values(HOSTS)) {
        for (const path of ['/mcp/portal', '/mcp/portal/name', '/v1/approvals', `/?token=${server.token}`]) {
          for (const token of [undefined, server.token]) {
            const status = await rawStatus(server.port, [
              `GET ${path} HTTP/1.1`,
              ...(host() === undefined ? [] : [`Host: ${host()}`]),
              ...(origin() === undefined ? [] : [`Origin: ${origin()}`]),
              ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
              'Upgrade: websocket',
              'Sec-WebSocket-Version: 13',
              'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
            ]);
            expect(status, path).not.toBe(101);
          }
        }
      }
    });
  }
});

proves('H4', 'a token that another server made is none here', async () => {
  const other = await startEchoServer();
  try {
    expect(other.token).not.toBe(server.token);
    const host = `127.0.0.1:${server.port}`;
    expect(await send('POST', '/mcp/portal/name', host, undefined, other.token)).toBe(401);
    expect(await send('GET', '/v1/approvals', host, undefined, other.token)).toBe(401);
  } finally {
    await other.stop(0);
  }
});

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'echo',
    arguments: { text: 'x' },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
const REPEATED = [
  ['all right', {}, 200],
  ['the name in its encoded form', { 'Mcp-Name': encoded('echo') }, 200],
  ['another method', { 'Mcp-Method': 'tools/list' }, 400],
  ['another name', { 'Mcp-Name': 'remember' }, 400],
  ['another name in its encoded form', { 'Mcp-Name': encoded('remember') }, 400],
  ['an encoded form that is broken', { 'Mcp-Name': '=?base64?%%%?=' }, 400],
  ['another version', { 'MCP-Protocol-Version': '2025-06-18' }, 400],
  ['no method', { 'Mcp-Method': undefined }, 400],
  ['no name', { 'Mcp-Name': undefined }, 400],
] as const;

for (const [name, over, status] of REPEATED)
  proves('H5', `headers that repeat the body: ${name} is answered with ${status}`, async () => {
    const headers: Record<string, string | undefined> = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'echo',
      ...over,
    };
    const given = Object.entries(headers).flatMap(([key, value]) =>
      value === undefined ? [] : `${key}: ${value}`,
    );
    const answered = await rawStatus(
      server.port,
      [
        'POST /mcp/portal/headers HTTP/1.1',
        `Host: 127.0.0.1:${server.port}`,
        `Authorization: Bearer ${server.token}`,
        'Accept: application/json, text/event-stream',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(CALL)}`,
        ...given,
      ],
      CALL,
    );
    expect(answered).toBe(status);
  });

proves(
  'H8',
  'a caller with too many calls at once is told when to come back, and others are served',
  async () => {
    const small = await startEchoServer({ callsAtOnce: 2 });
    try {
      const post = async (body: object) =>
        await fetch(`${small.bare}/quota`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${small.token}`,
            Accept: 'application/json, text/event-stream',
            'Content-Type': 'application/json',
            'MCP-Protocol-Version': '2026-07-28',
            'Mcp-Method': 'tools/call',
            'Mcp-Name': 'slow',
          },
          body: JSON.stringify(body),
        });
      const call = JSON.parse(CALL);
      const slow = { ...call, params: { ...call.params, name: 'slow', arguments: { ms: 1_500 } } };
      const responses = await Promise.all(Array.from({ length: 6 }, () => post(slow)));
      const refused = responses.filter(({ status }) => status === 429);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(refused).toHaveLength(4);
      expect(refused[0]?.headers.get('retry-after')).toBe('1');
      expect(await refused[0]?.json()).toMatchObject({ error: { data: { code: 'limit_exceeded' } } });
      expect((await post(slow)).status).toBe(200);
    } finally {
      await small.stop(0);
    }
  },
);

proves('S-16', 'a message is told without its credentials, by whoever has the token', async () => {
  const post = async (body: string, token = server.token) =>
    await fetch(`${server.origin}/v1/extract`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body,
    });
  const text = 'credenziali di telepass.com, utente ana, password kestrel-4417';
  const answer = await (await post(JSON.stringify({ text }))).text();
  expect(answer).not.toContain('kestrel');
  expect(JSON.parse(answer)).toMatchObject({
    text: expect.stringContaining('<REDACTED:cred>'),
    found: [{ host: 'telepass.com', fields: ['username', 'password'] }],
  });
  const plain = JSON.stringify({ text: 'What is the weather?' });
  expect(await (await post(plain)).json()).toEqual({ text: 'What is the weather?', found: [] });
  expect((await post(plain, 'wrong')).status).toBe(401);
  for (const wrong of ['', '{', '{}', '{"text":1}', '{"text":"a","all":true}'])
    expect((await post(wrong)).status, wrong).toBe(400);
});
