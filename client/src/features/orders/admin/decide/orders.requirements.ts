import type { z } from 'zod';
import { decimal } from '#shared/kernel/money.ts';
import { missingEvidence, payoutEvidence, type EvidenceField } from '#shared/orders/orders.evidence.ts';
import type { AdminOrder } from '../orders.admin.queries.ts';

/** An admin's unsent input about an order. */
export type Draft = z.output<ReturnType<typeof payoutEvidence>>;

export const emptyDraft: Draft = { adminTransactionId: '', adminNotes: '', reason: '', payoutFiles: [] };

/** True if an order is worth more than the limit in US dollars. */
export function isAbove({ valueUsd }: Pick<AdminOrder, 'valueUsd'>, limitUsd: number): boolean {
  return decimal(String(valueUsd)).gt(decimal(String(limitUsd)));
}

/**
 * A field that an approval needs: the customer's proof, the evidence, and the reason against what speaks against it.
 */
export type Requirement = EvidenceField | 'proof' | 'reason';

type Record = Pick<AdminOrder, 'adminNotes' | 'adminTransactionId' | 'adminPayoutScreenshots' | 'awaitingProof'>;

const recordedOf = (order: Record) => ({ ...order, payoutFiles: order.adminPayoutScreenshots.length });

/** Returns the fields of evidence that a decision on an order asks for, with the reason if the order has warnings. */
export function evidenceForm(order: Record & { warnings?: readonly string[] }, isRequired: boolean) {
  return payoutEvidence(recordedOf(order), isRequired, (order.warnings ?? []).length > 0);
}

/** The requirements missing before a payout can be approved; the server checks the same again. */
export function missingFor(order: Record, draft: Draft, isRequired: boolean, needsReason = false): Requirement[] {
  const given = { ...draft, payoutFiles: draft.payoutFiles.length };
  return [
    ...(order.awaitingProof ? (['proof'] as const) : []),
    ...(needsReason && !draft.reason.trim() ? (['reason'] as const) : []),
    ...(isRequired ? missingEvidence(recordedOf(order), given) : []),
  ];
}
