import type { AdminOrder } from './orders.admin.queries.ts';

/** An admin's unsent input about an order. */
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
 * The requirements missing before a payout can be approved, given the recorded data and the draft. The server checks
 * the same again. The customer's proof is needed even if payout evidence is not required.
 */
export function missingFor(order: Record, draft: Draft, evidenceRequired: boolean): Requirement[] {
  const missing: Requirement[] = order.awaitingProof ? ['proof'] : [];
  if (!evidenceRequired) return missing;
  if (!draft.finalId.trim() && !order.adminTransactionId) missing.push('finalId');
  if (!draft.notes.trim() && !order.adminNotes) missing.push('notes');
  if (draft.files.length + order.adminPayoutScreenshots.length === 0) missing.push('screenshot');
  return missing;
}
