import { launchBrowser } from '#browser/launch.ts';

/**
 * A process of its own that owns a browser, for tests that end it in every way. It writes one line with
 * what it started, then ends as its last argument says: on a signal, when its input ends, or by an error.
 */
const [dataDir = '', proxyServer = '', profileDir = '', ending = ''] = process.argv.slice(2);

const browser = await launchBrowser({
  dataDir,
  proxyServer,
  headless: true,
  sandbox: true,
  ...(profileDir === '' ? {} : { profileDir }),
});
await (await browser.newPlaywrightContext({})).newPage();
process.stdout.write(`${JSON.stringify({ pid: browser.pid, profileDir: browser.profileDir })}\n`);

if (ending === 'exit') process.exit(0);
if (ending === 'uncaught') throw new Error('An error that nobody catches.');
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
