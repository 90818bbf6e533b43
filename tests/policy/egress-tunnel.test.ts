import { createHash, randomBytes } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { expect, test } from 'vitest';
import type { EgressFailure, Refusal } from '#policy/egress-proxy/egress-rules.ts';
import { parseHosts } from '#policy/hosts.ts';
import { proves } from '../spec/proves.ts';
import {
  ask,
  type Listening,
  listen,
  listenHttp,
  listenTcp,
  readAll,
  startEgress,
  tunnel,
  until,
} from './egress-client.ts';
import { selfSigned } from './self-signed.ts';

const echo = () => listenTcp((socket) => socket.pipe(socket));
const at = (site: Listening) => `127.0.0.1:${site.port}`;

test('a TLS site is reached through a tunnel, name and certificate untouched', async () => {
  const { key, cert } = await selfSigned('shop.test');
  await using site = await listen(createTlsServer({ key, cert }, (socket) => socket.end('secret page')));
  await using egress = await startEgress(['shop.test'], { hostMap: { 'shop.test:443': at(site) } });
  const { status, socket } = await tunnel(egress.port.url, 'shop.test:443');
  expect(status).toBe(200);
  const secure = connectTls({ socket, servername: 'shop.test', ca: cert });
  expect(await readAll(secure)).toBe('secret page');
  expect(egress.port.counts().allowed).toBe(1);
});

test('megabytes go through both ways unchanged', async () => {
  await using site = await echo();
  await using egress = await startEgress([at(site)]);
  const { socket } = await tunnel(egress.port.url, at(site));
  const bytes = randomBytes(4_000_000);
  const hash = createHash('sha256');
  socket.on('data', (chunk: Buffer) => hash.update(chunk));
  const ended = new Promise((resolve) => socket.once('end', resolve));
  socket.resume();
  socket.end(bytes);
  await ended;
  expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

proves('E10', 'ports other than 80 and 443 are refused unless listed', async () => {
  await using site = await echo();
  await using egress = await startEgress(['*', '127.0.0.1', 'open.test:22'], {
    hostMap: { 'open.test:22': at(site) },
  });
  const refusals: Refusal[] = [];
  egress.port.refusals.on((refusal) => refusals.push(refusal));
  for (const authority of [
    at(site),
    'shop.example:22',
    'shop.example:25',
    'shop.example:8443',
    '[2606:4700::1]:6379',
  ]) {
    const { status, text } = await tunnel(egress.port.url, authority);
    expect([authority, status]).toEqual([authority, 403]);
    expect(text).toContain('Blocked by Portolan: port ');
  }
  expect(refusals.map(({ code, port }) => [code, port])).toEqual([
    ['blocked_host', site.port],
    ['blocked_host', 22],
    ['blocked_host', 25],
    ['blocked_host', 8443],
    ['blocked_host', 6379],
  ]);
  for (const authority of [
    'shop.example',
    'shop.example:',
    'shop.example:0',
    'shop.example:65536',
    'shop.example:x',
  ]) {
    const { status } = await tunnel(egress.port.url, authority);
    expect([authority, status]).toEqual([authority, 400]);
  }
  expect(site.connections).toBe(0);
  expect((await tunnel(egress.port.url, 'open.test:22')).status).toBe(200);
});

proves('E9', 'no tunnel leads to our own ports', async () => {
  await using own = await echo();
  await using egress = await startEgress(['127.0.0.1:*', 'localhost:*', '[::ffff:127.0.0.1]:*', '0:*'], {
    ownPorts: () => new Set([own.port]),
  });
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1', '0x7f.1']) {
    for (const port of [own.port, egress.port.port]) {
      const { status } = await tunnel(egress.port.url, `${host}:${port}`);
      expect([host, status]).toEqual([host, 403]);
    }
  }
  expect(own.connections).toBe(0);
});

proves('E10', 'one side may end while the other goes on, either way round', async () => {
  await using talker = await listenTcp((socket) => {
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('end', () => socket.end(`heard ${heard} to the end`));
  });
  await using closer = await listenTcp((socket) => {
    let heard = '';
    socket.end('goodbye');
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('end', () => seen.push(heard));
  });
  const seen: string[] = [];
  await using egress = await startEgress([at(talker), at(closer)]);
  const first = await tunnel(egress.port.url, at(talker));
  first.socket.end('question');
  expect(await readAll(first.socket)).toBe('heard question to the end');
  const second = await tunnel(egress.port.url, at(closer));
  expect(await readAll(second.socket)).toBe('goodbye');
  second.socket.end('still talking');
  await until(() => seen.length > 0);
  expect(seen).toEqual(['still talking']);
  await until(() => egress.port.counts().openTunnels === 0);
});

proves('E10', 'a tunnel without traffic is closed, one with traffic is kept', async () => {
  await using site = await echo();
  await using egress = await startEgress([at(site)], { idleTimeoutMs: 300 });
  const idle = await tunnel(egress.port.url, at(site));
  const busy = await tunnel(egress.port.url, at(site));
  let isIdleClosed = false;
  let isBusyClosed = false;
  busy.socket.on('close', () => {
    isBusyClosed = true;
  });
  busy.socket.resume();
  const traffic = setInterval(() => busy.socket.write('x'), 20);
  idle.socket.on('close', () => {
    isIdleClosed = true;
  });
  idle.socket.resume();
  idle.socket.on('end', () => idle.socket.end());
  await until(() => isIdleClosed);
  clearInterval(traffic);
  expect(isBusyClosed).toBe(false);
  expect(egress.port.counts().openTunnels).toBe(1);
});

proves('E10', 'no more tunnels are open at once than the cap, and a closed one makes room', async () => {
  await using site = await echo();
  await using egress = await startEgress([at(site)], { maxTunnels: 3 });
  const open = await Promise.all([1, 2, 3].map(() => tunnel(egress.port.url, at(site))));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  const over = await tunnel(egress.port.url, at(site));
  expect(over.status).toBe(429);
  expect(site.connections).toBe(3);
  expect(egress.port.counts()).toMatchObject({ openTunnels: 3, capped: 1 });
  open[0]?.socket.destroy();
  await until(() => egress.port.counts().openTunnels === 2);
  expect((await tunnel(egress.port.url, at(site))).status).toBe(200);
  // The cap is of one port: another session is not held up.
  const other = await egress.proxy.openPort();
  other.bind({ hosts: parseHosts([at(site)]) });
  expect((await tunnel(other.url, at(site))).status).toBe(200);
});

proves('E10', 'a client that never finishes its request is closed', async () => {
  await using egress = await startEgress(['*'], { headTimeoutMs: 100 });
  const socket = connect(egress.port.port, '127.0.0.1');
  socket.write('CONNECT shop.example:443 HTTP/1.1\r\nX-Slow: ');
  expect(await readAll(socket)).toMatch(/^(HTTP\/1\.1 4|$)/);
});

test('a WebSocket goes through a tunnel and through an absolute-form upgrade', async () => {
  const server = createHttpServer();
  const requests: string[] = [];
  server.on('upgrade', (request, socket, head) => {
    requests.push(
      `${request.method} ${request.url} ${request.headers.host} ${request.headers['sec-websocket-key']}`,
    );
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    if (head.length > 0) socket.write(head);
    socket.pipe(socket);
  });
  await using site = await listen(server);
  await using denied = await listenTcp((socket) => socket.end());
  await using egress = await startEgress(['chat.test'], { hostMap: { 'chat.test': at(site) } });
  const handshake = (target: string, host: string) =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: k\r\n\r\nearly`;

  const { socket } = await tunnel(egress.port.url, 'chat.test:80');
  socket.end(handshake('/room', 'chat.test'));
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 101 [\s\S]*early$/);

  const direct = connect(egress.port.port, '127.0.0.1');
  direct.end(handshake('ws://chat.test/room?a', 'liar.test'));
  expect(await readAll(direct)).toMatch(/^HTTP\/1\.1 101 [\s\S]*early$/);
  expect(requests).toEqual(['GET /room chat.test k', 'GET /room?a chat.test k']);

  for (const target of [`ws://${at(denied)}/`, `http://${at(denied)}/`, `wss://chat.test/`]) {
    const refused = connect(egress.port.port, '127.0.0.1');
    refused.write(handshake(target, 'chat.test'));
    expect(await readAll(refused)).toMatch(/^HTTP\/1\.1 403 /);
  }
  expect((await tunnel(egress.port.url, at(denied))).status).toBe(403);
  expect(denied.connections).toBe(0);
});

test('new rules end what they do not cover and leave the rest', async () => {
  await using kept = await echo();
  await using dropped = await echo();
  await using slow = await listenHttp((_request, response) => response.write('begun'));
  await using egress = await startEgress([at(kept), at(dropped), at(slow)]);
  const one = await tunnel(egress.port.url, at(kept));
  const two = await tunnel(egress.port.url, at(dropped));
  const unfinished = ask(egress.port.url, `http://${at(slow)}/`);
  const broken = expect(unfinished).rejects.toThrow();
  await until(() => slow.connections === 1);
  const twoClosed = readAll(two.socket);
  egress.port.bind({ hosts: parseHosts([at(kept)]) });
  await twoClosed;
  await broken;
  one.socket.end('still here');
  expect(await readAll(one.socket)).toBe('still here');
  expect((await tunnel(egress.port.url, at(dropped))).status).toBe(403);
});

test('two ports keep two lists', async () => {
  await using a = await listenHttp((_request, response) => response.end('a'));
  await using b = await listenHttp((_request, response) => response.end('b'));
  await using egress = await startEgress([at(a)]);
  const other = await egress.proxy.openPort();
  other.bind({ hosts: parseHosts([at(b)]) });
  const table: number[] = [];
  for (const port of [egress.port, other]) {
    for (const site of [a, b]) table.push((await ask(port.url, `http://${at(site)}/`)).status);
  }
  expect(table).toEqual([200, 403, 403, 200]);
});

proves('E12', 'when the proxy goes, its clients get errors and nothing of theirs stays open', async () => {
  await using site = await echo();
  await using web = await listenHttp((_request, response) => response.write('begun'));
  const egress = await startEgress([at(site), at(web)]);
  const open = await tunnel(egress.port.url, at(site));
  const unfinished = ask(egress.port.url, `http://${at(web)}/`);
  const broken = expect(unfinished).rejects.toThrow();
  await until(() => web.connections === 1);
  const closed = readAll(open.socket);
  await egress[Symbol.asyncDispose]();
  await closed;
  await broken;
  await expect(ask(egress.port.url, `http://${at(web)}/`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await until(() => site.openConnections === 0 && web.openConnections === 0);
});

test('a site that cannot be reached refuses the tunnel, and the reason is told', async () => {
  await using site = await echo();
  const gone = at(site);
  await site[Symbol.asyncDispose]();
  await using egress = await startEgress([gone]);
  const failures: EgressFailure[] = [];
  egress.port.failures.on((failure) => failures.push(failure));
  expect((await tunnel(egress.port.url, gone)).status).toBe(502);
  expect(failures).toMatchObject([{ reason: 'connection_refused' }]);
  expect(egress.port.counts().openTunnels).toBe(0);
});
