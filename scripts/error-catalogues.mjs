import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadTypeScript, ROOT } from './load-typescript.mjs';

/**
 * The catalogues of refusals, one a domain, in the order of the folders.
 *
 * @returns {Promise<{ domain: string, path: string, entries: Record<string, object> }[]>}
 */
export async function loadErrorCatalogues() {
  const paths = readdirSync(join(ROOT, 'src'), { recursive: true })
    .filter((name) => name.split(/[\\/]/).at(-1) === 'errors.ts')
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .sort();
  const catalogues = [];
  for (const path of paths) {
    const module = await loadTypeScript(path);
    const [entries] = Object.entries(module)
      .filter(([name]) => name.endsWith('_ERRORS'))
      .map(([, value]) => value);
    if (entries === undefined) throw new Error(`${path} exports no table named …_ERRORS.`);
    catalogues.push({ domain: path.split('/').slice(1, -1).join('/'), path, entries });
  }
  return catalogues;
}
