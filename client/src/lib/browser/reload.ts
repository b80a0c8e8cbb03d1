import { minuteMs } from '#shared/reference/units-of-time.ts';

const key = 'landfall-reloaded-at';
const minIntervalMs = minuteMs;

/** Reloads for the files of a newer build; false when offline or just tried: then the caller shows the error. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    const lastReload = Number(sessionStorage.getItem(key) ?? '0');
    if (Date.now() - lastReload < minIntervalMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false; // Without a record of the last reload this could reload endlessly.
  }
  location.reload();
  return true;
}
