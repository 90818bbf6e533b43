import { expect } from 'vitest';
import { proves } from '../spec/proves.ts';
import { PortalBench } from '../support/portal-client.ts';
import { openSite } from '../support/site.ts';

const PAGE = `<!doctype html><title>Withheld</title><iframe src="/frame"></iframe>
  <script>document.title = typeof RTCPeerConnection;</script>`;
const FRAME =
  '<!doctype html><title>Frame</title><script>parent.inFrame = typeof RTCPeerConnection;</script>';
const FACTS = `(async () => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const { serviceWorker } = navigator;
  const ways = [
    () => serviceWorker.register('/worker.js'),
    () => ServiceWorkerContainer.prototype.register.call(serviceWorker, '/worker.js'),
    () => frame.contentWindow.ServiceWorkerContainer.prototype.register.call(serviceWorker, '/worker.js'),
  ];
  const ends = await Promise.all(ways.map((way) => way().then(() => 'registered', () => 'refused')));
  const worker = ends.includes('registered') ? 'registered' : 'refused';
  return [document.title, window.inFrame, typeof frame.contentWindow.RTCPeerConnection, worker];
})()`;

proves(
  ['S-46', 'S-47'],
  'pages of the strictest profile have no WebRTC from their first script on, in no frame, and no service worker',
  async () => {
    await using site = await openSite({
      '/': PAGE,
      '/frame': FRAME,
      '/worker.js': (_, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end('');
      },
    });
    for (const [profile, webRtc] of [
      ['sites', 'undefined'],
      ['portal', 'function'],
    ] as const) {
      await using bench = await PortalBench.open({}, { profile });
      const page = await (await bench.client()).session.currentPage();
      await page.navigate(`${site.origin}/`, { atMs: Date.now() + 20_000 });
      await expect
        .poll(async () => {
          const { result } = await page.send<{ result: { value: unknown } }>('Runtime.evaluate', {
            expression: FACTS,
            awaitPromise: true,
            returnByValue: true,
          });
          return result.value;
        })
        .toEqual([webRtc, webRtc, webRtc, 'refused']);
      expect(site.requests.map(({ path }) => path)).not.toContain('/worker.js');
    }
  },
);
