import type { Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import { evidenceReasons, missingEvidence, refusal } from '#shared/orders/orders.evidence.ts';
import { readWarnings } from '../list/orders.warnings.queries.ts';
import type { AdminRecord, LockedOrder } from '../orders.queries.ts';
import { expiredQuoteSource } from '../orders.service.ts';

/** The warnings that the reason answers. A customer who is blocked is not paid, whatever the reason. */
export async function acceptedWarnings(tx: Tx, id: string, reason: string | null): Promise<readonly string[]> {
  const { warnings, isBlocked } = await readWarnings(tx, id);
  if (isBlocked) throw new Conflict('customer_blocked', 'customer_blocked');
  if (warnings.length > 0 && reason === null) {
    const because = 'warning_needs_reason';
    throw new Conflict(because, because, { fields: { reason: because }, warnings });
  }
  return warnings;
}

/** Records which warnings the reason answered. */
export async function recordAccepted(
  tx: Tx,
  actor: Actor,
  { id, userId }: LockedOrder,
  warnings: readonly string[],
  reason: string | null,
): Promise<void> {
  if (warnings.length === 0) return;
  const details = { findings: warnings, reason: textAbout(userId, reason) };
  await recordAudit(tx, actor, 'transaction.warnings_accepted', { type: 'transaction', id }, details);
}

/** Such a price may have moved far since: it is paid only after an admin accepted it in a note. */
export function requireAcceptedPrice(order: LockedOrder, { adminNotes }: AdminRecord): void {
  if (order.rateSource !== expiredQuoteSource || adminNotes || order.adminNotes) return;
  const reason = 'price_unconfirmed';
  throw new Unprocessable('evidence_missing', reason, { fields: { adminNotes: reason } });
}

/** Which of the two entry points of the admin side a decision came through. */
export type EntryPoint = 'quick' | 'review';

type Given = AdminRecord & {
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
  const sent = { ...given, payoutFiles: given.sentScreenshots };
  const missing = missingEvidence({ ...order, payoutFiles: order.screenshots }, sent);
  const fields = Object.fromEntries(missing.map((field) => [field, evidenceReasons[field]] as const));
  const first = fields.adminNotes ?? Object.values(fields)[0];
  if (first) throw new Unprocessable('evidence_missing', first, { fields });
}

/** What is paid for what arrived is not decided yet: by the customer, or by the team. */
export function requireSettlement({ stage }: Pick<LockedOrder, 'stage'>): void {
  if (stage === 'short' || stage === 'question') throw new Conflict('settlement_missing', 'settlement_missing');
}

/** An exchange comes before its proof: until then there is nothing to check, so nothing to start or to pay. */
export function requireProof(order: LockedOrder): void {
  if (order.proofAt) return;
  throw new Unprocessable('proof_missing', 'proof_awaited');
}

/** In the review panel a refusal carries its reason, which the customer reads; the quick action may go without. */
export function requireReason(order: LockedOrder, { adminNotes }: AdminRecord, entryPoint: EntryPoint): void {
  const given = { adminNotes: adminNotes ?? order.adminNotes };
  if (entryPoint === 'quick' || refusal.safeParse(given).success) return;
  const reason = 'refusal_note_required';
  throw new Unprocessable('evidence_missing', reason, { fields: { adminNotes: reason } });
}
