import type { Tx } from '#server/db/connection.ts';
import { balancesOf, entriesOf, standingOfOrder } from '#server/features/book/book.reading.service.ts';
import { post } from '#server/features/book/book.service.ts';
import { bookArrivals } from '#server/features/chains/chains.arrivals.service.ts';
import { bookClaims } from '#server/features/deposits/deposits.claims.service.ts';
import { bookApproved, bookEnded, unitOf } from '#server/features/orders/orders.book.service.ts';
import { lockOrder, type LockedOrder } from '#server/features/orders/orders.service.ts';
import { enterDue } from '#server/features/refunds/refunds.coins.service.ts';
import type { Platform } from '#server/platform.ts';
import { bookedOf } from '#shared/book/book.balances.ts';
import {
  accounts,
  attemptMade,
  attemptReturned,
  attemptSent,
  attemptVoid,
  extraPosting,
  incomePosting,
  refundSent,
  settlementPosting,
  type Author,
} from '#shared/book/book.postings.ts';
import type { Id, IdKind } from '#shared/kernel/ids.ts';
import { decimal, none, zero } from '#shared/kernel/money.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { feeCoinOf } from '#shared/reference/chains.ts';
import * as queries from './books.opening.queries.ts';

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Enters all open orders and transfers at the first start with the book: orders with coins or an unfinished payout,
 * transfers without an order, retained and returned ones, refunds. Skips orders that have entries, so that an
 * interrupted run can be repeated.
 */
export async function openBook(deps: Pick<Platform, 'db' | 'inTx' | 'now' | 'log'>): Promise<void> {
  if (await queries.findStart(deps.db)) return;
  const author = { at: deps.now(), actorId: null };
  const openedCount = await eachOf(
    (after) => queries.listOpenOrders(deps.db, { after }),
    (id) => deps.inTx((tx) => openOrder(tx, id, author)),
  );
  await eachOf(
    (after) => queries.listUncovered(deps.db, { after }),
    (id) => deps.inTx((tx) => bookArrivals(tx, [id])),
  );
  for (const refund of await queries.listTransferRefunds(deps.db))
    await deps.inTx((tx) => openRefund(tx, refund, [], author));
  await eachOf(
    (after) => queries.listRetained(deps.db, { after }),
    (id) => deps.inTx((tx) => openRetained(tx, id, author)),
  );
  await deps.inTx((tx) => queries.insertStart(tx, { at: author.at }));
  if (openedCount > 0) deps.log.info({ orders: openedCount }, 'the book was begun with what was open');
}

/** Runs `work` for each row of a list that is read in blocks, each after the last row of the one before. */
async function eachOf<Kind extends IdKind>(
  list: (after: string) => Promise<{ id: Id<Kind> }[]>,
  work: (id: Id<Kind>) => Promise<void>,
): Promise<number> {
  let count = 0;
  let block = await list(beforeAll);
  while (block.length > 0) {
    for (const { id } of block) await work(id);
    count += block.length;
    block = await list(block.at(-1)?.id ?? beforeAll);
  }
  return count;
}

/** A transfer that a member decided to retain, so that the decision can still be taken back. */
async function openRetained(tx: Tx, id: Id<'transfer'>, by: Author): Promise<void> {
  if ((await entriesOf(tx, [{ kind: 'kept', subject: id }])).length > 0) return;
  await bookArrivals(tx, [id]);
  const { all } = await balancesOf(tx, [{ kind: 'arrived', subject: id }]);
  for (const { unit: coin, amount } of all.filter((heldAmount) => decimal(heldAmount.amount).gt(zero)))
    await post(tx, [incomePosting({ transferId: id, coin, amount }, by)]);
}

async function openOrder(tx: Tx, id: Id<'order'>, by: Author): Promise<void> {
  const order = await lockOrder(tx, id);
  if (!order || (await standingOfOrder(tx, id)).length > 0) return;
  await bookArrivals(tx, await queries.listTransfersOf(tx, id));
  await bookClaims(tx, id, by);
  const isRefused = order.status === 'rejected' || order.status === 'failed';
  if (!isRefused) await openSettled(tx, order, by);
  await openPayouts(tx, order, by);
  const transferIds = await queries.listTransfersOf(tx, id);
  for (const refund of await queries.listRefundsOf(tx, { orderId: id })) await openRefund(tx, refund, transferIds, by);
  // A refusal released the claims: the order was given nothing here that it could hold.
  if (!isOpen(order) && !isRefused) await bookEnded(tx, order, false, by);
}

/** Enters the net amount of the live settlement, else the agreed one of an approved order. */
async function openSettled(tx: Tx, order: LockedOrder, by: Author): Promise<void> {
  const { id: orderId, payoutCurrency: currency } = order;
  const settlement = await queries.findSettlement(tx, { orderId });
  const isPaid = (await queries.listPayoutsOf(tx, { orderId })).some(({ kind }) => kind === 'order');
  if (!settlement) return isPaid ? bookApproved(tx, order, by) : undefined;
  const parts = settlement.parts.map(({ amount }) => amount);
  const heldAccount = accounts.held(orderId, unitOf(order));
  const paidSum = parts.reduce((sum, amount) => sum.plus(bookedOf(amount, heldAccount.unit)), none.booked);
  // Coins that a reorganisation removed and that did not return pay for nothing.
  if ((await balancesOf(tx, [heldAccount])).of(heldAccount).lt(paidSum)) return undefined;
  const { net, fee } = settlement;
  return post(tx, [settlementPosting({ orderId, unit: unitOf(order), parts, currency, net, fee }, by)]);
}

async function openPayouts(tx: Tx, { id: orderId }: LockedOrder, by: Author): Promise<void> {
  const knownPayouts = await queries.listPayoutsOf(tx, { orderId });
  const attempts = await queries.listAttemptsOf(tx, { orderId });
  for (const { id, kind, currency: unit, amount, state } of knownPayouts) {
    if (kind === 'extra' && state !== 'cancelled') await post(tx, [extraPosting(id, { orderId, unit, amount }, by)]);
    for (const { id: attemptId, accountId, ...row } of attempts.filter(({ payoutId }) => payoutId === id)) {
      const attempt = { attemptId, orderId, currency: row.currency, amount: row.amount };
      await post(tx, [
        attemptMade(attempt, by),
        ...(row.state === 'void' ? [attemptVoid(attempt, by)] : []),
        ...(row.state === 'open' || row.state === 'void' ? [] : [attemptSent(attempt, accountId, by)]),
        ...(row.state === 'returned' ? [attemptReturned(attempt, accountId, row.returned?.fee ?? null, by)] : []),
      ]);
    }
  }
}

/** A refund that is not over: from what its order holds, and from the transfers of an order that is refused. */
async function openRefund(
  tx: Tx,
  refund: queries.OpenRefund,
  transferIds: readonly Id<'transfer'>[],
  by: Author,
): Promise<void> {
  const { id: refundId, orderId, transferId, coin: cryptoId, amount, state, networkFee, feeBy } = refund;
  if ((await entriesOf(tx, [{ kind: 'refund.due', subject: refundId }])).length > 0) return;
  if (transferId !== null) await bookArrivals(tx, [transferId]);
  const from = [
    ...(orderId === null ? [] : [accounts.held(orderId, cryptoId)]),
    ...[...transferIds, ...(transferId === null ? [] : [transferId])].map((id) => accounts.arrived(id, cryptoId)),
  ];
  const { of: balanceOf } = await balancesOf(tx, from);
  const sources = from.map((account) => ({ account, holds: balanceOf(account) }));
  const all = bookedOf(amount, cryptoId);
  // A coin without a reader: a member stated that it had arrived.
  const coins = { sources, left: all, unstated: all };
  await enterDue(tx, { id: refundId, orderId, transferId, cryptoId, amount }, coins, by);
  // The fee of a refund that is over is a cost of the time before the book.
  const isOver = state === 'confirmed';
  const fee = !isOver && feeBy === 'desk' && networkFee !== null && decimal(networkFee).gt(zero) ? networkFee : null;
  const sentPosting = refundSent(
    { refundId, orderId, coin: cryptoId, amount },
    fee === null ? null : { coin: feeCoinOf(cryptoId) ?? cryptoId, amount: fee },
    by,
  );
  await post(tx, state === 'sent' || state === 'confirmed' ? [sentPosting] : []);
}
