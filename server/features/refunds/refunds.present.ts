import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { toWireRow } from '#server/lib/wire.ts';
import { decimal, toWire } from '#shared/kernel/money.ts';
import type { AdminRefundView, RefundView } from '#shared/refunds/refunds.contract.ts';
import { addressFindingOf, isOfOther } from '#shared/refunds/refunds.rules.ts';
import type { RefundRow } from './refunds.queries.ts';

/** The depth of a refund's transaction on its chain; null where the chain is not read. */
export type Depth = { confirmations: number; required: number } | null;

/** Presents a refund to its customer. */
export function presentRefund(row: RefundRow, depth: Depth = null): RefundView {
  const { confirmations = null, required = null } = depth ?? {};
  return { ...toWireRow(row, 'amount', 'networkFee'), transactionHash: row.txHash, confirmations, required };
}

/** Returns when the customer of a refund was last asked for an address. */
export const askedAtOf = ({ askedAgainAt, dueAt }: RefundRow): Date => askedAgainAt ?? dueAt;

const hasValidSignature = (row: RefundRow): boolean => isSignedRow(signedTables.refund, row);

/** Returns a refund without its address if the product did not write the row, so that nothing is paid there. */
export const withOwnAddress = (row: RefundRow): RefundRow =>
  hasValidSignature(row) ? row : { ...row, address: null, tag: null };

/** Presents a refund to the team. */
export function presentAdminRefund(row: RefundRow, depth: Depth = null): AdminRefundView {
  const otherFinding = isOfOther(row) ? ('other_person' as const) : null;
  const findings = [row.finding, otherFinding, addressFindingOf(row)].filter((finding) => finding !== null);
  return {
    ...row,
    ...presentRefund(withOwnAddress(row), depth),
    askedAt: askedAtOf(row).toISOString(),
    valueUsd: row.valueUsd === null ? null : toWire(decimal(row.valueUsd)),
    userEmail: row.email,
    findings: hasValidSignature(row) ? findings : ['tampered', ...findings],
  };
}
