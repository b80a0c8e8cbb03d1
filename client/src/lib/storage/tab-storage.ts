// What a tab keeps over a reload and forgets when it is closed or its person signs out. A browser that blocks storage
// keeps it until the page is left.
const prefix = 'landfall-tab:';
const inMemory = new Map<string, string>();

/** What was kept under a key; null for nothing. */
export function readTabItem(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

/** Keeps a text under a key; an empty one is forgotten. */
export function writeTabItem(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, text);
  } catch {
    if (text === '') inMemory.delete(key);
    else inMemory.set(key, text);
  }
}

/** Forgets what this tab alone keeps. */
export function clearTabStorage(): void {
  inMemory.clear();
  try {
    sessionStorage.clear();
  } catch {
    // Blocked: nothing was kept there.
  }
}
