import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

/** A Verdaccio of its own: a registry of packages with a web page, on loopback and without uplinks. */
export interface Verdaccio extends AsyncDisposable {
  readonly url: string;
  /** What was asked of it so far, as it logs it: `GET /-/web/detail/x 200`. */
  readonly requests: readonly string[];
  /** Publishes a package with its readme. */
  publish(name: string, version: string, more?: Published): Promise<void>;
}

export interface Published {
  readonly readme?: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The account that may publish. */
export const VERDACCIO_USER = { username: 'ana', password: 'harbour-7-quay' } as const;

const CONFIG = `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
    algorithm: bcrypt
    rounds: 4
uplinks: {}
packages:
  '**':
    access: $all
    publish: $authenticated
web:
  title: Office registry
log: { type: stdout, format: json, level: http }
`;

export async function startVerdaccio(): Promise<Verdaccio> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-verdaccio-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await writeFile(join(folder, 'config.yaml'), CONFIG);
  const program = join(import.meta.dirname, 'node_modules/verdaccio/bin/verdaccio');
  const server = spawn(
    process.execPath,
    [program, '--config', join(folder, 'config.yaml'), '--listen', `127.0.0.1:${port}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const requests: string[] = [];
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { request, status } = JSON.parse(line) as {
      request?: { method: string; url: string };
      status?: number;
    };
    if (request !== undefined && status !== undefined)
      requests.push(`${request.method} ${request.url} ${status}`);
  });
  await answers(url, server);
  const { username: name, password } = VERDACCIO_USER;
  const account = await fetch(`${url}/-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password }),
  });
  const { token } = (await account.json()) as { readonly token: string };
  return {
    url,
    requests,
    async publish(packageName, version, { readme = '', ...more } = {}) {
      const reply = await fetch(`${url}/${encodeURIComponent(packageName)}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(publication(url, packageName, version, readme, more)),
      });
      if (!reply.ok) throw new Error(`verdaccio took no ${packageName}: ${await reply.text()}`);
    },
    async [Symbol.asyncDispose]() {
      server.kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** What `npm publish` sends. */
function publication(url: string, name: string, version: string, readme: string, more: object): object {
  const data = Buffer.from(`tarball of ${name} ${version}`);
  const file = `${name.split('/').at(-1)}-${version}.tgz`;
  const dist = { tarball: `${url}/${name}/-/${file}`, shasum: createHash('sha1').update(data).digest('hex') };
  return {
    _id: name,
    name,
    readme,
    'dist-tags': { latest: version },
    versions: { [version]: { name, version, readme, dist, ...more } },
    _attachments: {
      [file]: {
        content_type: 'application/octet-stream',
        data: data.toString('base64'),
        length: data.length,
      },
    },
  };
}

async function answers(url: string, server: ReturnType<typeof spawn>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (server.exitCode !== null) throw new Error(`verdaccio ended with ${server.exitCode}`);
    const isThere = await fetch(`${url}/-/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('verdaccio did not answer.');
}
