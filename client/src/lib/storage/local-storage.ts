/** Every stored answer of the server begins with it. */
export const copyPrefix = 'landfall-cache:';

/** Browser storage may be blocked (private windows, strict settings): reading then returns null, writing false. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The JSON in a text, for the caller to check; undefined where it is none: users can edit browser storage. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Stores a text under a key; false when the browser refuses, so that a caller can report it. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes keys; a browser that blocks storage has nothing to remove. */
export function removeStored(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    return;
  }
}

export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
