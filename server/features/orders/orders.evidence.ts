import { Unprocessable } from '#server/http/refusal.ts';
import type { AdminRecord, LockedOrder } from './orders.queries.ts';

/** Which of the two doors of the desk a decision came through. */
export type EntryPoint = 'quick' | 'review';

type Given = AdminRecord & {
  /** Screenshots sent along with the decision. */
  sentScreenshots: number;
};

/**
 * Refuses a payout that cannot be shown later: it needs notes, the final transaction id and a screenshot, on record or
 * sent along. The setting "payout evidence required" lifts this for desks that pay in cash. An exchange without proof
 * of the customer's payment is never completed.
 */
export function requireEvidence(order: LockedOrder, given: Given, isRequired: boolean): void {
  requireProof(order);
  if (!isRequired) return;
  const fields: Record<string, string> = {};
  if (!(given.adminNotes ?? order.adminNotes)) fields.adminNotes = 'Admin notes are required before approval';
  if (!(given.adminTransactionId ?? order.adminTransactionId)) {
    fields.adminTransactionId = 'Transaction ID must be provided before approving';
  }
  if (order.screenshots + given.sentScreenshots === 0) {
    fields.payoutFiles = 'Payout screenshot is required before approval';
  }
  const [message] = Object.values(fields);
  if (message) throw new Unprocessable('evidence_missing', message, { fields });
}

/** An exchange comes before its proof: until then there is nothing to check, so nothing to start or to pay. */
export function requireProof(order: LockedOrder): void {
  if (order.proofAt) return;
  throw new Unprocessable('proof_missing', 'The payment proof of this transaction has not arrived yet.');
}

/** In the review panel a refusal carries its reason, which the customer reads; the quick action may go without. */
export function requireReason(order: LockedOrder, { adminNotes }: AdminRecord, entryPoint: EntryPoint): void {
  if (entryPoint === 'quick' || (adminNotes ?? order.adminNotes)) return;
  const message = 'Please give a reason: the customer will read it.';
  throw new Unprocessable('evidence_missing', message, { fields: { adminNotes: message } });
}
