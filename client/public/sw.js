// Reading without a network: the files of the last page are kept here, the answers of the server in lib/kept.ts.
// Pages come from the network whenever it answers, so that no worker keeps an old build alive; an asset's name changes
// with its content, so the kept one is as good. Data is never touched. OFFLINE_READING=off takes all of it back.
const cacheName = 'landfall-shell-1';
const shell = '/index.html';
const mostAssets = 200;
const beside = ['/before-paint.js', '/favicon.svg', '/manifest.webmanifest'];

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepShell(), keepAll(beside)]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// What the page had loaded before there was a worker.
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(keepAll(keep.filter((path) => isAsset(path))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|ws)(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (isAsset(pathname)) event.respondWith(asset(request));
  else if (beside.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

/** @param {string} path */
function isAsset(path) {
  return path.startsWith('/assets/');
}

/** The page as the server gives it; the kept one where nobody, or only a proxy, answers. */
async function page(event) {
  try {
    const response = await fetch(event.request);
    if (response.status < 500) {
      event.waitUntil(keepShell());
      return response;
    }
    return (await caches.match(shell)) ?? response;
  } catch (error) {
    const copy = await caches.match(shell);
    if (copy) return copy;
    throw error;
  }
}

/** @param {Request} request */
async function asset(request) {
  const copy = await caches.match(request);
  if (copy) return copy;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(cacheName)).put(request, response.clone());
  return response;
}

/** @param {string} path */
async function kept(path) {
  return (await caches.match(path)) ?? Response.error();
}

/** Keeps the newest shell. */
async function keepShell() {
  const response = await fetch(shell, { cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) await (await caches.open(cacheName)).put(shell, response);
}

/** Keeps what is not kept yet, and of assets the newest: those of older builds go in time. @param {string[]} paths */
async function keepAll(paths) {
  const cache = await caches.open(cacheName);
  await Promise.all(
    paths.map(async (path) => {
      if (isAsset(path) && (await cache.match(path))) return;
      const response = await fetch(path).catch(() => undefined);
      if (response?.ok) await cache.put(path, response);
    }),
  );
  const assets = (await cache.keys()).filter(({ url }) => isAsset(new URL(url).pathname));
  await Promise.all(assets.slice(0, -mostAssets).map((request) => cache.delete(request)));
}
