import { parseJson, readStored, removeStored, storedKeys, writeStored } from './local-storage.ts';

export const prefix = 'landfall-draft:';

export interface StoredDraft {
  savedAt: number;
  /** True once money may be on its way: such a draft does not expire. */
  neverExpires: boolean;
  open: unknown;
  private?: unknown;
}

/** Reads the value of a key; undefined for an outdated or altered one. */
export function readStoredDraft(key: string): StoredDraft | undefined {
  const value = parseJson(readStored(key));
  if (typeof value !== 'object' || value === null || !('savedAt' in value) || !('open' in value)) return undefined;
  const { savedAt, open } = value;
  if (typeof savedAt !== 'number') return undefined;
  const neverExpires = 'neverExpires' in value && value.neverExpires === true;
  return { savedAt, neverExpires, open, private: 'private' in value ? value.private : undefined };
}

/**
 * At sign-out: deletes bank data, files and mailed codes; coin, amount and address
 * stay. One user's drafts can be exempted.
 */
export async function clearPrivateDrafts(exceptUserId?: string): Promise<void> {
  const keys = storedKeys(prefix).filter((key) => exceptUserId === undefined || !key.endsWith(`:${exceptUserId}`));
  for (const key of keys) {
    const storedDraft = readStoredDraft(key);
    if (storedDraft?.open) writeStored(key, JSON.stringify({ ...storedDraft, private: undefined }));
    else removeStored(key);
  }
  if (keys.length === 0) return;
  const { delMany } = await import('idb-keyval');
  await delMany(keys);
}
