const worker = '/sw.js';

let assetObserver: PerformanceObserver | undefined;

/**
 * Caches the page's own files on this device, so that it opens offline. Where the operator has disabled that, the
 * worker is missing: then earlier caches are removed.
 */
export async function cacheAppShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return; // An old browser, or a page that is not secure.
  const answer = await fetch(worker, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!answer) return; // Offline now: the cached files are needed.
  if (!answer.ok) return removeAppShell();
  await navigator.serviceWorker.register(worker, { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  assetObserver?.disconnect();
  if (active) assetObserver = cacheLoadedAssets(active);
}

/** Sends the worker the files loaded without it: before it existed, or still loading when it started. */
function cacheLoadedAssets(active: ServiceWorker): PerformanceObserver {
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries().map(({ name }) => new URL(name));
    const keep = loaded
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname);
    if (keep.length > 0) active.postMessage({ keep }, []);
  });
  observer.observe({ type: 'resource', buffered: true });
  return observer;
}

async function removeAppShell(): Promise<void> {
  assetObserver?.disconnect();
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((one) => one.unregister()));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
