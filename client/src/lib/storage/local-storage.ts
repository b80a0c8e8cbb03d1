/** Prefix of the key of every stored answer. */
export const copyPrefix = 'landfall-cache:';

/** Reads a stored text; null if there is none, or if the browser blocks storage (private windows, strict settings). */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Parses JSON, for the caller to check; undefined if it is malformed: users can edit browser storage. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a text under a key; false if the browser refuses, so that a caller can report it. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes keys; does nothing if the browser blocks storage. */
export function removeStored(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    return;
  }
}

/** Returns the stored keys that begin with a prefix; none if the browser blocks storage. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
