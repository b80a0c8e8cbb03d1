import { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { recordAudit, textAbout } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call } from '#server/http/guards/four-eyes.ts';
import { Conflict, Unprocessable } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf, decimal, toText } from '#shared/kernel/money.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { evidenceReasons, missingEvidence, refusal } from '#shared/orders/orders.evidence.ts';
import { mayRefuse } from '#shared/orders/orders.stages.ts';
import { isWarning } from '#shared/orders/orders.verdict-levels.ts';
import { warningsOf } from '../list/orders.review.present.ts';
import { readWarnings } from '../list/orders.review.queries.ts';
import { lockCustomerStatus } from '../orders.customers.queries.ts';
import type { OrdersDeps, SeenDeposit } from '../orders.ports.ts';
import type { AdminRecord, LockedOrder } from '../orders.queries.ts';
import { expiredQuoteSource } from '../orders.service.ts';

type OrderWarnings = ReturnType<typeof warningsOf>;

/**
 * Returns the warnings that the reason accepts. Refuses with warning_needs_reason without one, and with
 * customer_blocked for a blocked customer, who is paid for no reason.
 */
export async function acceptedWarnings(tx: Tx, id: Id<'order'>, reason: string | null): Promise<OrderWarnings> {
  const warningFlags = await readWarnings(tx, { id });
  const warnings = warningsOf(warningFlags.warnings);
  if (warningFlags.userStatus === 'blocked') throw new Conflict('customer_blocked', 'customer_blocked');
  if (warnings.length > 0 && reason === null) {
    const missingReason = 'warning_needs_reason';
    throw new Conflict(missingReason, missingReason, { fields: { reason: missingReason }, warnings });
  }
  return warnings;
}

/** Records the warnings that the reason accepts. */
export async function recordAccepted(
  tx: Tx,
  actor: Actor,
  { id, userId }: LockedOrder,
  warnings: OrderWarnings,
  reason: string | null,
): Promise<void> {
  if (warnings.length === 0) return;
  const details = { findings: warnings, reason: textAbout(userId, reason) };
  await recordAudit(tx, actor, 'transaction.warnings_accepted', { type: 'transaction', id }, details);
}

/**
 * Refuses with evidence_missing to pay the price of an expired quote, which may have moved far, until an admin has
 * accepted it in a note.
 */
export function assertAcceptedPrice(order: LockedOrder, { adminNotes }: AdminRecord): void {
  if (order.rateSource !== expiredQuoteSource || adminNotes || order.adminNotes) return;
  const reason = 'price_unconfirmed';
  throw new Unprocessable('evidence_missing', reason, { fields: { adminNotes: reason } });
}

/** The entry point of the admin side that a decision came through. */
export type EntryPoint = 'quick' | 'review';

type Given = AdminRecord & { sentScreenshots: number };

/**
 * Refuses with evidence_missing a payout without notes, final transaction id and screenshot; the setting "payout
 * evidence required" lifts this for cash. An exchange without proof of the customer's payment is never completed:
 * proof_missing.
 */
export function assertEvidence(order: LockedOrder, evidence: Given, isRequired: boolean): void {
  assertProof(order);
  if (!isRequired) return;
  const sentEvidence = { ...evidence, payoutFiles: evidence.sentScreenshots };
  const missingFields = missingEvidence({ ...order, payoutFiles: order.screenshots }, sentEvidence);
  const fields = Object.fromEntries(missingFields.map((field) => [field, evidenceReasons[field]] as const));
  const firstReason = fields.adminNotes ?? Object.values(fields)[0];
  if (firstReason) throw new Unprocessable('evidence_missing', firstReason, { fields });
}

/**
 * Refuses with settlement_missing while the customer or the team has to decide how much of the arrived amount is paid.
 */
export function assertSettlement({ stage }: Pick<LockedOrder, 'stage'>): void {
  if (stage === 'short' || stage === 'question') throw new Conflict('settlement_missing', 'settlement_missing');
}

/**
 * Refuses with conflict to pay for coins that can still change, and to end an order whose customer is asked about them.
 */
export function assertStage({ reference, stage }: LockedOrder, to: 'completed' | 'rejected' | 'failed'): void {
  if (to === 'completed' ? stage !== 'confirming' : mayRefuse(stage)) return;
  throw new Conflict('conflict', reasonWith('order_stage_elsewhere', { reference }));
}

/** Refuses with proof_missing to start or pay an exchange without its proof, because there is nothing to check yet. */
export function assertProof(order: LockedOrder): void {
  if (order.proofAt) return;
  throw new Unprocessable('proof_missing', 'proof_awaited');
}

/**
 * Refuses with evidence_missing a refusal without its reason, which the customer reads; the quick action needs none.
 */
export function assertReason(order: LockedOrder, { adminNotes }: AdminRecord, entryPoint: EntryPoint): void {
  const noteEvidence = { adminNotes: adminNotes ?? order.adminNotes };
  if (entryPoint === 'quick' || refusal.safeParse(noteEvidence).success) return;
  const reason = 'refusal_note_required';
  throw new Unprocessable('evidence_missing', reason, { fields: { adminNotes: reason } });
}

/**
 * Refuses with own_request an approval by the member who opened the order for its customer, where the rule of dual
 * approval counts its payout: otherwise one member could invent a sale and have it paid.
 */
export async function assertOtherThanOpener(
  tx: Tx,
  deps: OrdersDeps,
  order: LockedOrder,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const { payoutOverUsd } = deps.fourEyes.rules;
  if (order.openedBy !== userId || payoutOverUsd === null) return;
  const totalUsd = await deps.dayTotalUsd(tx, order, deps.now());
  if (totalUsd !== null && totalUsd.lte(amountOf('usd', String(payoutOverUsd)))) return;
  throw new Conflict('own_request', 'order_opened_by_you');
}

type Approving = {
  reason: string | null;
  warnings: readonly string[];
  record: AdminRecord;
  screenshots: readonly unknown[];
  call: Call;
  /** Reads the verdict on the deposit; may refuse with verdict_needs_reason. */
  judge: () => Promise<SeenDeposit | undefined>;
  /** True where the payout is in a released batch: only a warning asks for a second member then. */
  isReleased?: boolean;
  /** True where the order will wait for its payout and is not completed. */
  waits?: boolean;
};

/** Returns the request to a second member where the rules ask for one. Refuses with verdict_needs_reason. */
export async function approvalRequestOf(
  tx: Tx,
  deps: OrdersDeps,
  order: LockedOrder,
  { reason, warnings, record, screenshots, call, judge, isReleased = false, waits = false }: Approving,
): Promise<ApprovalRequest | undefined> {
  const { payoutOverUsd, payoutRelease, warnedApproval } = deps.fourEyes.rules;
  const approval = call.approved?.approval;
  // Money that is paid without a batch has no release, so under the rule for releases another member checks it here.
  const isUnreleased = payoutRelease && !isReleased && !waits;
  const limit = isReleased || waits || payoutOverUsd === null ? undefined : amountOf('usd', String(payoutOverUsd));
  const totalUsd = limit && (await deps.dayTotalUsd(tx, order, deps.now()));
  const isOver = limit !== undefined && (totalUsd === null || totalUsd?.gt(limit));
  const needsSecond = isOver || isUnreleased;
  if (!approval && !needsSecond && !warnedApproval) return undefined;
  const verdict = await judge();
  const isWarned = isWarning(verdict?.level) || warnings.length > 0;
  if (!approval && !needsSecond && !isWarned) return undefined;
  const { id, userId, reference, payoutCurrency, version, signature } = order;
  const adminNotes = record.adminNotes ?? order.adminNotes;
  const adminTransactionId = record.adminTransactionId ?? order.adminTransactionId;
  return {
    // A request has its kind even after the rules have changed; an order is approved by these two only.
    kind: (approval?.kind ?? (needsSecond ? 'payout' : 'warned_approval')) as 'payout' | 'warned_approval',
    subjectId: id,
    ...(order.openedBy !== null && { notBy: [order.openedBy] }),
    details: {
      userId,
      reference,
      ...payeeDetails.parse(order.paymentDetails),
      payout: toText(decimal(order.netToPay)),
      currency: payoutCurrency,
      valueUsd: toText(decimal(order.valueUsd)),
      // The total at the time of the request: later payouts of other orders are no reason to ask again.
      dayTotalUsd: approval ? (approval.details.dayTotalUsd ?? null) : totalUsd ? toText(totalUsd) : null,
      verdict: verdict?.level ?? null,
      findings: verdict && verdict.findings.length > 0 ? verdict.findings.join(', ') : null,
      warnings: warnings.join(', ') || null,
      reason,
      adminTransactionId,
      adminNotes,
      screenshots: order.screenshots + screenshots.length,
    },
    state: `${version} ${order.status} ${signature?.toString('base64') ?? ''} ${(await lockCustomerStatus(tx, { id: userId }))?.status}`,
  };
}

const payeeText = z.string().nullish().catch(null);
/** The payee of an order, as a second member is shown it. */
export const payeeDetails = z
  .object({ accountName: payeeText, accountNumber: payeeText, bankName: payeeText })
  .partial()
  .nullish()
  .transform((input) => ({
    payee: input?.accountName ?? null,
    payeeAccount: input?.accountNumber ?? null,
    payeeBank: input?.bankName ?? null,
  }));
