import { z } from 'zod';
import { readTabItem, writeTabItem } from '#client/lib/storage/tab-storage.ts';
import { emptyDraft, type Draft } from './orders.requirements.ts';

const draftText = z.object({ adminTransactionId: z.string(), adminNotes: z.string(), reason: z.string() });
type DraftText = z.output<typeof draftText>;

/** Unsent evidence by order id. */
export interface Drafts {
  get: (orderId: string) => Draft | undefined;
  set: (orderId: string, draft: Draft) => void;
  /** Runs once the order is decided. */
  delete: (orderId: string) => void;
  /** True if something was entered on this page for another order. */
  hasOthers: (orderId: string) => boolean;
}

const keyOf = (orderId: string) => `evidence:${orderId}`;

/**
 * Caches unsent evidence until the page is left. Its text also survives a reload of the tab, until sign-out; its files
 * do not.
 */
export function createDrafts(): Drafts {
  const enteredDrafts = new Map<string, Draft>();
  return {
    get: (orderId) => enteredDrafts.get(orderId) ?? readDraft(orderId),
    set: (orderId, draft) => {
      enteredDrafts.set(orderId, draft);
      writeText(orderId, draft);
    },
    delete: (orderId) => {
      enteredDrafts.delete(orderId);
      writeTabItem(keyOf(orderId), '');
    },
    hasOthers: (orderId) => [...enteredDrafts.keys()].some((enteredId) => enteredId !== orderId),
  };
}

function writeText(orderId: string, { adminTransactionId, adminNotes, reason }: DraftText): void {
  const isEmpty = !adminTransactionId && !adminNotes && !reason;
  writeTabItem(keyOf(orderId), isEmpty ? '' : JSON.stringify({ adminTransactionId, adminNotes, reason }));
}

/** Users can edit browser storage. */
function readDraft(orderId: string): Draft | undefined {
  try {
    const { data } = draftText.safeParse(JSON.parse(readTabItem(keyOf(orderId)) ?? 'null'));
    return data && { ...emptyDraft, ...data };
  } catch {
    return undefined; // Storage that this page has not written.
  }
}
