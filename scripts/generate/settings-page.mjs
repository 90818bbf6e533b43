import { loadTypeScript } from '../load-typescript.mjs';
import { cell } from './cell.mjs';

const HEAD = `# Settings

Made from the table in \`src/transports/cli/settings.ts\` by \`npm run generate\`; not to be edited by hand.

A setting is a flag of the commands that serve, or a key of \`portolan.config.json\`; some are an environment
variable too. A flag goes before the environment, and that before the file. Paths in the file are taken from the
file's folder.

| flag | key | is | default |
|---|---|---|---|
`;

/** The page of every setting. */
export async function settingsPage() {
  const { SETTINGS, SETTING_NAMES, keyOf } = await loadTypeScript('src/transports/cli/settings.ts');
  const rows = SETTING_NAMES.map((name) => {
    const row = SETTINGS[name];
    const variable = row.variable === undefined ? '' : ` (\`${row.variable}\`)`;
    return `| \`${row.flag}\` | \`${keyOf(row)}\` | ${cell(row.help)}${variable} | ${cell(defaultOf(row))} |\n`;
  });
  return HEAD + rows.join('');
}

/** A folder by default depends on the machine, so it is told in words. */
function defaultOf(row) {
  if (row.isPath && row.schema.type === 'string' && row.fallback) return 'the place for data on this system';
  const value = row.fallback?.();
  if (value === undefined) return '–';
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
