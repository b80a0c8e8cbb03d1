import { Unprocessable } from '#server/http/refusal.ts';
import type { PlainReason } from '#shared/kernel/reason.ts';
import type { AdminRecord, LockedOrder } from './orders.queries.ts';

/** Which of the two entry points of the admin side a decision came through. */
export type EntryPoint = 'quick' | 'review';

type Given = AdminRecord & {
  /** Screenshots sent along with the decision. */
  sentScreenshots: number;
};

/**
 * Refuses a payout that cannot be proven later: it needs notes, the final transaction id and a screenshot, stored or
 * sent along. The setting "payout evidence required" lifts this for cash payouts. An exchange without proof of the
 * customer's payment is never completed.
 */
export function requireEvidence(order: LockedOrder, given: Given, isRequired: boolean): void {
  requireProof(order);
  if (!isRequired) return;
  const fields: Record<string, PlainReason> = {};
  if (!(given.adminNotes ?? order.adminNotes)) fields.adminNotes = 'admin_notes_required';
  if (!(given.adminTransactionId ?? order.adminTransactionId)) {
    fields.adminTransactionId = 'admin_transaction_id_required';
  }
  if (order.screenshots + given.sentScreenshots === 0) {
    fields.payoutFiles = 'payout_screenshot_required';
  }
  const [first] = Object.values(fields);
  if (first) throw new Unprocessable('evidence_missing', first, { fields });
}

/** An exchange comes before its proof: until then there is nothing to check, so nothing to start or to pay. */
export function requireProof(order: LockedOrder): void {
  if (order.proofAt) return;
  throw new Unprocessable('proof_missing', 'proof_awaited');
}

/** In the review panel a refusal carries its reason, which the customer reads; the quick action may go without. */
export function requireReason(order: LockedOrder, { adminNotes }: AdminRecord, entryPoint: EntryPoint): void {
  if (entryPoint === 'quick' || (adminNotes ?? order.adminNotes)) return;
  const reason = 'refusal_note_required';
  throw new Unprocessable('evidence_missing', reason, { fields: { adminNotes: reason } });
}
