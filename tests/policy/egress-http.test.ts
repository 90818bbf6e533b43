import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EgressProxy } from '#policy/egress-proxy/egress-proxy.ts';
import type { EgressFailure, Refusal } from '#policy/egress-proxy/egress-rules.ts';
import { parseHosts } from '#policy/hosts.ts';
import { proves } from '../spec/proves.ts';
import { ask, listenHttp, sendRaw, startEgress } from './egress-client.ts';

const LOOPBACK_FORMS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
];

test('a port that nobody holds refuses everything, before and after a session', async () => {
  await using site = await listenHttp((_request, response) => response.end('reached'));
  await using proxy = await EgressProxy.start();
  const port = await proxy.openPort();
  const url = `http://127.0.0.1:${site.port}/`;
  expect(await ask(port.url, url)).toMatchObject({
    status: 403,
    body: 'Blocked by Portolan: no session holds this port',
  });
  port.bind({ hosts: parseHosts([`127.0.0.1:${site.port}`]) });
  expect(await ask(port.url, url)).toMatchObject({ status: 200, body: 'reached' });
  port.unbind();
  expect((await ask(port.url, url)).status).toBe(403);
  expect(site.connections).toBe(1);
});

test('a request goes on with its method, path, body and own headers, and the answer comes back whole', async () => {
  await using site = await listenHttp((request, response) => {
    const hash = createHash('sha256');
    request.on('data', (chunk: Buffer) => hash.update(chunk));
    request.on('end', () => {
      response.writeHead(201, 'Made', [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Once', 'yes'],
        ['Connection', 'X-Once'],
      ] as never);
      response.end(
        JSON.stringify({
          method: request.method,
          url: request.url,
          headers: request.headers,
          hash: hash.digest('hex'),
        }),
      );
    });
  });
  await using egress = await startEgress(['shop.test'], {
    hostMap: { 'shop.test': `127.0.0.1:${site.port}` },
  });
  const body = randomBytes(3_000_000);
  const answer = await ask(egress.port.url, 'http://shop.test/a%20b//c?x=1&y=%zz', {
    method: 'POST',
    body,
    headers: {
      Host: 'liar.example',
      'Proxy-Authorization': 'Basic c2VjcmV0',
      'Proxy-Connection': 'keep-alive',
      'Keep-Alive': 'timeout=5',
      Connection: 'close, X-Private',
      'X-Private': 'hop',
      'X-Kept': 'yes',
      TE: 'trailers',
    },
  });
  expect(answer.status).toBe(201);
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(answer.headers['x-once']).toBeUndefined();
  const seen = JSON.parse(answer.body);
  expect(seen).toMatchObject({
    method: 'POST',
    url: '/a%20b//c?x=1&y=%zz',
    hash: createHash('sha256').update(body).digest('hex'),
    headers: { host: 'shop.test', 'x-kept': 'yes' },
  });
  for (const name of ['proxy-authorization', 'proxy-connection', 'keep-alive', 'x-private', 'te']) {
    expect(seen.headers[name], name).toBeUndefined();
  }
  const chunked = await ask(egress.port.url, 'http://shop.test/', {
    method: 'PUT',
    body: 'abc',
    headers: { 'Transfer-Encoding': 'chunked' },
  });
  expect(JSON.parse(chunked.body).hash).toBe(createHash('sha256').update('abc').digest('hex'));
  expect((await ask(egress.port.url, 'http://shop.test/', { method: 'HEAD' })).body).toBe('');
});

test('a refused upload gets its answer, however large it is', async () => {
  await using egress = await startEgress(['shop.test']);
  for (const host of ['127.0.0.1', 'denied.test']) {
    const answer = await ask(egress.port.url, `http://${host}/upload`, {
      method: 'POST',
      body: randomBytes(8_000_000),
      headers: { connection: 'keep-alive' },
    });
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('Blocked by Portolan: ') });
  }
});

test('connections to a site are used again, and one that the site closed meanwhile is replaced', async () => {
  await using site = await listenHttp((_request, response) => response.end('ok'));
  await using egress = await startEgress([`127.0.0.1:${site.port}`]);
  const url = `http://127.0.0.1:${site.port}/`;
  for (let round = 0; round < 10; round += 1) expect((await ask(egress.port.url, url)).body).toBe('ok');
  expect(site.connections).toBe(1);
  site.dropConnections();
  expect((await ask(egress.port.url, url)).body).toBe('ok');
  expect(site.connections).toBe(2);
});

test('a site that drops a kept connection on its next request is asked again, once, on a new one', async () => {
  const served = new Map<unknown, number>();
  await using site = await listenHttp((request, response) => {
    const count = (served.get(request.socket) ?? 0) + 1;
    served.set(request.socket, count);
    if (count === 1) response.end('ok');
    else request.socket.destroy();
  });
  await using egress = await startEgress([`127.0.0.1:${site.port}`]);
  const url = `http://127.0.0.1:${site.port}/`;
  for (let round = 0; round < 3; round += 1) expect((await ask(egress.port.url, url)).body).toBe('ok');
  expect(site.connections).toBe(3);
});

test('what cannot be sent twice is sent once, on a connection of its own', async () => {
  let posts = 0;
  await using site = await listenHttp((request, response) => {
    if (request.method === 'GET') {
      response.end('ok');
      return;
    }
    posts += 1;
    request.socket.destroy();
  });
  await using egress = await startEgress([`127.0.0.1:${site.port}`]);
  const url = `http://127.0.0.1:${site.port}/`;
  await ask(egress.port.url, url);
  expect((await ask(egress.port.url, url, { method: 'POST', body: 'order' })).status).toBe(502);
  expect((await ask(egress.port.url, url, { method: 'DELETE' })).status).toBe(502);
  expect(posts).toBe(2);
  expect(site.connections).toBe(3);
});

test('an answer that breaks off is an error for the client, not a short success', async () => {
  await using site = await listenHttp((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half');
    setImmediate(() => response.destroy());
  });
  await using egress = await startEgress([`127.0.0.1:${site.port}`]);
  await expect(ask(egress.port.url, `http://127.0.0.1:${site.port}/`)).rejects.toThrow();
});

test('what is let out and does not arrive is told with its reason', async () => {
  await using site = await listenHttp((_request, response) => response.end());
  const closedPort = site.port;
  await site[Symbol.asyncDispose]();
  await using egress = await startEgress([`127.0.0.1:${closedPort}`, 'gone.test'], {
    resolver: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND gone.test'), { code: 'ENOTFOUND' });
    },
  });
  const failures: EgressFailure[] = [];
  egress.port.failures.on((failure) => failures.push(failure));
  expect((await ask(egress.port.url, `http://127.0.0.1:${closedPort}/`)).status).toBe(502);
  expect((await ask(egress.port.url, 'http://gone.test/')).status).toBe(502);
  expect(failures).toMatchObject([
    { reason: 'connection_refused', host: '127.0.0.1', port: closedPort },
    { reason: 'name_not_found', host: 'gone.test', port: 80 },
  ]);
  expect(egress.port.counts()).toMatchObject({ refused: 0, failed: 2 });
});

test('a challenge for proxy credentials from a site does not reach the browser', async () => {
  await using site = await listenHttp((_request, response) => {
    response.writeHead(407, { 'proxy-authenticate': 'Basic realm="give me"' });
    response.end();
  });
  await using egress = await startEgress([`127.0.0.1:${site.port}`]);
  expect(await ask(egress.port.url, `http://127.0.0.1:${site.port}/`)).toMatchObject({ status: 502 });
});

proves(
  'E1',
  'a refusal says host, port, rule and URL, and tells the browser’s own requests apart',
  async () => {
    await using egress = await startEgress(['*']);
    const refusals: Refusal[] = [];
    egress.port.refusals.on((refusal) => refusals.push(refusal));
    expect(await ask(egress.port.url, 'http://10.1.2.3/x?y')).toMatchObject({
      status: 403,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'Blocked by Portolan: 10.1.2.3 is a private address, which must be listed by itself',
    });
    await ask(egress.port.url, 'http://shop.example:8080/');
    await ask(egress.port.url, 'http://update.googleapis.com/service/update2');
    await ask(egress.port.url, 'ftp://shop.example/file');
    expect(refusals).toMatchObject([
      { code: 'blocked_address', host: '10.1.2.3', port: 80, url: 'http://10.1.2.3/x?y', background: false },
      { code: 'blocked_host', host: 'shop.example', port: 8080, background: false },
      { code: 'blocked_host', host: 'update.googleapis.com', port: 80, background: true },
      { code: 'blocked_scheme', host: 'shop.example', background: false },
    ]);
    expect(egress.port.counts()).toMatchObject({ allowed: 0, refused: 4, background: 1 });
  },
);

proves('E4', 'this machine is refused in every way of writing it', async () => {
  await using site = await listenHttp((_request, response) => response.end('reached'));
  await using egress = await startEgress(['*:*']);
  for (const form of LOOPBACK_FORMS) {
    const answer = await ask(egress.port.url, `http://${form}:${site.port}/`);
    expect([form, answer.status]).toEqual([form, 403]);
  }
  expect(site.connections).toBe(0);
});

proves(
  'E9',
  'our own ports are refused although loopback is listed, in every way of writing it',
  async () => {
    await using own = await listenHttp((_request, response) => response.end('console'));
    await using other = await listenHttp((_request, response) => response.end('site'));
    const hosts = [
      'localhost:*',
      '127.0.0.1:*',
      '[::1]:*',
      '0.0.0.0:*',
      '[::ffff:127.0.0.1]:*',
      '[::127.0.0.1]:*',
      'map.test',
    ];
    await using egress = await startEgress(hosts, {
      ownPorts: () => new Set([own.port]),
      hostMap: { 'map.test': `127.0.0.1:${own.port}` },
    });
    expect((await ask(egress.port.url, `http://127.0.0.1:${other.port}/`)).body).toBe('site');
    for (const form of LOOPBACK_FORMS) {
      const answer = await ask(egress.port.url, `http://${form}:${own.port}/`);
      expect([form, answer.status, answer.body]).toEqual([
        form,
        403,
        expect.stringContaining("Portolan's own"),
      ]);
    }
    expect((await ask(egress.port.url, 'http://map.test/')).status).toBe(403);
    // The proxy's ports are its own too: no loop, no borrowing of another session's rules.
    const second = await egress.proxy.openPort();
    for (const url of [egress.port.url, second.url])
      expect((await ask(egress.port.url, `${url}/`)).status).toBe(403);
    expect(own.connections).toBe(0);
  },
);

proves(
  'E3',
  'each hop of a redirect is judged anew: ten hops that end at metadata stop there, by its rule',
  async () => {
    await using site = await listenHttp((request, response) => {
      const hop = Number(request.url?.slice(1));
      const location =
        hop < 10 ? `http://hop${hop + 1}.test/${hop + 1}` : 'http://169.254.169.254/latest/meta-data/';
      response.writeHead(302, { location });
      response.end();
    });
    const hostMap = Object.fromEntries(
      Array.from({ length: 10 }, (_, hop) => [`hop${hop + 1}.test`, `127.0.0.1:${site.port}`]),
    );
    await using egress = await startEgress(['*'], { hostMap });
    const refusals: Refusal[] = [];
    egress.port.refusals.on((refusal) => refusals.push(refusal));
    let url = 'http://hop1.test/1';
    let hops = 0;
    let answer = await ask(egress.port.url, url);
    while (answer.status === 302) {
      hops += 1;
      url = answer.headers.location ?? '';
      answer = await ask(egress.port.url, url);
    }
    expect(hops).toBe(10);
    expect(answer).toMatchObject({
      status: 403,
      body: expect.stringContaining('169.254.169.254 is a metadata address'),
    });
    expect(refusals).toMatchObject([{ code: 'blocked_address', host: '169.254.169.254', url }]);
  },
);

proves(
  'E1',
  'whatever the Host header says, the address asked for is the one judged and the one told to the site',
  async () => {
    const hostsSeen = new Set<string>();
    await using site = await listenHttp((request, response) => {
      const named = request.rawHeaders.filter(
        (_, at) => request.rawHeaders[at - 1]?.toLowerCase() === 'host',
      );
      hostsSeen.add(named.join(' and '));
      response.end('site');
    });
    await using denied = await listenHttp((_request, response) => response.end('denied'));
    await using egress = await startEgress(['shop.test'], {
      hostMap: { 'shop.test': `127.0.0.1:${site.port}` },
    });
    const headerValue = fc.oneof(
      fc.constantFrom(
        'shop.test',
        `127.0.0.1:${denied.port}`,
        'localhost',
        '[::1]',
        '169.254.169.254',
        '',
        'a, b',
      ),
      fc.stringMatching(/^[\x21-\x7e]{0,40}$/),
    );
    await fc.assert(
      fc.asyncProperty(headerValue, async (host) => {
        const good = await sendRaw(
          egress.port.url,
          `GET http://shop.test/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        );
        expect(good).toMatch(/^HTTP\/1\.1 (200|400) /);
        const bad = await sendRaw(
          egress.port.url,
          `GET http://127.0.0.1:${denied.port}/ HTTP/1.1\r\nHost: ${host}\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
        );
        expect(bad).toMatch(/^HTTP\/1\.1 (403|400) /);
      }),
      { numRuns: 60 },
    );
    expect([...hostsSeen]).toEqual(['shop.test']);
    expect(denied.connections).toBe(0);
  },
);

proves('E4', 'no malformed request line gets through, and none ends the proxy', async () => {
  await using site = await listenHttp((_request, response) => response.end('reached'));
  await using egress = await startEgress(['shop.test']);
  const place = `127.0.0.1:${site.port}`;
  const targets = [
    `http://shop.test@${place}/`,
    `http://shop.test:80@${place}/`,
    `http://shop.test%40${place}/`,
    `http://${place}#@shop.test/`,
    `http://${place}\\@shop.test/`,
    `http://${place}\\.shop.test/`,
    `http:${place}`,
    `http:/${place}/`,
    `http:///${place}/`,
    `//${place}/`,
    `/`,
    '*',
    `HTTP://${place}/`,
    `http://shop.test:99999/`,
    `http://shop.test:-1/`,
    `http://shop.test:80:${site.port}/`,
    `http://[${place}]/`,
    `http://\u00b9.test/`,
  ];
  for (const target of targets) {
    const answer = await sendRaw(
      egress.port.url,
      `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
    );
    expect([target, answer.slice(0, 12)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 (400|403)$/)]);
  }
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      await sendRaw(
        egress.port.url,
        Buffer.concat([Buffer.from('GET http://'), bytes, Buffer.from('\r\n\r\n')]),
        true,
      );
    }),
    { numRuns: 60 },
  );
  expect(site.connections).toBe(0);
  expect((await ask(egress.port.url, `http://${place}/`)).status).toBe(403);
});

proves(
  'E2',
  'a name that answers with this machine is never dialled, however often it is asked',
  async () => {
    await using site = await listenHttp((_request, response) => response.end('reached'));
    let asked = 0;
    await using egress = await startEgress(['*:*'], {
      resolver: async () => {
        asked += 1;
        return asked % 2 === 0 ? ['127.0.0.1'] : ['::1', '10.0.0.1'];
      },
    });
    for (let round = 0; round < 200; round += 1) {
      expect((await ask(egress.port.url, `http://rebind.example:${site.port}/`)).status).toBe(403);
    }
    expect(asked).toBe(200);
    expect(site.connections).toBe(0);
  },
);
