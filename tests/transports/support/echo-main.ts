import { runCli } from '#transports/cli/program.ts';
import { openEchoHost } from './echo-host.ts';

await runCli(process.argv.slice(2), async () => openEchoHost());
