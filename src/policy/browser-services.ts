/** Hosts that only the browser itself calls: update, autofill, sync, safe browsing, hints. No page needs them. */
const SERVICE_HOSTS: ReadonlySet<string> = new Set([
  'android.clients.google.com',
  'clients1.google.com',
  'clients2.google.com',
  'clients3.google.com',
  'clients4.google.com',
  'clients5.google.com',
  'clients6.google.com',
  'clientservices.googleapis.com',
  'content-autofill.googleapis.com',
  'edge.microsoft.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'safebrowsing.google.com',
  'sb-ssl.google.com',
  'update.googleapis.com',
]);

const SERVICE_SUFFIXES = ['-pa.googleapis.com', '.gvt1.com', '.gvt2.com', '.edge.microsoft.com'];

/** Names under googleapis.com that ordinary pages load from. */
const PAGE_HOSTS: ReadonlySet<string> = new Set([
  'ajax.googleapis.com',
  'fonts.googleapis.com',
  'maps.googleapis.com',
  'storage.googleapis.com',
  'www.googleapis.com',
]);

/** Whether a canonical host serves browsers and no page, so that `*` does not cover it. */
export function isBrowserService(host: string): boolean {
  return SERVICE_HOSTS.has(host) || SERVICE_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

/**
 * Whether a refused request was most likely the browser's own and not the page's: counted, never told to a model.
 * Wider than `isBrowserService`, since accounts.google.com is called by the browser and is a place to log in as well.
 */
export function isLikelyBackground(host: string): boolean {
  if (isBrowserService(host) || host === 'accounts.google.com') return true;
  return host.endsWith('.googleapis.com') && !PAGE_HOSTS.has(host);
}
