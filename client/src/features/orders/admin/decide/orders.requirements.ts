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

/** A field that an approval needs: the evidence, and before it the customer's proof. */
export type Requirement = EvidenceField | 'proof';

type Record = Pick<AdminOrder, 'adminNotes' | 'adminTransactionId' | 'adminPayoutScreenshots' | 'awaitingProof'>;

const recordedOf = (order: Record) => ({ ...order, payoutFiles: order.adminPayoutScreenshots.length });

export function evidenceForm(order: Record & { warnings?: readonly string[] }, isRequired: boolean) {
  return payoutEvidence(recordedOf(order), isRequired, (order.warnings ?? []).length > 0);
}

/** The requirements missing before a payout can be approved; the server checks the same again. */
export function missingFor(order: Record, draft: Pick<Draft, EvidenceField>, isRequired: boolean): Requirement[] {
  const givenEvidence = { ...draft, payoutFiles: draft.payoutFiles.length };
  const evidence = isRequired ? missingEvidence(recordedOf(order), givenEvidence) : [];
  return order.awaitingProof ? ['proof', ...evidence] : evidence;
}
