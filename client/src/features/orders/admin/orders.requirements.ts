import type { AdminOrder } from './orders.admin.queries.ts';

/** What the desk has entered about an order and not sent yet. */
export interface Draft {
  finalId: string;
  notes: string;
  files: readonly File[];
}

export const emptyDraft: Draft = { finalId: '', notes: '', files: [] };

/** A piece of evidence that approving needs. */
export type Requirement = 'notes' | 'screenshot' | 'finalId' | 'proof';

type Record = Pick<AdminOrder, 'adminNotes' | 'adminTransactionId' | 'adminPayoutScreenshots' | 'awaitingProof'>;

/**
 * What is missing before a payout can be approved, counting what is on record and what is about to be sent. The
 * server judges the same again. The customer's proof is needed even at a desk that lifted its own evidence.
 */
export function missingFor(order: Record, draft: Draft, evidenceRequired: boolean): Requirement[] {
  const missing: Requirement[] = order.awaitingProof ? ['proof'] : [];
  if (!evidenceRequired) return missing;
  if (!draft.finalId.trim() && !order.adminTransactionId) missing.push('finalId');
  if (!draft.notes.trim() && !order.adminNotes) missing.push('notes');
  if (draft.files.length + order.adminPayoutScreenshots.length === 0) missing.push('screenshot');
  return missing;
}
