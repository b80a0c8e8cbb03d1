import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { onWire } from '#server/lib/wire.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import type { RefundRow } from './refunds.queries.ts';

/** Where the transaction of a refund is on its chain; null where it is not read. */
export type Depth = { confirmations: number; required: number } | null;

/** A refund as its customer sees it. */
export function presentRefund(row: RefundRow, depth: Depth = null): RefundView {
  const { confirmations = null, required = null } = depth ?? {};
  return { ...onWire(row, 'amount', 'networkFee'), transactionHash: row.txHash, confirmations, required };
}

/** The same for the team. A row that the product did not write shows no address to pay to. */
export function presentAdminRefund(row: RefundRow, depth: Depth = null): AdminRefundView {
  const isOurs = isSignedRow(signedTables.refund, row);
  const found = row.finding ? [row.finding] : [];
  return {
    ...row,
    ...presentRefund(isOurs ? row : { ...row, address: null, tag: null }, depth),
    valueUsd: toWire(decimal(row.valueUsd)),
    userEmail: row.email,
    findings: isOurs ? found : ['tampered', ...found],
  };
}
