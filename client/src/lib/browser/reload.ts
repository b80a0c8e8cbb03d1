const key = 'landfall-reloaded-at';
const minIntervalMs = 60_000;

/**
 * Reloads the page, because files of an older build are gone once a newer one is deployed, and a fresh page has the new
 * names. False when offline or when that was just tried: then the caller must show the error.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    const last = Number(sessionStorage.getItem(key) ?? '0');
    if (Date.now() - last < minIntervalMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false; // Without a note of the last reload we could reload for ever.
  }
  location.reload();
  return true;
}
