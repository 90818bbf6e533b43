import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { parseUpstreamProxy } from '#policy/egress-proxy/upstream-proxy.ts';
import { ask, listen, listenHttp, readAll, startEgress, tunnel } from './egress-client.ts';

/** A proxy that writes down what it is asked for and answers itself. */
async function startUpstream(connectStatus = 200) {
  const asked: string[] = [];
  const server = createHttpServer((request, response) => {
    asked.push(
      `${request.method} ${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`,
    );
    response.end('from upstream');
  });
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization']}`);
    socket.end(`HTTP/1.1 ${connectStatus} Whatever\r\n\r\n${connectStatus === 200 ? 'tunnelled' : ''}`);
  });
  const listening = await listen(server);
  return { listening, asked, [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose]() };
}

test('names are judged by rule and go on through the upstream proxy, unresolved and with its credentials', async () => {
  await using upstream = await startUpstream();
  await using egress = await startEgress(['shop.example', 'shop.example:8080', '8.8.8.8'], {
    upstreamProxy: `http://me:p%40ss@127.0.0.1:${upstream.listening.port}`,
    resolver: async () => {
      throw new Error('nothing is resolved here');
    },
  });
  const credentials = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(
    (await ask(egress.port.url, 'http://shop.example/x', { headers: { 'proxy-authorization': 'Basic no' } }))
      .body,
  ).toBe('from upstream');
  expect((await ask(egress.port.url, 'http://shop.example:8080/y')).body).toBe('from upstream');
  const { status, socket } = await tunnel(egress.port.url, 'shop.example:443');
  expect(status).toBe(200);
  expect(await readAll(socket)).toBe('tunnelled');
  expect((await tunnel(egress.port.url, '8.8.8.8:443')).status).toBe(200);
  expect(upstream.asked).toEqual([
    `GET http://shop.example:80/x shop.example ${credentials}`,
    `GET http://shop.example:8080/y shop.example:8080 ${credentials}`,
    `CONNECT shop.example:443 ${credentials}`,
    `CONNECT 8.8.8.8:443 ${credentials}`,
  ]);
});

test('what the rules refuse never reaches the upstream proxy, and this machine is not reached through it', async () => {
  await using upstream = await startUpstream();
  await using site = await listenHttp((_request, response) => response.end('local'));
  await using own = await listenHttp((_request, response) => response.end('own'));
  await using egress = await startEgress(['*', `localhost:*`, `127.0.0.1:*`], {
    upstreamProxy: `http://127.0.0.1:${upstream.listening.port}`,
    ownPorts: () => new Set([own.port]),
  });
  for (const authority of [
    '10.0.0.1:443',
    '169.254.169.254:80',
    'shop.example:22',
    `localhost:${own.port}`,
    '[::ffff:8.8.8.8]:443',
  ]) {
    expect([authority, (await tunnel(egress.port.url, authority)).status]).toEqual([authority, 403]);
  }
  expect((await ask(egress.port.url, `http://127.0.0.1:${site.port}/`)).body).toBe('local');
  expect((await ask(egress.port.url, `http://localhost:${site.port}/`)).body).toBe('local');
  expect(upstream.asked).toEqual([]);
  expect(own.connections).toBe(0);
});

test('a refusal of the upstream proxy is told as such', async () => {
  await using upstream = await startUpstream(407);
  await using egress = await startEgress(['*'], {
    upstreamProxy: `http://127.0.0.1:${upstream.listening.port}`,
  });
  const failed: string[] = [];
  egress.port.failures.on(({ reason, detail }) => failed.push(`${reason}: ${detail}`));
  expect((await tunnel(egress.port.url, 'shop.example:443')).status).toBe(502);
  expect(failed).toEqual(['upstream_proxy: The upstream proxy answered 407 for shop.example:443.']);
});

test.each([
  'socks5://127.0.0.1:1080',
  'https://proxy.example',
  'http://proxy.example/path',
  'proxy.example:3128',
  '',
])('the proxy address "%s" is refused with the form to write', (url) => {
  expect(() => parseUpstreamProxy(url)).toThrow(
    expect.objectContaining({
      code: 'invalid_arguments',
      message: expect.stringContaining('http://host:port'),
    }),
  );
});

test('credentials in a refused proxy address are not repeated', () => {
  expect(() => parseUpstreamProxy('socks5://me:hunter2@proxy.example')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});
