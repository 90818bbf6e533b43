import { loadErrorCatalogues } from '../error-catalogues.mjs';
import { cell } from './cell.mjs';

const HEAD = `# Refusals and errors

Made from the tables in \`src/*/errors.ts\` by \`npm run generate\`; not to be edited by hand.

Every refusal has a stable code, says what happened in one sentence with the facts, and says what to do now.
The \`browser_*\` tools print it as \`browser.<code>: <sentence>\`; HTTP answers with the status; the command
line ends with the exit code. *Again* is whether the very same call may be sent again.
`;

const AGAIN = {
  yes: 'yes',
  no: 'no',
  'after-snapshot': 'after a snapshot',
  'when-passed': 'when the reason has passed',
  'when-changed': 'when it has changed',
  'after-dialog': 'after the dialog is answered',
  'after-navigation': 'after a navigation',
  'after-reload': 'after a reload',
  'if-not-sent': 'only if the reply says it was not sent',
  smaller: 'with less at once',
  'when-mended': 'when mended',
};

/** The page of every error code, its meaning and its remedy. */
export async function errorsPage() {
  const catalogues = await loadErrorCatalogues();
  return [HEAD, ...catalogues.map(section)].join('\n');
}

function section({ domain, entries }) {
  const rows = Object.entries(entries).map(
    ([code, { means, remedy, retry, status, exit }]) =>
      `| \`${code}\` | ${cell(means)} | ${cell(remedy)} | ${AGAIN[retry]} | ${status ?? '–'} | ${exit} |`,
  );
  return `## ${domain}

| code | means | what to do | again | HTTP | exit |
|---|---|---|---|---:|---:|
${rows.join('\n')}
`;
}
