// Data that a tab stores across a reload and drops when it is closed or its user signs out. If storage is blocked,
// it lasts until the page is left.
const prefix = 'landfall-tab:';
const inMemory = new Map<string, string>();

/** The value stored under a key; null if none. */
export function readTabItem(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

/** Stores a text under a key; an empty one is removed. */
export function writeTabItem(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, text);
  } catch {
    if (text === '') inMemory.delete(key);
    else inMemory.set(key, text);
  }
}

/** Removes everything that this tab has stored. */
export function clearTabStorage(): void {
  inMemory.clear();
  try {
    sessionStorage.clear();
  } catch {
    // The browser blocks storage: nothing is stored.
  }
}
