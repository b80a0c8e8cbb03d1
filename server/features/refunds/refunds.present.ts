import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import type { RefundRow } from './refunds.queries.ts';

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Where the transaction of a refund is on its chain; null where it is not read. */
export type Depth = { confirmations: number; required: number } | null;

/** A refund as its customer sees it. */
export function presentRefund(row: RefundRow, depth: Depth = null): RefundView {
  const { id, state, orderId, transferId, reference, cryptoId, address, tag, txHash, reason, version } = row;
  return {
    id,
    state,
    orderId,
    transferId,
    reference,
    cryptoId,
    amount: toWire(decimal(row.amount)),
    networkFee: row.networkFee === null ? null : toWire(decimal(row.networkFee)),
    address,
    tag,
    transactionHash: txHash,
    confirmations: depth?.confirmations ?? null,
    required: depth?.required ?? null,
    dueAt: row.dueAt.toISOString(),
    approvedAt: iso(row.approvedAt),
    sentAt: iso(row.sentAt),
    confirmedAt: iso(row.confirmedAt),
    cancelledAt: iso(row.cancelledAt),
    reason,
    version,
  };
}

/** The same for the team. A row that the product did not write shows no address to pay to. */
export function presentAdminRefund(row: RefundRow, depth: Depth = null): AdminRefundView {
  const isOurs = isSignedRow(signedTables.refund, row);
  const found = row.finding ? [row.finding] : [];
  const { userId, userName, email, valueUsd, approvedBy, sentBy } = row;
  return {
    ...presentRefund(isOurs ? row : { ...row, address: null, tag: null }, depth),
    userId,
    userName,
    userEmail: email,
    valueUsd: toWire(decimal(valueUsd)),
    approvedBy,
    sentBy,
    findings: isOurs ? found : ['tampered', ...found],
  };
}
