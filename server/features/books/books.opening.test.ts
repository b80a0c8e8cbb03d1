import { expect, test } from 'vitest';
import { openWalks } from '#tests/factories/book-walk.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { aStray, aPaidSale } from '#tests/factories/own-sales.ts';
import { inEuro } from '#tests/factories/payouts.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { openBook } from './books.opening.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', RATE_LIMIT_FACTOR: '10000' });
const { app, database, row, rows } = testbed;
const { aPayout, aBatch, release, sendAlone, giveBack, ...walks } = openWalks(testbed);
const { as, reviewer, aSale, send, sendBack, nameWallet } = walks;
const { reviewer: member } = refundCalls(testbed);
const wait = { timeout: 45_000 };

/** Reads the balance of each guarded account that holds something, by its name. */
async function held() {
  const matchingRows = await rows(
    `select a.kind || ' ' || a.subject || ' ' || a.unit as name, trim_scale(b.amount)::text as amount
     from book_balances b join book_accounts a on a.id = b.account_id where b.guarded and b.amount <> 0`,
  );
  return Object.fromEntries(matchingRows.map(({ name, amount }) => [String(name), amount]));
}

const allOfIt = 'truncate book_entries, book_accounts, book_balances, book_lines, book_start';
/**
 * Sets the database back to the state of the build before the book. The reader of the chain may be writing at that
 * moment.
 */
async function withoutBook(): Promise<void> {
  await expect.poll(() => rows(allOfIt), wait).toEqual([]);
}

/** Begins the book once more, and expects unchanged balances of the guarded accounts. */
async function expectBegun(): Promise<void> {
  const balancesBefore = await held();
  await withoutBook();
  await openBook(app.deps);
  expect(await held()).toEqual(balancesBefore);
}

test('an operator who starts the product with the book finds every open order in it, once', async () => {
  const settledSale = await aPaidSale(testbed, ['2']);
  const waitingSale = await aPaidSale(testbed, ['1.5']);
  const refusedSale = await aPaidSale(testbed, ['2']);
  await aStray(testbed);
  const stage = async ({ id }: { id: string }) =>
    (await rows('select stage from orders where id = $1', [id]))[0]?.stage;
  await expect.poll(() => stage(settledSale), wait).toBe('confirmed');
  await expect.poll(() => stage(waitingSale), wait).toBe('short');
  await expect.poll(() => stage(refusedSale), wait).toBe('confirmed');
  const rejection = { status: 'rejected', adminNotes: 'Not yours.' };
  expect((await member.put(`transactions/${refusedSale.id}/status`, rejection)).status).toBe(200);
  const half = { orderId: refusedSale.id, amount: 1, reason: 'Not yours.' };
  expect((await member.post('refunds', half)).status).toBe(201);
  expect((await member.post(`transactions/${settledSale.id}/payout`, {})).status).toBe(201);
  const duePayout = await aPayout();
  const batched = await aPayout();
  const releasedPayout = await aPayout();
  const sentPayout = await aPayout(inEuro('50'));
  const returnedPayout = await aPayout();
  await aBatch([batched.id]);
  await release(await aBatch([releasedPayout.id]));
  await sendAlone(sentPayout.id);
  const second = { kind: 'extra', amount: '5.00', note: 'Owed' };
  expect((await member.post(`transactions/${sentPayout.orderId}/payout`, second)).status).toBe(201);
  await sendAlone(returnedPayout.id);
  await giveBack(returnedPayout.id, { reason: 'account_closed', note: 'Closed.' });
  const balancesBefore = await held();
  expect(balancesBefore).toMatchObject({
    [`owed ${duePayout.orderId} EUR`]: '93.02',
    [`owed ${sentPayout.orderId} EUR`]: '5',
  });
  expect(balancesBefore).toMatchObject({ [`owed ${settledSale.id} USD`]: '190' });

  await withoutBook();
  await openBook(app.deps);
  expect(await held()).toEqual(balancesBefore);
  const entries = await rows('select count(*) from book_entries');
  await openBook(app.deps);
  await rows('delete from book_start');
  await openBook(app.deps);
  expect(await rows('select count(*) from book_entries')).toEqual(entries);
});

test('transfers retained or sent back before the book are entered as such', async () => {
  const retained = await aStray(testbed);
  const returnedStray = await aStray(testbed, { amount: '0.4' });
  expect((await member.post(`unmatched/${retained.id}/keep`, { reason: 'Nobody’s.' })).status).toBe(200);
  const { userId } = await aUser(database.pool);
  expect((await member.post(`unmatched/${returnedStray.id}/refund`, { userId, reason: 'Theirs.' })).status).toBe(201);
  await rows('alter table refunds disable trigger user');
  const sentUpdate = `state = 'confirmed', tx_hash = 'sent before', sent_at = now(), version = version + 1`;
  await rows(`update refunds set ${sentUpdate} where transfer_id = $1`, [returnedStray.id]);
  await rows('alter table refunds enable trigger user');
  const sums = async () => (await member.get('unmatched/sums')).body;
  const sumsBefore = await sums();
  expect(sumsBefore).toMatchObject([{ kept: '0.3' }]);

  await withoutBook();
  await openBook(app.deps);
  expect(await sums()).toEqual(sumsBefore);
  const entries = await rows('select count(*) from book_entries');
  await rows('delete from book_start');
  await openBook(app.deps);
  expect(await rows('select count(*) from book_entries')).toEqual(entries);
  expect((await member.post(`unmatched/${retained.id}/reopen`, { reason: 'Claimed.' })).status).toBe(200);
  expect(await held()).toMatchObject({ [`arrived ${retained.id} litecoin`]: '0.3' });
});

test('a payout whose batch was cancelled before the book is owed, not on its way', async () => {
  const { id, orderId } = await aPayout();
  const batch = await aBatch([id]);
  expect(await outcome(as(reviewer, 'DELETE', `payout-batches/${String(batch.id)}`))).toBe('200');
  await expectBegun();
  expect(await held()).toMatchObject({ [`owed ${orderId} EUR`]: '93.02' });
});

test('surplus coins of a sale from before the book are unmatched', async () => {
  const { id, settle, approved } = await aSale(['2.5'], 'question');
  await settle('cap');
  const { id: refundId, version } = await row('select id, version from refunds where order_id = $1', [id]);
  const cancelled = member.post(`refunds/${String(refundId)}/cancel`, { reason: 'Not now.', version });
  expect(await outcome(cancelled)).toBe('200');
  await send(await approved());
  await expectBegun();
  expect(Object.keys(await held())).not.toContain(`held ${id} litecoin`);
});

test('coins sent back before the book are not sent back again', async () => {
  const sale = await aSale();
  await sale.reject();
  expect(await outcome(member.post('refunds', { orderId: sale.id, amount: 2, reason: 'Not theirs.' }))).toBe('201');
  await nameWallet(sale);
  const { id } = await sendBack(sale.id);
  await expectBegun();
  expect(Object.keys(await held())).not.toContain(`refund ${String(id)} litecoin`);
});

test('unseen coins that will be sent back are stated until their refund is cancelled', async () => {
  const id = await anOrder(app.deps, await aUser(database.pool), worthUsd('100'));
  await member.put(`transactions/${id}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  const { status, body } = await member.post('refunds', { orderId: id, amount: 0.001, reason: 'Refused.' });
  expect(status).toBe(201);
  await expectBegun();
  const cancelled = member.post(`refunds/${String(body.id)}/cancel`, { reason: 'Not now.', version: 1 });
  expect(await outcome(cancelled)).toBe('200');
  expect(Object.keys(await held()).filter((name) => name.endsWith(' bitcoin'))).toEqual([]);
});
