import { textToWire } from '#server/lib/wire.ts';
import type { AdminOrderDetails } from '#shared/orders/admin/orders.admin.contract.ts';
import { orderWarnings } from '#shared/orders/orders.verdict-levels.ts';
import { returnedReasonOf } from '#shared/payout-accounts/payout-accounts.returned.ts';
import type { LastPayout, ReviewRow } from './orders.review.queries.ts';
import { nameOf } from './orders.view.present.ts';

/** Returns the warnings about an order that apply, in their order. */
export const warningsOf = (warningFlags: ReviewRow['warnings']): AdminOrderDetails['warnings'] =>
  orderWarnings.filter((warning) => warningFlags[warning]);

const momentOf = (at: string) => new Date(at).toISOString();

function presentLastPayout({ at, details }: LastPayout): AdminOrderDetails['customer']['lastPayout'] {
  const { accountName, accountNumber, bankName } = details;
  return { at: momentOf(at), accountName, accountNumber, bankName };
}

/** The US dollars that a customer without an approved identity may exchange within `days`. */
type Limit = { limitUsd: number; limitDays: number };

/** The card of an order's customer: identity, history, and warnings for the reviewer. */
export function customerCard(row: ReviewRow, { limitUsd, limitDays }: Limit): AdminOrderDetails['customer'] {
  const { customerFigures, lastPayout, cameBack } = row;
  return {
    status: row.userStatus,
    blockedReason: row.blockedReason,
    registeredAt: row.registeredAt.toISOString(),
    orders: customerFigures.orders,
    completed: customerFigures.completed,
    volumeUsd: textToWire(customerFigures.volumeUsd),
    isMember: row.role !== 'customer',
    isFirst: customerFigures.isFirst,
    limitUsedUsd: textToWire(customerFigures.recentUsd),
    limitUsd,
    limitDays,
    kycRequestId: row.kycRequestId,
    nameAtCheck: renamedSince(row),
    lastPayout: lastPayout && presentLastPayout(lastPayout),
    cameBack: cameBack && { at: momentOf(cameBack.at), reason: returnedReasonOf(cameBack.reason) },
    samePayee: row.samePayee ?? [],
  };
}

/** The name that the identity was approved for, where the account has another one now; an erased account has none. */
export function renamedSince({
  approvedName,
  userStatus,
  firstName,
  lastName,
}: Pick<
  ReviewRow,
  'approvedName' | 'userStatus' | 'firstName' | 'lastName'
>): AdminOrderDetails['customer']['nameAtCheck'] {
  if (!approvedName || userStatus === 'deleted' || approvedName.name === nameOf([firstName, lastName])) return null;
  return { name: approvedName.name, checkedAt: momentOf(approvedName.checkedAt) };
}

/** Returns the additions to an order after its decision. */
export const amendmentsOf = ({ amendments }: Pick<ReviewRow, 'amendments'>): AdminOrderDetails['amendments'] =>
  (amendments ?? []).map(({ id, at, kind, note, transactionId, linkedId, linkedReference }) => ({
    id,
    at: momentOf(at),
    kind,
    note,
    transactionId,
    linked: linkedId === null || linkedReference === null ? null : { id: linkedId, reference: linkedReference },
  }));
