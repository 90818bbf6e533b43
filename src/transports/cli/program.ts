import { Command, CommanderError, Option } from 'commander';
import { PACKAGE_VERSION } from '#kernel/package-root.ts';
import type { OpenHost } from '#transports/host.ts';
import { CLIENTS } from './client-blocks.ts';
import { printError } from './print-error.ts';
import { addSettings, settingsOf } from './setting-flags.ts';

const USAGE_EXIT = 2;

/**
 * Runs one command of the command line and sets the process's exit code: 0, or the one of the error's row.
 *
 * @param args - what stands after the program's name.
 * @param openHost - starts the inside; called only by commands that need a browser.
 */
export async function runCli(args: readonly string[], openHost: OpenHost): Promise<void> {
  const wantsJson = args.includes('--json');
  try {
    await createProgram(openHost).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT;
      return;
    }
    process.exitCode = printError(error, wantsJson);
  }
}

/** All commands with their flags and help. Each loads its own code only when it runs. */
export function createProgram(openHost: OpenHost): Command {
  const program = new Command('portolan')
    .description('A browser for AI agents: pages as text with refs, actions proved, traffic bounded.')
    .version(PACKAGE_VERSION)
    .exitOverride()
    .configureHelp({ sortSubcommands: true })
    .addHelpText('after', '\nFirst steps: `portolan doctor`, then `portolan serve --demo`.');

  addSettings(program.command('serve'))
    .description('serve MCP clients over HTTP')
    .option('--demo', 'also start the bundled demo portal, and show what a model would read of it')
    .option('--json', 'print what clients need as one JSON object')
    .action(async (_, command: Command) => {
      const { serve } = await import('./serve.ts');
      const { demo, json } = command.opts();
      await serve(settingsOf(command), openHost, { demo: demo === true, json: json === true });
    });

  addSettings(program.command('mcp'))
    .description('serve one MCP client over standard input and output')
    .action(async (_, command: Command) => {
      const { mcp } = await import('./mcp.ts');
      await mcp(settingsOf(command), openHost);
    });

  addSettings(program.command('demo'))
    .description('open the bundled demo portal and show what a model would read of it')
    .option('--json', 'print it as one JSON object')
    .action(async (_, command: Command) => {
      const { demo } = await import('./demo.ts');
      await demo(settingsOf(command), openHost, { json: command.opts()['json'] === true });
    });

  addSettings(program.command('doctor'))
    .description('check browser, sandbox, store, port and folders, and say what mends what is wrong')
    .option('--json', 'print the checks as JSON')
    .action(async (_, command: Command) => {
      const { doctor } = await import('./doctor.ts');
      await doctor(settingsOf(command), openHost, { json: command.opts()['json'] === true });
    });

  addSettings(program.command('config'))
    .description('print the block that a client needs')
    .argument('[client]', `one of: ${CLIENTS.join(', ')}`, 'generic')
    .option('--stdio', 'let the client start its own process instead of calling the server')
    .option('--json', 'print the block with what it is for as one JSON object')
    .action(async (client: string, _, command: Command) => {
      const { config } = await import('./config.ts');
      const { stdio, json } = command.opts();
      config(client, settingsOf(command), command, { stdio: stdio === true, json: json === true });
    });

  addSettings(program.command('log'), ['dataDir'])
    .description('print what sessions did, oldest first, or check that the record is as it was written')
    .option('--session <id>', 'of one session only')
    .option('--since <time>', 'from then on: 2026-11-30T09:00, or an age such as 30m, 2h, 7d')
    .option('--until <time>', 'before then')
    .option('--text <text>', 'with this text in it')
    .option('--tail <count>', 'the newest so many, or all', '50')
    .option('--verify', 'check the chain of records and the database')
    .option('--json', 'print JSON Lines')
    .action(async (_, command: Command) => {
      const { log } = await import('./log.ts');
      await log(settingsOf(command).settings.dataDir, command.opts());
    });

  program
    .command('skills')
    .description('list the skills that ship, or print one for an agent to read')
    .argument('[name]', 'the skill to print')
    .option('--json', 'print it as JSON')
    .action(async (name: string | undefined, _, command: Command) => {
      const { printSkills } = await import('./skills.ts');
      printSkills(name, { json: command.opts()['json'] === true });
    });

  addAgentCommand(program.command('agent'));
  addToolsetCommands(program.command('toolset'));
  addApprovalCommands(program.command('approvals'));
  addSessionCommands(program.command('sessions'));
  addSettings(program.command('extract'), ['dataDir', 'vaults', 'vaultPassphraseFd'])
    .description('take credentials out of a text on standard input; prints JSON without their values')
    .option('--store', 'put what was found into the vault')
    .option('--host <host>', 'the site of what was told without one')
    .option('--replace', 'put it in the place of one that is there')
    .action(async (_, command: Command) => {
      const { extract } = await import('./extract.ts');
      await extract(settingsOf(command), command.opts());
    });

  addCredentialCommands(program.command('credentials'));
  addPolicyCommands(program.command('policy'));
  addTokenCommands(program.command('token'));
  addWorkflowCommands(program.command('workflow'));
  return program;
}

function addAgentCommand(command: Command): void {
  addSettings(command)
    .description('let a model do a task in a browser of its own; the key comes from ANTHROPIC_API_KEY')
    .argument('<task>', 'what to do, in words')
    .option('--model <name>', 'the model, as the server calls it')
    .option('--base-url <url>', 'a server that speaks the Messages API; the vendor of the SDK when absent')
    .option('--max-turns <count>', 'the most answers of the model', '50')
    .option(
      '--enable <members>',
      'switch on read_console, read_network, file_upload or javascript_exec',
      append,
    )
    .option('--yes', 'let every call through without asking, where --enable wants somebody to be asked')
    .option('--stream', 'take the answers piece by piece')
    .option('--demo', 'also start the bundled demo portal and tell the model where it is')
    .option('--transcript <folder>', 'where to write the run down; in the data folder when absent')
    .option('--json', 'print how it ended as one JSON object')
    .addHelpText(
      'after',
      '\nEnds with 0 when the model says it is done, 1 when it refuses or is cut off, 2 at --max-turns, 130 when interrupted.',
    )
    .action(async (task: string, _, action: Command) => {
      const { agent } = await import('./agent.ts');
      await agent(settingsOf(action), task, action.opts());
    });
}

function addToolsetCommands(toolset: Command): void {
  toolset.description(
    'requests with the browser toolset of the Messages API, looked at before they are sent',
  );
  toolset
    .command('validate')
    .description('say which rules of the API a request breaks; ends with 1 when it breaks one')
    .argument('<file>', 'the body of a request as JSON, or - for standard input')
    .addOption(new Option('--tier <tier>', 'what the model takes of pictures').choices(['standard', 'high']))
    .option('--any-model', 'do not look at the name of the model')
    .option('--beta <name>', 'a beta that goes with the request in its headers; may be repeated', append)
    .option('--json', 'print the rules as JSON')
    .action(async (file: string, _, command: Command) => {
      const { validate } = await import('./toolset.ts');
      validate(file, command.opts());
    });
  toolset
    .command('preview')
    .description('print what the model will read of the results in a request')
    .argument('<file>', 'the body of a request, or its messages, as JSON, or - for standard input')
    .option('--json', 'print the texts as JSON, a list for each turn')
    .action(async (file: string, _, command: Command) => {
      const { preview } = await import('./toolset.ts');
      preview(file, command.opts());
    });
}

function addSessionCommands(sessions: Command): void {
  const WHERE = ['host', 'port', 'token', 'dataDir'] as const;
  sessions.description('sessions of the running server, and taking one over from its model');
  addSettings(sessions.command('list', { isDefault: true }), WHERE)
    .description('print them')
    .option('--json', 'print them as JSON')
    .action(async (_, command: Command) => {
      const { listSessions } = await import('./sessions.ts');
      await listSessions(settingsOf(command).settings, { json: command.opts()['json'] === true });
    });
  for (const [name, takenOver, description] of [
    ['take-over', true, 'keep the model out, for a captcha or a code that only you have'],
    ['hand-back', false, 'let the model go on'],
  ] as const) {
    addSettings(sessions.command(name), WHERE)
      .description(description)
      .argument('<session>', 'its id or name, or the beginning of the id')
      .option('--json', 'print it as JSON')
      .action(async (session: string, _, command: Command) => {
        const { takeOver } = await import('./sessions.ts');
        const json = command.opts()['json'] === true;
        await takeOver(settingsOf(command).settings, session, takenOver, { json });
      });
  }
}

function addApprovalCommands(approvals: Command): void {
  approvals.description('what agents wait for your word on');
  addSettings(approvals.command('list', { isDefault: true }), ['dataDir'])
    .description('print what waits')
    .option('--json', 'print it as JSON')
    .action(async (_, command: Command) => {
      const { listApprovals } = await import('./approvals.ts');
      await listApprovals(settingsOf(command).settings.dataDir, { json: command.opts()['json'] === true });
    });
  for (const [name, approve, description] of [
    ['approve', true, 'allow it, once and only as it was shown'],
    ['deny', false, 'refuse it'],
  ] as const) {
    addSettings(approvals.command(name), ['dataDir'])
      .description(description)
      .argument('<gate>', 'its name, or the beginning of it')
      .option('--json', 'print it as JSON')
      .action(async (gate: string, _, command: Command) => {
        const { answerApproval } = await import('./approvals.ts');
        const json = command.opts()['json'] === true;
        await answerApproval(settingsOf(command).settings.dataDir, gate, approve, { json });
      });
  }
  addSettings(approvals.command('watch'), ['dataDir'])
    .description('ask here about each thing as it comes')
    .action(async (_, command: Command) => {
      const { watchApprovals } = await import('./approvals.ts');
      await watchApprovals(settingsOf(command).settings.dataDir);
    });
}

function addCredentialCommands(credentials: Command): void {
  const settings = ['dataDir', 'vaults', 'vaultPassphraseFd'] as const;
  const isJson = (command: Command) => ({ json: command.opts()['json'] === true });
  credentials.description('what sessions may sign in with; no secret is ever printed');

  addSettings(credentials.command('add'), settings)
    .description('add a credential; the password is asked for twice, without echo')
    .argument('<name>', 'its id, and its host unless --host says otherwise')
    .option('--id <id>', 'another id than the name')
    .addOption(new Option('--binding <kind>', 'what it is bound to').choices(['web']).default('web'))
    .option('--host <host>', 'exact host of the sign-in form, or host:port; may be repeated', append)
    .option('--origin <origin>', 'a further origin, such as https://sso.example.com; may be repeated', append)
    .option('--username <name>', 'the user name')
    .option('--password-stdin', 'read the password from the first line of standard input')
    .option('--totp', 'ask for a secret for one-time codes too (the second line of standard input)')
    .option('--allow-http', 'use it over plain http as well, on loopback')
    .option('--allow-wildcard', 'take hosts such as *.shop.example.com')
    .option('--replace', 'put it in the place of one that is there')
    .option('--key <kind>', 'where a first key is kept: keychain, file or passphrase')
    .option('--json', 'print it as JSON')
    .showHelpAfterError(
      'A password is never taken as an argument, where others can read it: it is asked for, or read with --password-stdin.',
    )
    .configureOutput({ outputError: (text, write) => write(text.replace(/(--?[\w-]+)=[\s\S]*(?=')/, '$1')) })
    .action(async (name: string, _, command: Command) => {
      const { addCredential } = await import('./credentials.ts');
      await addCredential(name, settingsOf(command), command.opts());
    });
  addSettings(credentials.command('list'), settings)
    .description('list ids and hosts')
    .option('--json', 'print it as JSON')
    .action(async (_, command: Command) => {
      const { listCredentials } = await import('./credentials.ts');
      await listCredentials(settingsOf(command), isJson(command));
    });
  for (const [name, description] of [
    ['remove', 'remove a credential'],
    ['fingerprint', 'print what changes when the password does, and does not tell it'],
  ] as const) {
    addSettings(credentials.command(name), settings)
      .description(description)
      .argument('<id>', 'the id, as `list` prints it')
      .option('--json', 'print it as JSON')
      .action(async (id: string, _, command: Command) => {
        const { printFingerprint, removeCredential } = await import('./credentials.ts');
        const run = name === 'remove' ? removeCredential : printFingerprint;
        await run(id, settingsOf(command), isJson(command));
      });
  }
  addSettings(credentials.command('rotate-key'), settings)
    .description('seal everything with a new key')
    .option('--key <kind>', 'where the new key is kept: keychain, file or passphrase')
    .option('--json', 'print it as JSON')
    .action(async (_, command: Command) => {
      const { rotateVaultKey } = await import('./credentials.ts');
      await rotateVaultKey(settingsOf(command), { ...command.opts(), ...isJson(command) });
    });
}

function addPolicyCommands(policy: Command): void {
  policy.description('what sessions may do, and why');
  addSettings(policy.command('show'), ['hosts'])
    .description('print the hosts and what each effect gets')
    .option('--json', 'print it as JSON')
    .action(async (_, command: Command) => {
      const { showPolicy } = await import('./policy.ts');
      showPolicy(settingsOf(command), { json: command.opts()['json'] === true });
    });
  addSettings(policy.command('explain'), ['hosts'])
    .description('say what an address would get, and by which rule')
    .argument('<url>', 'the address')
    .option('--json', 'print it as JSON')
    .action(async (url: string, _, command: Command) => {
      const { explainPolicy } = await import('./policy.ts');
      explainPolicy(settingsOf(command), url, { json: command.opts()['json'] === true });
    });
}

function addTokenCommands(token: Command): void {
  token.description('the token that clients of the HTTP server send');
  for (const [name, description] of [
    ['path', 'print where the token stands'],
    ['show', 'print the token; it is made if there is none'],
    ['rotate', 'replace the token; clients that hold the old one are refused at once'],
  ] as const) {
    addSettings(token.command(name, { isDefault: name === 'path' }), ['dataDir'])
      .description(description)
      .option('--json', 'print it as JSON')
      .action(async (_, command: Command) => {
        const { printToken } = await import('./token.ts');
        printToken(name, settingsOf(command).settings.dataDir, { json: command.opts()['json'] === true });
      });
  }
}

function addWorkflowCommands(workflow: Command): void {
  workflow.description('workflows saved as plain sentences; only `run` starts a browser');
  addRunCommands(workflow);
  for (const [name, argument, what, description] of [
    ['new', '<name>', 'its name', 'write a file to begin from'],
    ['list', undefined, '', 'print the names, and files that are wrong'],
    ['show', '<name>', 'its name or alias', 'print the start page, the inputs and what each step means'],
    ['check', '[name]', 'one only', 'read the files and say what is wrong; exits with 2 when something is'],
    [
      'match',
      '<command>',
      'a short command',
      'say which workflow is meant; exits with 4 unless it is exactly one',
    ],
  ] as const) {
    const command = workflow.command(name).description(description);
    if (argument !== undefined) command.argument(argument, what);
    command
      .option('--dir <folder>', 'where the files are', './workflows')
      .option('--json', 'print it as JSON')
      .action(async () => {
        const commands = await import('./workflow.ts');
        const { dir, json } = command.opts();
        await commands.workflowCommand(name, command.args[0] ?? '', String(dir), json === true);
      });
  }
}

function addRunCommands(workflow: Command): void {
  addSettings(workflow.command('run'))
    .description('do the one workflow that a short command means, step by step, each checked on the page')
    .argument('<command>', 'its name, or a short command such as "run create broadcast"')
    .option('--dir <folder>', 'where the files are', './workflows')
    .option('--input <name=value>', 'what the workflow asks for; may be repeated', append)
    .option('--secrets-stdin', 'take its secret inputs as lines of name=value from standard input')
    .option('--yes', 'let through what a person would be asked about')
    .option('--json', 'print the run as one JSON object')
    .addHelpText(
      'after',
      '\nEnds with 0 when all steps were done and checked, 1 when one was not, 2 for wrong arguments or files, 4 unless exactly one workflow is meant, 130 when interrupted.\nFiles to upload are looked for in the current folder unless --upload-root says otherwise.',
    )
    .action(async (said: string, _, command: Command) => {
      const { runSaved } = await import('./workflow-run.ts');
      await runSaved(settingsOf(command), said, command.opts());
    });
  addSettings(workflow.command('runs'), ['dataDir'])
    .description('print the runs that are kept, the newest first')
    .option('--json', 'print them as JSON')
    .action(async (_, command: Command) => {
      const { printRuns } = await import('./workflow-run.ts');
      await printRuns(settingsOf(command), command.opts()['json'] === true);
    });
  addSettings(workflow.command('report'), ['dataDir'])
    .description('print what a run did, step by step, as JSON or as a page')
    .argument('<run>', 'its id, or how that begins')
    .option('--html', 'print a page for people, with the pictures in it')
    .action(async (id: string, _, command: Command) => {
      const { printReport } = await import('./workflow-run.ts');
      await printReport(settingsOf(command), id, command.opts()['html'] === true);
    });
}

/** Of an option that may be repeated: the texts of all of them. */
function append(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}
