const key = 'landfall-reloaded-at';
const minIntervalMs = 60_000;

/**
 * Loads the page anew, because a file of an older build is gone once a newer one is deployed and a fresh page has the new
 * names. False without a network, or when that has just been tried: then somebody has to be told.
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
