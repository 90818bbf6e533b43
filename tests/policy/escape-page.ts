/** Ways a page has of making a connection; the last part of each URL tried is the name of the way. */
export const PLAIN_WAYS = [
  'fetch',
  'fetch-no-cors',
  'xhr',
  'event-source',
  'iframe',
  'image',
  'script',
  'style',
  'media',
  'object',
  'form',
  'beacon',
  'worker',
  'shared-worker',
  'prefetch',
  'redirect',
  'window-open',
] as const;

/** A page that tries every way to reach `base`, and WebSocket, preconnect and a service worker besides. */
export function escapePage(base: string): string {
  return `<!doctype html><title>Escape</title><body><script>
const base = ${JSON.stringify(base)};
const to = (way) => base + '/' + way;
const add = (tag, attributes) => {
  const element = document.createElement(tag);
  Object.assign(element, attributes);
  document.body.append(element);
  return element;
};
const quietly = (work) => { try { Promise.resolve(work()).catch(() => {}); } catch {} };
addEventListener('load', () => {
  quietly(() => fetch(to('fetch')));
  quietly(() => fetch(to('fetch-no-cors'), { mode: 'no-cors', method: 'POST', body: 'x' }));
  quietly(() => { const xhr = new XMLHttpRequest(); xhr.open('GET', to('xhr')); xhr.send(); });
  quietly(() => new EventSource(to('event-source')));
  quietly(() => new WebSocket(base.replace('http', 'ws') + '/web-socket'));
  add('iframe', { src: to('iframe') });
  add('img', { src: to('image') });
  add('script', { src: to('script') });
  add('link', { rel: 'stylesheet', href: to('style') });
  add('video', { src: to('media'), preload: 'auto' });
  add('object', { data: to('object') });
  add('iframe', { name: 'sink' });
  add('form', { action: to('form'), method: 'post', target: 'sink' }).submit();
  quietly(() => navigator.sendBeacon(to('beacon'), 'x'));
  const source = 'fetch(' + JSON.stringify(to('worker')) + ').catch(() => {});' +
    'try { new WebSocket(' + JSON.stringify(base.replace('http', 'ws') + '/worker-socket') + ') } catch {}';
  quietly(() => new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))));
  quietly(() => new SharedWorker('/shared.js?' + encodeURIComponent(to('shared-worker'))));
  quietly(() => navigator.serviceWorker.register('/service.js?' + encodeURIComponent(to('service-worker'))));
  add('link', { rel: 'prefetch', href: to('prefetch'), as: 'document' });
  add('link', { rel: 'preconnect', href: base });
  add('link', { rel: 'dns-prefetch', href: base });
  add('iframe', { src: '/redirect?' + encodeURIComponent(to('redirect')) });
  quietly(() => open(to('window-open')));
});
</script>`;
}
