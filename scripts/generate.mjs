// Writes the reference pages that come from the product's own tables. With --check, fails on a stale one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliPage } from './generate/cli-page.mjs';
import { errorsPage } from './generate/errors-page.mjs';
import { settingsPage } from './generate/settings-page.mjs';
import { toolsPage } from './generate/tools-page.mjs';
import { ROOT } from './load-typescript.mjs';

const PAGES = {
  'docs/reference/cli.md': cliPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/settings.md': settingsPage,
  'docs/reference/tools.md': toolsPage,
};

const check = process.argv.includes('--check');
for (const [path, makePage] of Object.entries(PAGES)) {
  const file = join(ROOT, path);
  const content = await makePage();
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  if (check) {
    console.error(`${path} is stale. Type: npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    console.log(`wrote ${path}`);
  }
}
