import type { ChainTransfer } from '#server/adapters/chains/chain.ts';
import type { Tx } from '#server/db/connection.ts';
import { entriesOf } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { bookedOf, sumOfLines } from '#shared/book/book.balances.ts';
import { accounts, arrivalPosting, type Arrival, type Line } from '#shared/book/book.postings.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { smallerOf, none, toText, type Amount } from '#shared/kernel/money.ts';
import type { ChainName } from '#shared/reference/chains.ts';
import { listInBlocks, upsertTransfers } from './chains.queries.ts';

/** Stores transfers, and books those that are in a block now; returns how many rows changed. */
export async function storeTransfers(
  tx: Tx,
  chain: ChainName,
  transfers: readonly ChainTransfer[],
  now: Date,
): Promise<number> {
  const changedIds = await upsertTransfers(tx, chain, transfers, now);
  if (changedIds.length > 0) await bookArrivals(tx, changedIds);
  return changedIds.length;
}

/** Books the transfers among these that are in a block and missing in the book, also after a reorganisation. */
export async function bookArrivals(tx: Tx, transferIds: readonly Id<'transfer'>[]): Promise<void> {
  const minedTransfers = await listInBlocks(tx, { ids: transferIds });
  if (minedTransfers.length === 0) return;
  const kinds = ['transfer.arrived', 'transfer.reorganised'] as const;
  const knownEntries = await entriesOf(
    tx,
    minedTransfers.flatMap(({ id: subject }) => kinds.map((kind) => ({ kind, subject }))),
  );
  const arrivals = minedTransfers.flatMap(({ id: transferId, coin, amount, blockHash, blockAt }) => {
    const entries = knownEntries.filter(({ subject }) => subject === transferId);
    const count = (kind: (typeof kinds)[number]) => entries.filter((entry) => entry.kind === kind).length;
    if (count('transfer.arrived') > count('transfer.reorganised') || !blockHash || !blockAt) return [];
    const lost = lostOf(entries.flatMap(({ lines }) => lines));
    return [arrivalOf({ transferId, coin, amount }, lost, blockHash, blockAt)];
  });
  await post(tx, arrivals);
}

/** Coins that return after they counted as lost fill that first. */
function arrivalOf(arrival: Arrival, lostAmount: Amount<'booked'>, block: string, at: Date) {
  const { transferId, coin } = arrival;
  const amount = bookedOf(arrival.amount, coin);
  const filledAmount = smallerOf(lostAmount, amount);
  const posting = arrivalPosting(arrival, block, { at, actorId: null });
  if (filledAmount.lte(none.booked)) return posting;
  const lines = [
    { from: accounts.coins(coin), to: accounts.lost(coin), amount: toText(filledAmount) },
    { from: accounts.coins(coin), to: accounts.arrived(transferId, coin), amount: toText(amount.minus(filledAmount)) },
  ];
  return { ...posting, lines: lines.filter((line) => /[1-9]/.test(line.amount)) };
}

/** The part of a transfer that its entries count as lost. */
function lostOf(lines: readonly Line[]): Amount<'booked'> {
  const lostLines = lines.filter(({ to }) => to.kind === 'lost');
  return sumOfLines(lines.filter(({ from }) => from.kind === 'lost')).minus(sumOfLines(lostLines));
}
