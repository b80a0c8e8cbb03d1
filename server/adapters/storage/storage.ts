import type { Readable } from 'node:stream';

/** Storage of file bytes. Names are generated at random, never a user's. */
export interface FileStorage {
  /**
   * Stores `size` bytes under a new name; only marks are written again. When it resolves they survive a crash; when it
   * rejects, nothing of them is left.
   */
  put: (name: string, content: Readable, size: number) => Promise<void>;
  /** The bytes of `name`, or null when there are none. */
  get: (name: string) => Promise<{ stream: Readable; size: number } | null>;
  /** Removes a file; resolves too if there was none. */
  remove: (name: string) => Promise<void>;
  /** Removes drafts that an interrupted `put` left behind more than `restMs` ago. */
  removeDrafts: (restMs: number) => Promise<void>;
}

/** The ending of a mark: a file without content that stays although no row names it. */
export const markEnding = 'mark';

const ownName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{3,4}$/;

/** True for a name that this product gave: a UUID and an ending, so it can never be a path. */
export function isStoredName(name: string): boolean {
  return ownName.test(name);
}

/** Returns the name, or throws: the last line of defence against a path where a name belongs. */
export function storedName(name: string): string {
  if (!isStoredName(name)) throw new Error('This is not a name of a stored file.');
  return name;
}
