import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownerOf, rotateToken } from '#transports/token-file.ts';
import { proves } from '../spec/proves.ts';
import { CLIENT_KINDS, connectHttp } from './support/clients.ts';
import { slowCalls } from './support/echo-host.ts';
import { type EchoServer, startEchoServer } from './support/echo-server.ts';

let server: EchoServer;
/** Only a hang is too long: the machine may be busy. */
const PATIENT = { timeout: 15_000 };

beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

describe.each(CLIENT_KINDS)('a %s client over HTTP', (kind) => {
  test('lists the tools and reads the instructions', async () => {
    const client = await connectHttp(kind, `${server.bare}/listing`, server.token);
    expect(await client.tools()).toEqual(['echo', 'remember', 'recall', 'slow']);
    expect(client.instructions).toBe('Echo.');
    await client.close();
  });

  test('gets refusals as replies that a model reads', async () => {
    const client = await connectHttp(kind, `${server.bare}/refusals`, server.token);
    const wrong = await client.call('echo', { txet: 'a' });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toMatch(/^browser\.invalid_arguments: /);
    const unknown = await client.call('ecko', {});
    expect(unknown).toMatchObject({ isError: true });
    expect(unknown.text).toContain('The nearest is echo');
    await client.close();
  });

  test('two at a time with one token have sessions of their own', async () => {
    const named = (name: string) =>
      connectHttp(kind, `${server.bare}/${kind.replaceAll(' ', '-')}-${name}`, server.token);
    const [one, two] = await Promise.all([named('one'), named('two')]);
    const [first, second] = await Promise.all([
      one.call('remember', { text: 'of one' }),
      two.call('remember', { text: 'of two' }),
    ]);
    expect(first.text).not.toBe(second.text);
    expect((await one.call('recall')).text).toBe(`${first.text} of one`);
    expect((await two.call('recall')).text).toBe(`${second.text} of two`);
    await Promise.all([one.close(), two.close()]);
  });

  test('comes back to its session by the name in the address, after its transport died', async () => {
    const url = `${server.bare}/returning-${kind.replaceAll(' ', '-')}`;
    const before = await connectHttp(kind, url, server.token);
    const { text: id } = await before.call('remember', { text: 'still here' });
    await before.close();
    const after = await connectHttp(kind, url, server.token);
    expect((await after.call('recall')).text).toBe(`${id} still here`);
    await after.close();
  });

  test('that gives a call up cancels it', async () => {
    const client = await connectHttp(kind, `${server.bare}/cancels`, server.token);
    const { started, cancelled } = slowCalls;
    const controller = new AbortController();
    const call = client.call('slow', { ms: 15_000 }, controller.signal);
    await expect.poll(() => slowCalls.started, PATIENT).toBe(started + 1);
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => slowCalls.cancelled, PATIENT).toBe(cancelled + 1);
    await client.close();
  });
});

describe.each(['v1', 'v2 as 2025'] as const)('a %s client on the bare address', (kind) => {
  test('has a session by its Mcp-Session-Id, and comes back to it with that id', async () => {
    const before = await connectHttp(kind, server.bare, server.token);
    const other = await connectHttp(kind, server.bare, server.token);
    const { text: id } = await before.call('remember', { text: 'mine' });
    expect((await other.call('recall')).text).not.toContain(id);
    const { sessionId } = before;
    expect(sessionId).toMatch(/^mcp_[\w-]{22}$/);
    await before.close();
    const after = await connectHttp(kind, server.bare, server.token, sessionId);
    expect((await after.call('recall')).text).toBe(`${id} mine`);
    await Promise.all([after.close(), other.close()]);
  });
});

test('a 2026 client on the bare address is told that it must name a session, with an address that works', async () => {
  const client = await connectHttp('v2 as 2026', server.bare, server.token);
  expect(await client.tools()).toContain('echo');
  const refused = await client.call('remember', { text: 'lost?' });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toMatch(/^browser\.session_required: /);
  await client.close();
  const address = /http:\S+\/mcp\/portal\/s_[\w-]{22}/.exec(refused.text)?.[0] ?? '';
  const again = await connectHttp('v2 as 2026', address, server.token);
  expect((await again.call('echo', { text: 'hi' })).text).toBe('echo hi');
  await again.close();
});

test('DELETE ends a session that only the protocol named, and leaves one that the address names', async () => {
  for (const [url, survives] of [
    [server.bare, false],
    [`${server.bare}/kept`, true],
  ] as const) {
    const client = await connectHttp('v1', url, server.token);
    await client.call('remember', { text: 'x' });
    const name = survives ? 'kept' : (client.sessionId ?? '');
    const headers = { Authorization: `Bearer ${server.token}`, 'Mcp-Session-Id': client.sessionId ?? '' };
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect(server.host.broker.find(ownerOf(server.token), name) !== undefined).toBe(survives);
    const after = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(after.status).toBe(404);
    await client.close().catch(() => {});
  }
});

proves('H3', "another token's handle gets the same answer as one that never was", async () => {
  const own = await startEchoServer();
  try {
    const victim = await connectHttp('v1', own.bare, own.token);
    const named = await connectHttp('v2 as 2026', `${own.bare}/shared-name`, own.token);
    const { text: victimId } = await victim.call('remember', { text: 'secret of the first' });
    await named.call('remember', { text: 'secret of the first' });
    const handle = victim.sessionId ?? '';
    expect(Buffer.from(handle.slice('mcp_'.length), 'base64url')).toHaveLength(16);

    const other = rotateToken(own.dataDir);
    const ask = async (id: string) => {
      const response = await fetch(own.bare, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${other}`,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'Mcp-Session-Id': id,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'recall' } }),
      });
      return { status: response.status, body: await response.text() };
    };
    const stolen = await ask(handle);
    const unknown = await ask(`mcp_${'A'.repeat(22)}`);
    expect(stolen).toEqual(unknown);
    expect(stolen.status).toBe(404);

    const sameName = await connectHttp('v2 as 2026', `${own.bare}/shared-name`, other);
    const recalled = await sameName.call('recall');
    expect(recalled.text).toMatch(/ nothing$/);
    const byHandle = await connectHttp('v2 as 2026', `${own.bare}/${handle}`, other);
    expect((await byHandle.call('recall')).text).not.toContain(victimId);
    await Promise.all([sameName.close(), byHandle.close()]);
  } finally {
    await own.stop(0);
  }
});

test('a rotated token is refused on a running server from the next request on', async () => {
  const own = await startEchoServer();
  try {
    const probe = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' };
      return (await fetch(own.bare, { headers })).status;
    };
    expect(await probe(own.token)).not.toBe(401);
    const fresh = rotateToken(own.dataDir);
    expect(await probe(own.token)).toBe(401);
    expect(await probe(fresh)).not.toBe(401);
  } finally {
    await own.stop(0);
  }
});
