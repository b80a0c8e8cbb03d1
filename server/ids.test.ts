import { expect, test } from 'vitest';
import { inTx, type Tx } from '#server/db/connection.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { lockImport } from './features/imports/imports.queries.ts';
import { lockNote } from './features/notes/notes.queries.ts';
import { lockActiveCustomer } from './features/orders/open/orders.opening.service.ts';
import { lockOrder } from './features/orders/orders.queries.ts';
import { lockMethod } from './features/payment-methods/payment-methods.queries.ts';
import { readPayoutFile } from './features/payouts/batches/payouts.batches.queries.ts';
import { lockPayoutOfOrder, lockPayouts } from './features/payouts/list/payouts.list.queries.ts';
import { lockLines } from './features/payouts/statements/payouts.lines.queries.ts';
import { lockHeldRate } from './features/rates/rates.held.queries.ts';
import { lockWithOrder } from './features/refunds/refunds.moves.service.ts';
import { findLease, findQuoteOwner } from './features/sell/sell.leases.queries.ts';
import { lockUser } from './features/users/users.service.ts';
import { findStoppedCoin } from './features/wallets/wallets.stops.queries.ts';
import { newId } from './lib/new-id.ts';

const database = openDatabase();

const user = newId('user');
const order = newId('order');
const quote = newId('quote');
const payout = newId('payout');
const refund = newId('refund');
const batch = newId('payoutBatch');

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
];

test('a developer cannot pass the id of one kind for another, and no row would be found by it', async () => {
  const answers = await Promise.all(wrongCalls.map((call) => inTx(database, call)));
  expect(answers.flat().filter((answer) => answer !== undefined)).toEqual([]);
  // @ts-expect-error: an order is no customer.
  await expect(inTx(database, (tx) => lockActiveCustomer(tx, order))).rejects.toMatchObject({ status: 404 });
});
