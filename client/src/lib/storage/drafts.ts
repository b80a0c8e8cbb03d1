import { dayMs } from '#shared/reference/units-of-time.ts';
import { removeStored, writeStored } from './local-storage.ts';
import { prefix, readStoredDraft, type StoredDraft } from './private-drafts.ts';

const timeToLiveMs = dayMs;

/** Names one unfinished draft of one user, such as ('sell', user.id). */
export interface DraftKey {
  name: string;
  userId: string;
}

/** The key of a draft in the browser's storage. */
export const storageKey = ({ name, userId }: DraftKey): string => `${prefix}${name}:${userId}`;

/**
 * Stores a draft for 24 hours, or for good with `neverExpires`; sign-out deletes `private`. False if the browser stores
 * nothing.
 */
export function writeDraft(
  key: DraftKey,
  draft: { open: unknown; private?: unknown; neverExpires?: boolean },
): boolean {
  const storedDraft: StoredDraft = {
    savedAt: Date.now(),
    neverExpires: draft.neverExpires ?? false,
    open: draft.open,
    private: draft.private,
  };
  return writeStored(storageKey(key), JSON.stringify(storedDraft));
}

/** The stored draft, for the caller to parse: users can edit browser storage. Undefined if missing or too old. */
export function readDraft(
  key: DraftKey,
): { open: unknown; private: unknown; savedAt: Date; storedUntil: Date } | undefined {
  const storedDraft = readStoredDraft(storageKey(key));
  if (!storedDraft) return undefined;
  if (!storedDraft.neverExpires && Date.now() - storedDraft.savedAt > timeToLiveMs) {
    removeStored(storageKey(key));
    return undefined;
  }
  const savedAt = new Date(storedDraft.savedAt);
  return {
    open: storedDraft.open,
    private: storedDraft.private,
    savedAt,
    storedUntil: new Date(storedDraft.savedAt + timeToLiveMs),
  };
}

/** Deletes a draft and its file. */
export async function clearDraft(key: DraftKey): Promise<void> {
  removeStored(storageKey(key));
  const { del } = await import('idb-keyval');
  await del(storageKey(key));
}

/** Stores a draft's chosen file, so that closing the dialog or the tab loses nothing. */
export async function writeDraftFile(key: DraftKey, file: File | undefined): Promise<void> {
  const { del, set } = await import('idb-keyval');
  await (file ? set(storageKey(key), file) : del(storageKey(key)));
}

/** Returns the file of a draft; undefined if none is stored. */
export async function readDraftFile(key: DraftKey): Promise<File | undefined> {
  const { get } = await import('idb-keyval');
  const value: unknown = await get(storageKey(key));
  return value instanceof File ? value : undefined;
}
