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
