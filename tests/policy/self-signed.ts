import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A fresh key and a certificate for one name, made by openssl. */
export async function selfSigned(name: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', keyFile, '-out', certFile, '-days', '2', '-subj', `/CN=${name}`],
      ...['-addext', `subjectAltName=DNS:${name}`],
    ]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
