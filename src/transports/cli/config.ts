import { join } from 'node:path';
import type { Command } from 'commander';
import { fail } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import type { Settings } from '#sessions/settings.ts';
import { inUrl } from '#transports/http/own-addresses.ts';
import { nearest } from '#transports/nearest.ts';
import { tokenOf } from '#transports/token-file.ts';
import { type Access, CLIENTS, type ClientName, clientBlock } from './client-blocks.ts';
import type { LoadedSettings } from './load-settings.ts';
import { flagsOf } from './setting-flags.ts';
import { rowOf, SETTING_NAMES } from './settings.ts';

/** `portolan config [client]`: the block that a client needs, with an address of its own each time. */
export function config(
  client: string,
  { settings, file }: LoadedSettings,
  command: Command,
  options: { stdio: boolean; json: boolean },
): void {
  const known = CLIENTS.find((name) => name === client);
  if (known === undefined) {
    throw fail('invalid_arguments', `No client is known by the name ${JSON.stringify(client)}.`, {
      remedy: `The nearest is ${nearest(client, CLIENTS)}; known are ${CLIENTS.join(', ')}.`,
    });
  }
  const access = options.stdio || startsProcessesOnly(known) ? ownProcess(command, file) : server(settings);
  const block = clientBlock(known, access);
  if (options.json) console.log(JSON.stringify({ client: known, ...block, access }));
  else {
    console.error(`For ${block.goesTo}:`);
    console.log(block.text);
  }
}

function startsProcessesOnly(client: ClientName): boolean {
  return client === 'claude-desktop';
}

function server(settings: Settings): Access {
  const origin = `http://${inUrl(settings.host)}:${settings.port}`;
  return { kind: 'http', url: sessionAddress(origin), token: settings.token ?? tokenOf(settings.dataDir) };
}

/** An address with a session of its own, whose name nobody guesses. */
export function sessionAddress(origin: string): string {
  return `${origin}/mcp/portal/${newId('s')}`;
}

/** The command that starts this very program, with the settings that were given. */
function ownProcess(command: Command, file: string | undefined): Access {
  const flags = flagsOf(command);
  const args = SETTING_NAMES.flatMap((name) => {
    const [flag = ''] = rowOf(name).flag.split(' ');
    const value = flags[name];
    if (value === undefined) return [];
    return typeof value === 'boolean' ? [flag] : value.flatMap((text) => [flag, text]);
  });
  const settingsFile = file === undefined ? [] : ['--config', file];
  const main = join(PACKAGE_ROOT, 'dist/transports/cli/main.js');
  return { kind: 'stdio', command: process.execPath, args: [main, 'mcp', ...settingsFile, ...args] };
}
