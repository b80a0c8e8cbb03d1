import type { Db, Tx } from '#server/db/connection.ts';
import {
  listEntriesOf,
  signedEntries,
  standingEntries,
  type StandingEntry,
} from '#server/features/book/book.reading.service.ts';
import { type EntryKey } from '#server/features/book/book.service.ts';
import { Conflict } from '#server/lib/refusal.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { decimal, toText, zero } from '#shared/kernel/money.ts';
import { approvalOf } from '../orders.book.service.ts';
import type { LockedOrder } from '../orders.queries.ts';

/** The amounts that an order is paid by its settlement and by its payout; decimal text in its payout currency. */
type PaidAmounts = { orderId: Id<'order'>; amounts: readonly string[] };

/** An order whose payout differs from its signed entry. */
export type TamperedSettlement = PaidAmounts & {
  /** The amount of the entry; null if the product did not sign it, or it was undone. */
  signed: string | null;
};

/** Finds the orders whose amounts differ from their signed entry; an order without an entry is older than the book. */
export async function findTamperedSettlements(db: Db, orders: readonly PaidAmounts[]): Promise<TamperedSettlement[]> {
  const entries = await standingEntries(
    db,
    orders.map(({ orderId: subject }) => ({ kind: 'settled', subject })),
  );
  return orders.flatMap((order) =>
    entries.has(order.orderId) ? tamperedSettlementsOf(order, entries.get(order.orderId)) : [],
  );
}

function tamperedSettlementsOf(
  { orderId, amounts }: PaidAmounts,
  entry: StandingEntry | undefined,
): TamperedSettlement[] {
  const net = entry?.isSigned ? entry.lines.filter(({ to }) => to.kind === 'owed') : undefined;
  const signedSum = net?.reduce((sum, { amount }) => sum.plus(decimal(amount)), zero);
  const isSame = signedSum && amounts.every((amount) => decimal(amount).eq(signedSum));
  return isSame ? [] : [{ orderId, amounts, signed: signedSum ? toText(signedSum) : null }];
}

/** The refusal of an order whose settlement was changed by another program. */
export const settlementTampered = () => new Conflict('conflict', 'settlement_tampered');

/**
 * Refuses with conflict to pay an order another amount than its signed entry has. Returns the entries of its approval
 * that were read, for `bookApproved`.
 */
export async function requireSettledAsSigned(
  tx: Tx,
  { id: orderId, netToPay, payoutAmount, stage }: Pick<LockedOrder, 'id' | 'netToPay' | 'payoutAmount' | 'stage'>,
): Promise<readonly EntryKey[]> {
  const knownEntries = await listEntriesOf(tx, approvalOf(orderId));
  const settlements = knownEntries.filter(({ kind }) => kind === 'settled');
  if (settlements.length === 0) return knownEntries;
  const standingSettlements = settlements.filter(({ reversedBy }) => reversedBy === null);
  // An approval that was taken back: the order is paid as agreed, which it is signed with.
  const isTakenBack = standingSettlements.length === 0 && stage === 'by_hand' && decimal(netToPay).eq(payoutAmount);
  if (isTakenBack) return knownEntries;
  const [entry] = (await signedEntries(tx, standingSettlements)).values();
  if (tamperedSettlementsOf({ orderId, amounts: [netToPay] }, entry).length > 0) throw settlementTampered();
  return knownEntries;
}
