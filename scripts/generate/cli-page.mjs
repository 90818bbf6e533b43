import { loadTypeScript } from '../load-typescript.mjs';
import { cell } from './cell.mjs';

const HEAD = `# Command line

Made from \`src/transports/cli/program.ts\` by \`npm run generate\`; not to be edited by hand.

\`portolan\` below is \`node dist/transports/cli/main.js\` in a clone. Exit codes: 0, or the one of the error's row in
[errors.md](errors.md). Flags that are settings are described once, in [settings.md](settings.md).
`;

/** The page of every command with its arguments and its own flags. */
export async function cliPage() {
  const { createProgram } = await loadTypeScript('src/transports/cli/program.ts');
  const { SETTINGS } = await loadTypeScript('src/transports/cli/settings.ts');
  const settings = new Set(Object.values(SETTINGS).map(({ flag }) => flag.split(' ')[0]));
  const program = createProgram(() => {
    throw new Error('No command is run here.');
  });
  return [HEAD, ...leaves(program).map((command) => section(command, settings))].join('\n');
}

/** Commands that do something, each with its whole name. */
function leaves(parent, name = 'portolan') {
  return [...parent.commands]
    .sort((one, other) => one.name().localeCompare(other.name()))
    .flatMap((command) => {
      const own = `${name} ${command.name()}`;
      return command.commands.length > 0 ? leaves(command, own) : [{ command, name: own }];
    });
}

function section({ command, name }, settings) {
  const taken = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const own = command.options.filter((option) => !settings.has(option.long) && !option.hidden);
  const rows = [
    ...command.registeredArguments.map(
      (argument) => `| \`${argument.name()}\` | ${cell(argument.description)} |`,
    ),
    ...own.map((option) => `| \`${option.flags}\` | ${cell(option.description)} |`),
  ];
  const count = command.options.length - own.length;
  const takesSettings = count > 5 ? '\nTakes every setting as a flag.\n' : '';
  return `## ${[name, ...taken].join(' ')}

${sentence(command.description())}
${takesSettings}${rows.length === 0 ? '' : `\n| | |\n|---|---|\n${rows.join('\n')}\n`}`;
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
