// Opens the product without a network, from the page's own files. API data never passes through here.
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies';

const cacheName = 'landfall-shell-2';
const shell = '/index.html';
const beside = ['/favicon.svg', '/manifest.webmanifest'];

const storeShell = async () => (await caches.open(cacheName)).addAll([shell, ...beside]);

self.addEventListener('install', (event) => event.waitUntil(storeShell().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Pages come from the network if it answers, so that no worker serves an outdated build. */
const shellOffline = {
  fetchDidSucceed: ({ response, event }) => {
    if (response.status >= 500) throw new Error('Only a proxy answers.');
    event.waitUntil(storeShell().catch(() => undefined));
    return response;
  },
  handlerDidError: () => caches.match(shell),
};
const isOurs = ({ url, sameOrigin }) => sameOrigin && !/^\/(api|ws)(\/|$)/.test(url.pathname);

registerRoute(
  (match) => isOurs(match) && match.request.mode === 'navigate',
  new NetworkOnly({ plugins: [shellOffline] }),
);
// An asset's name changes with its content; assets of older builds are removed later.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'landfall-assets', plugins: [new ExpirationPlugin({ maxEntries: 200 })] }),
);
registerRoute(({ url, sameOrigin }) => sameOrigin && beside.includes(url.pathname), new NetworkFirst({ cacheName }));
