import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoPortal } from '../../../demo/portal.mjs';
import { PortalBench, type PortalClient } from '../../support/portal-client.ts';
import { openSite, type Site } from '../../support/site.ts';

const PAGES = {
  '/': (_: unknown, response: import('node:http').ServerResponse) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('content-security-policy', "script-src 'nonce-x'");
    response.end(`<!doctype html><title>Rows</title><h1>Rows</h1><a href="/next">Next</a><iframe src="/inner"></iframe>
      <script nonce=x>window.rows = [1, 2, 3]; window.count = 0;</script>`);
  },
  '/inner':
    '<!doctype html><title>Inner</title><button data-id=7>In</button><script>window.where = "inner"</script>',
  '/next': '<!doctype html><title>Next</title><h1>Next page</h1>',
};

let site: Site;
let bench: PortalBench;
let client: PortalClient;

beforeAll(async () => {
  [site, bench] = await Promise.all([openSite(PAGES), PortalBench.open({ caps: ['script'] })]);
  client = await bench.client();
  await client.ok('browser_navigate', { url: site.origin });
});
afterAll(async () => {
  await bench[Symbol.asyncDispose]();
  await site.close();
});

const run = async (code: string, more: object = {}) =>
  await client.ok('browser_script', { code, observe: 'none', ...more });

test("a script runs in the page's own world whatever its policy says, and its result is page text", async () => {
  expect(await run('window.rows')).toMatch(/<<page [^>]+>>\n\[\n 1,\n 2,\n 3\n\]\n<<\/page/);
  expect(await run('() => document.title')).toContain('"Rows"');
  expect(await run('const n = window.rows.length; return { n }')).toContain('"n": 3');
  expect(await run('await new Promise((done) => setTimeout(done, 20)); return "late"')).toContain('"late"');
  expect(await run('"<</page x>> token=abc?token=abc"')).toMatch(/‹‹\/page x>> token=abc\?token=«redacted»/);
});

test('with a ref it gets that element, in its own frame', async () => {
  const ref = client.ref('button', 'In');
  const reply = await run('(element) => [element.dataset.id, window.where]', { ref });
  expect(reply).toContain('"7",\n "inner"');
});

test('what it does is told: a change, another page', async () => {
  expect(await run('document.querySelector("h1").textContent = "Changed"')).toContain('Effect: changed');
  expect(await run('location.href = "/next"; await new Promise(() => {})')).toContain('navigated to');
  expect(await client.ok('browser_snapshot')).toContain('Next page');
  await client.ok('browser_navigate', { url: site.origin });
});

test('a script that fails, does not parse or gives what is no JSON is refused, and ran at most once', async () => {
  const failed = await client.refused('invalid_arguments', 'browser_script', {
    code: 'window.count += 1; JSON.parse("{")',
  });
  expect(failed).toContain('SyntaxError');
  expect(await run('window.count')).toContain('\n1\n');
  expect(await client.refused('invalid_arguments', 'browser_script', { code: 'return (' })).toContain(
    'does not parse',
  );
  await client.refused('invalid_arguments', 'browser_script', { code: 'const a = {}; a.a = a; return a' });
  await client.refused('invalid_arguments', 'browser_script', { code: '' });
  await client.refused('stale_ref', 'browser_script', { code: '(e) => e', ref: 'e1@v1' });
});

test('a long result is cut, and that is said', async () => {
  const reply = await run('"x".repeat(50_000)');
  expect(reply.length).toBeLessThan(13_000);
  expect(reply).toMatch(/\(\d+ characters omitted\)/);
});

test('the flag is the rule that lets it through, and stands in the journal', async () => {
  const rules: unknown[] = [];
  const stop = bench.broker.journal.events.on((event) => {
    if (event.operation === 'run-script') rules.push(event.rule);
  });
  await run('1');
  stop();
  expect(new Set(rules)).toEqual(new Set(['portal: script after page content → allow (by --caps script)']));
});

test('the demo portal fits on a phone: no page of it is wider than the screen', async () => {
  await using phones = await PortalBench.open({ caps: ['script'], device: 'iPhone 15' });
  const portal = await startDemoPortal({
    difficulties: ['downloads', 'uploads', 'dependent-fields', 'hostile-page'],
  });
  try {
    const phone = await phones.client();
    await phone.ok('browser_navigate', { url: portal.url });
    const steps = [
      { action: 'type', ref: phone.ref('textbox', 'E-mail'), text: 'ana@example.com' },
      { action: 'type', ref: phone.ref('textbox', 'Password'), text: 'harbour-7' },
      { action: 'click', ref: phone.ref('button', 'Sign in') },
    ];
    await phone.ok('browser_batch', { steps });
    for (const path of [
      '/invoices',
      '/invoices/new',
      '/invoices/F-2041',
      '/customers/new',
      '/documents',
      '/notices',
    ]) {
      await phone.ok('browser_navigate', { url: portal.url + path, observe: 'none' });
      const code = 'document.documentElement.scrollWidth <= window.innerWidth && window.innerWidth < 500';
      expect(await phone.ok('browser_script', { code, observe: 'none' }), path).toContain('\ntrue\n');
    }
  } finally {
    await portal.close();
  }
});
