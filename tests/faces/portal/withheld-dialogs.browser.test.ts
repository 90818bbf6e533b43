import { expect, test } from 'vitest';
import { proves } from '../../spec/proves.ts';
import { PortalBench } from '../../support/portal-client.ts';
import { openSite } from '../../support/site.ts';

const PAGES = {
  '/own': '<!doctype html><title>Own</title><button onclick="alert(\'OWN WORDS\')">Own</button>',
  '/foreign':
    '<!doctype html><title>F</title><button>f</button><script>onmessage = () => confirm("FOREIGN WORDS")</script>',
};

proves('I3', 'the words of a dialog of a frame that is withheld are in no reply', async () => {
  await using site = await openSite({
    ...PAGES,
    '/': (_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>Home</title><button onclick="frames[0].postMessage(1, '*')">Stay</button><iframe src="${site.originFor('localhost')}/foreign"></iframe>`,
      );
    },
  });
  await using bench = await PortalBench.open({ readHosts: ['127.0.0.1:*'] });
  const client = await bench.client();
  await client.ok('browser_navigate', { url: site.origin });
  await client.call('browser_click', { ref: client.ref('button', 'Stay') });
  expect((await client.call('browser_wait', { seconds: 1 })).text).toContain('dialog');
  await client.call('browser_dialog', { accept: true });
  await client.call('browser_snapshot');
  for (const { text } of client.replies) expect(text).not.toContain('FOREIGN WORDS');
});

test('the words of a dialog of a page that may be read are told', async () => {
  await using site = await openSite(PAGES);
  await using bench = await PortalBench.open({ readHosts: ['127.0.0.1:*'] });
  const client = await bench.client();
  await client.ok('browser_navigate', { url: `${site.origin}/own` });
  expect(await client.ok('browser_click', { ref: client.ref('button', 'Own') })).toContain('OWN WORDS');
});
