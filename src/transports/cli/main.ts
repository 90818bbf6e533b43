#!/usr/bin/env node
import { runCli } from './program.ts';

await runCli(process.argv.slice(2), async (settings, surroundings) => {
  const { openHost } = await import('#transports/open-host.ts');
  return openHost(settings, surroundings);
});
