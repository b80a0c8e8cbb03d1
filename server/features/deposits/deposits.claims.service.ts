import type { Tx } from '#server/db/connection.ts';
import { balancesOf, entriesFrom, entriesOf, standingEntry } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import type { RemovedTransfer } from '#server/features/chains/chains.ports.ts';
import type { Account } from '#shared/book/book.accounts.ts';
import { bookedOf, sumOfLines } from '#shared/book/book.balances.ts';
import {
  accounts,
  claimPosting,
  reorganised,
  reversalOf,
  statedPosting,
  type Author,
  type Line,
  type Posting,
  type Reversal,
} from '#shared/book/book.postings.ts';
import { takeInTurn } from '#shared/book/book.take.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { none, toText, type Amount } from '#shared/kernel/money.ts';
import { listClaimedInBlocks } from './deposits.claims.queries.ts';

/**
 * Gives an order the coins of its claimed transfers that no other order has, once they are in a block. If a member
 * stated that the coins had arrived, the transfers replace that, up to the stated amount. The order is locked.
 */
export async function bookClaims(tx: Tx, orderId: Id<'order'>, by: Author): Promise<void> {
  const claims = await listClaimedInBlocks(tx, { orderId });
  const { of } = await balancesOf(
    tx,
    claims.map(({ transferId, coin }) => accounts.arrived(transferId, coin)),
  );
  const freeAmounts = claims
    .map(({ transferId, coin }) => ({ transferId, coin, amount: of(accounts.arrived(transferId, coin)) }))
    .filter(({ amount }) => amount.gt(none.booked));
  if (freeAmounts.length === 0) return;
  const statement = await standingEntry(tx, { kind: 'stated', subject: orderId });
  const [line] = statement?.lines ?? [];
  if (!line) {
    await post(
      tx,
      freeAmounts.map((item) => claimPosting({ ...item, amount: toText(item.amount) }, orderId, by)),
    );
    return;
  }
  const statedAmount = bookedOf(line.amount, line.from.unit);
  const { taken, missing } = takeInTurn(statedAmount, freeAmounts, ({ amount }) => amount);
  const claimsUpTo = taken.map(({ place, amount }) => claimPosting({ ...place, amount: toText(amount) }, orderId, by));
  const restPostings = missing.gt(none.booked)
    ? [statedPosting({ orderId, unit: line.from.unit, amount: toText(missing) }, line.from, by)]
    : [];
  await post(tx, [reversalOf('stated', orderId, by), ...claimsUpTo, ...restPostings]);
}

/**
 * Takes coins that a reorganisation removed out of the book, wherever they are. Returns the ids of transfers whose
 * coins no account has any more: they are lost until they come again. Their settlements were undone before.
 */
export async function bookRemoved(
  tx: Tx,
  removedTransfers: readonly RemovedTransfer[],
  at: Date,
): Promise<Id<'transfer'>[]> {
  const lostTransferIds: Id<'transfer'>[] = [];
  for (const { id } of removedTransfers) {
    const { postings, missing } = await removalOf(tx, id, at);
    await post(tx, postings);
    if (missing.gt(none.booked)) lostTransferIds.push(id);
  }
  return lostTransferIds;
}

type Removal = { postings: (Posting | Reversal)[]; missing: Amount<'booked'> };

async function removalOf(tx: Tx, transferId: Id<'transfer'>, at: Date): Promise<Removal> {
  const author = { at, actorId: null };
  const entries = await entriesOf(tx, [
    { kind: 'transfer.arrived', subject: transferId },
    { kind: 'transfer.reorganised', subject: transferId },
    { kind: 'claim', subject: transferId },
  ]);
  const entriesOfKind = (kind: Posting['kind']) => entries.filter((entry) => entry.kind === kind);
  const arrival = entriesOfKind('transfer.arrived').at(-1);
  const coin = arrival?.lines[0]?.from.unit;
  if (!coin || entriesOfKind('transfer.arrived').length === entriesOfKind('transfer.reorganised').length)
    return { postings: [], missing: none.booked };
  const claim = entriesOfKind('claim').findLast(({ reversedBy }) => reversedBy === null);
  const orderId = claim?.orderId ?? null;
  const claimedAmount = bookedOf(claim?.lines[0]?.amount ?? '0', coin);
  const arrivedAt = accounts.arrived(transferId, coin);
  const heldAccount = accounts.held(orderId ?? '', coin);
  const refundIds = await refundsFrom(tx, orderId === null ? [arrivedAt] : [arrivedAt, heldAccount]);
  const refunds = refundIds.map((id) => accounts.refund(id, coin));
  const { of: balanceOf } = await balancesOf(tx, [arrivedAt, heldAccount, ...refunds]);
  // The claim is undone if it is given back whole; otherwise the order holds less than it was given.
  const isUndone = claim !== undefined && balanceOf(heldAccount).gte(claimedAmount);
  const places = [
    { account: arrivedAt, holds: isUndone ? balanceOf(arrivedAt).plus(claimedAmount) : balanceOf(arrivedAt) },
    ...(isUndone || !claim ? [] : [{ account: heldAccount, holds: balanceOf(heldAccount) }]),
    ...refunds.map((account) => ({ account, holds: balanceOf(account) })),
  ];
  const wantedSum = sumOfLines(arrival?.lines ?? []);
  const { lines, missing } = linesFrom(places, coin, wantedSum);
  const undonePostings = isUndone ? [reversalOf('claim', transferId, author)] : [];
  return { postings: [...undonePostings, reorganised(transferId, orderId, lines, author)], missing };
}

type Place = { account: Account; holds: Amount<'booked'> };

/**
 * Returns the lines that return the wanted amount to the chain: from these places in their order, then from lost coins.
 */
function linesFrom(
  places: readonly Place[],
  coin: string,
  wantedAmount: Amount<'booked'>,
): { lines: Line[]; missing: Amount<'booked'> } {
  const { taken, missing } = takeInTurn(wantedAmount, places, ({ holds }) => holds);
  const lostPlaces = missing.gt(none.booked) ? [{ place: { account: accounts.lost(coin) }, amount: missing }] : [];
  const lines = [...taken, ...lostPlaces].map(({ place, amount }) => ({
    from: place.account,
    to: accounts.coins(coin),
    amount: toText(amount),
  }));
  return { lines, missing };
}

/** The refunds that took from these accounts. */
async function refundsFrom(tx: Tx, from: readonly Account[]): Promise<Id<'refund'>[]> {
  const entries = await entriesFrom(tx, from);
  return entries.filter(({ kind }) => kind === 'refund.due').map(({ subject }) => subject);
}
