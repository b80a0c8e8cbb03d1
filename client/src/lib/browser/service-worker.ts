import { trustedWorkerUrl, workerUrl } from './trusted-types.ts';

let assetObserver: PerformanceObserver | undefined;

/** Caches the page's own files for use offline; where the operator disabled that, earlier caches are removed. */
export async function cacheAppShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return; // An old browser, or a page without a secure context.
  const answer = await fetch(workerUrl, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer) return; // Offline now: the cached files are needed.
  // A development server answers with an HTML page instead.
  const isScript = answer.ok && answer.headers.get('content-type')?.includes('javascript');
  assetObserver?.disconnect();
  if (!isScript) return removeAppShell();
  await navigator.serviceWorker.register(trustedWorkerUrl(), { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  // Files loaded without the worker: before it existed, or still loading when it started.
  assetObserver = new PerformanceObserver((list) => {
    const loadedUrls = list.getEntries().map(({ name }) => name);
    const urlsToCache = loadedUrls.filter((url) => url.startsWith(`${location.origin}/assets/`));
    if (urlsToCache.length > 0) active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } }, []);
  });
  assetObserver.observe({ type: 'resource', buffered: true });
}

async function removeAppShell(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  indexedDB.deleteDatabase('workbox-expiration');
}
