import { expect, test } from 'vitest';
import { inTx, type Tx } from '#server/db/connection.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { publish } from './events/publish.ts';
import { recordAudit } from './features/audit/audit.service.ts';
import { lockImport } from './features/imports/imports.queries.ts';
import { enqueue } from './features/jobs/jobs.service.ts';
import { insertNote, lockNote } from './features/notes/notes.queries.ts';
import { insertOffer } from './features/offers/offers.queries.ts';
import {
  duplicateExchangeOf,
  duplicateSaleOf,
  lockActiveCustomer,
} from './features/orders/open/orders.opening.service.ts';
import { lockOrder } from './features/orders/orders.queries.ts';
import { customerOf } from './features/orders/orders.question.service.ts';
import { moveOrder, type LockedOrder } from './features/orders/orders.service.ts';
import { lockMethod } from './features/payment-methods/payment-methods.queries.ts';
import { readPayoutFile } from './features/payouts/batches/payouts.batches.queries.ts';
import { lockPayoutOfOrder, lockPayouts, type PayoutRow } from './features/payouts/list/payouts.list.queries.ts';
import { lockLines } from './features/payouts/statements/payouts.lines.queries.ts';
import { lockHeldRate } from './features/rates/rates.held.queries.ts';
import { approve, confirm, lockWithOrder } from './features/refunds/refunds.moves.service.ts';
import type { RefundRow } from './features/refunds/refunds.queries.ts';
import { findAdminRefund, listRefundsOf } from './features/refunds/refunds.service.ts';
import { findLease, findQuoteOwner } from './features/sell/sell.leases.queries.ts';
import { accountById, lockUser } from './features/users/users.service.ts';
import { findStoppedCoin } from './features/wallets/wallets.stops.queries.ts';
import type { Actor } from './http/guards/actor.ts';
import type { ApprovalRequest } from './http/guards/four-eyes.ts';
import { newId } from './lib/new-id.ts';

const database = openDatabase();

const user = newId('user');
const order = newId('order');
const quote = newId('quote');
const payout = newId('payout');
const refund = newId('refund');
const batch = newId('payoutBatch');

declare const offer: Parameters<typeof insertOffer>[1];
declare const sale: Parameters<typeof duplicateSaleOf>[1];
declare const exchange: Parameters<typeof duplicateExchangeOf>[1];

/** The compiler refuses each, by the reason above it: a test whose line compiles does not compile itself. */
const wrongCalls: readonly ((tx: Tx) => Promise<unknown>)[] = [
  // @ts-expect-error: a user is no order.
  (tx) => lockOrder(tx, user),
  // @ts-expect-error: a quote is no order.
  (tx) => lockOrder(tx, quote),
  // @ts-expect-error: an order is no user.
  (tx) => lockUser(tx, order),
  // @ts-expect-error: a payout is no order.
  (tx) => lockPayoutOfOrder(tx, payout),
  // @ts-expect-error: orders are no payouts.
  (tx) => lockPayouts(tx, [order]),
  // @ts-expect-error: payouts are no lines of a statement.
  (tx) => lockLines(tx, [payout]),
  // @ts-expect-error: an order is no refund.
  (tx) => lockWithOrder(tx, order),
  // @ts-expect-error: an order is no quote.
  (tx) => findQuoteOwner(tx, { id: order }),
  // @ts-expect-error: the quote and its owner have changed places.
  (tx) => findLease(tx, { userId: quote, quoteId: user }),
  // @ts-expect-error: a payout is no batch.
  (tx) => readPayoutFile(tx, { batchId: payout }),
  // @ts-expect-error: a refund is no note.
  (tx) => lockNote(tx, refund),
  // @ts-expect-error: a batch is no import.
  (tx) => lockImport(tx, batch),
  // @ts-expect-error: an order is no payment method.
  (tx) => lockMethod(tx, { id: order }),
  // @ts-expect-error: a quote is no held rate.
  (tx) => lockHeldRate(tx, { id: quote }),
  // @ts-expect-error: a user is no stop of an address.
  (tx) => findStoppedCoin(tx, { id: user }),
  // @ts-expect-error: the customer of an order is no order.
  async (tx) => lockOrder(tx, (await customerOf(tx, order)) ?? user),
  // @ts-expect-error: a refund is no order.
  (tx) => listRefundsOf({ db: tx }, refund),
];

type Rows = {
  completed: LockedOrder<'completed'>;
  cancelled: RefundRow<'cancelled'>;
  paid: PayoutRow;
  actor: Actor;
  now: Date;
};

/** Each would write: the compiler alone tries them. */
const wrongWrites: readonly ((tx: Tx, rows: Rows) => Promise<unknown>)[] = [
  // @ts-expect-error: an offer is no order.
  async (tx) => lockOrder(tx, await insertOffer(tx, offer)),
  // @ts-expect-error: the order that a sale repeats is no refund.
  async (tx, { now }) => lockWithOrder(tx, (await duplicateSaleOf(tx, sale, now)) ?? refund),
  // @ts-expect-error: the order that an exchange repeats is no payout.
  async (tx, { now }) => lockPayoutOfOrder(tx, (await duplicateExchangeOf(tx, exchange, now)) ?? payout),
  // @ts-expect-error: a user is no refund.
  (tx) => findAdminRefund(tx, user),
  // @ts-expect-error: a quote is no conversation.
  (tx) => enqueue(tx, 'chat.mail-answers', { roomId: quote }),
  // @ts-expect-error: a user is no conversation.
  (tx) => publish(tx, { kind: 'chat_joined', roomId: user, by: 'user' }),
  // @ts-expect-error: an order is no conversation.
  (tx) => publish(tx, { kind: 'chat_message', roomId: order, seq: 1 }),
  // @ts-expect-error: an order is no quote.
  (tx) => recordAudit(tx, 'system', 'sell_quote.dropped', { type: 'sell_quote', id: order }),
  // @ts-expect-error: an order is no coin.
  (tx) => recordAudit(tx, 'system', 'wallet.switched_on', { type: 'wallet', id: order }),
  // @ts-expect-error: the customer of a signed order is no order.
  (tx, { completed }) => lockOrder(tx, completed.userId),
  // @ts-expect-error: a signed order is no customer.
  (tx, { completed }) => lockUser(tx, completed.id),
  // @ts-expect-error: a signed order is no account.
  (tx, { completed }) => accountById(tx, completed.id),
  // @ts-expect-error: a signed payout is no order.
  (tx, { paid }) => lockOrder(tx, paid.id),
  // @ts-expect-error: the order of a signed payout is no payout.
  (tx, { paid }) => lockPayouts(tx, [paid.orderId]),
  // @ts-expect-error: a signed order is no author of a note.
  (tx, { completed: { id } }) => insertNote(tx, { kind: 'order', id }, { authorId: id, text: '', mentions: [] }),
  // @ts-expect-error: a cancelled refund is not approved.
  (tx, { cancelled, actor, now }) => approve(tx, actor, cancelled, now),
  // @ts-expect-error: a cancelled refund is not confirmed.
  (tx, { cancelled, actor, now }) => confirm(tx, actor, cancelled, {}, now),
  // @ts-expect-error: a completed order is not refused any more.
  (tx, { completed, actor, now }) => moveOrder(tx, actor, completed, 'rejected', { adminNotes: null, now }),
];

/** Requests to a second member, each about a row of another kind. */
const wrongRequests: readonly ApprovalRequest[] = [
  // @ts-expect-error: a quote is no row that a payout is asked for.
  { kind: 'payout', subjectId: quote, details: {} },
  // @ts-expect-error: an order is no user to unblock.
  { kind: 'unblock', subjectId: order, details: {} },
  // @ts-expect-error: a batch is no month of the books.
  { kind: 'books', subjectId: batch, details: {} },
];

test('a developer cannot look an order up by the id of a refund, nor write a wrong row', () => {
  const totals = new Map([[order, 1]]);
  // @ts-expect-error: a refund is no order.
  expect(totals.get(refund)).toBeUndefined();
  expect(wrongWrites).toHaveLength(18);
  expect(wrongRequests.map(({ kind }) => kind)).toEqual(['payout', 'unblock', 'books']);
});

test('a developer cannot pass the id of one kind for another, and no row would be found by it', async () => {
  const answers = await Promise.all(wrongCalls.map((call) => inTx(database, call)));
  expect(answers.flat().filter((answer) => answer !== undefined)).toEqual([]);
  // @ts-expect-error: an order is no customer.
  await expect(inTx(database, (tx) => lockActiveCustomer(tx, order))).rejects.toMatchObject({ status: 404 });
});
