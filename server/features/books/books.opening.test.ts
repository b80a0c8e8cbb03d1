import { expect, test } from 'vitest';
import { aUser } from '#tests/factories/orders.ts';
import { aStray, aPaidSale } from '#tests/factories/own-sales.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { openBook } from './books.opening.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, rows } = testbed;
const { aPayout, aBatch, release, sendAlone, giveBack } = payoutCalls(testbed);
const { reviewer: member } = refundCalls(testbed);
const wait = { timeout: 10_000 };

/** Reads the balance of each guarded account that holds something, by its name. */
async function held() {
  const found = await rows(
    `select a.kind || ' ' || a.subject || ' ' || a.unit as name, trim_scale(b.amount)::text as amount
     from book_balances b join book_accounts a on a.id = b.account_id where b.guarded and b.amount <> 0`,
  );
  return Object.fromEntries(found.map(({ name, amount }) => [String(name), amount]));
}

/** The database as the build before the book left it. Tables are locked in the order in which an entry takes them. */
const withoutBook = () => rows('truncate book_entries, book_accounts, book_balances, book_lines, book_start');

test('an operator who starts the product with the book finds everything that is open in it, once', async () => {
  const [settled, waiting, refused] = [
    await aPaidSale(testbed, ['2']),
    await aPaidSale(testbed, ['1.5']),
    await aPaidSale(testbed, ['2']),
  ];
  await aStray(testbed);
  const stage = async ({ id }: { id: string }) =>
    (await rows('select stage from orders where id = $1', [id]))[0]?.stage;
  await expect.poll(() => stage(settled), wait).toBe('confirmed');
  await expect.poll(() => stage(waiting), wait).toBe('short');
  await expect.poll(() => stage(refused), wait).toBe('confirmed');
  const rejection = { status: 'rejected', adminNotes: 'Not yours.' };
  expect((await member.put(`transactions/${refused.id}/status`, rejection)).status).toBe(200);
  const half = { orderId: refused.id, amount: 1, reason: 'Not yours.' };
  expect((await member.post('refunds', half)).status).toBe(201);
  expect((await member.post(`transactions/${settled.id}/payout`, {})).status).toBe(201);
  const [due, batched, released, sent, returned] = [
    await aPayout(),
    await aPayout(),
    await aPayout(),
    await aPayout(inEuro('50')),
    await aPayout(),
  ];
  await aBatch([batched.id]);
  await release(await aBatch([released.id]));
  await sendAlone(sent.id);
  const second = { kind: 'extra', amount: '5.00', note: 'Owed' };
  expect((await member.post(`transactions/${sent.orderId}/payout`, second)).status).toBe(201);
  await sendAlone(returned.id);
  await giveBack(returned.id, { reason: 'account_closed', note: 'Closed.' });
  const before = await held();
  expect(before).toMatchObject({ [`owed ${due.orderId} EUR`]: '93.02', [`owed ${sent.orderId} EUR`]: '5' });
  expect(before).toMatchObject({ [`owed ${settled.id} USD`]: '190' });

  await withoutBook();
  await openBook(app.deps);
  expect(await held()).toEqual(before);
  const entries = await rows('select count(*) from book_entries');
  await openBook(app.deps);
  await rows('delete from book_start');
  await openBook(app.deps);
  expect(await rows('select count(*) from book_entries')).toEqual(entries);
});

test('transfers that were retained or sent back before the book count as such, and a retained one is taken back', async () => {
  const [retained, returned] = [await aStray(testbed), await aStray(testbed, { amount: '0.4' })];
  expect((await member.post(`unmatched/${retained.id}/keep`, { reason: 'Nobody’s.' })).status).toBe(200);
  const { userId } = await aUser(database.pool);
  expect((await member.post(`unmatched/${returned.id}/refund`, { userId, reason: 'Theirs.' })).status).toBe(201);
  await rows('alter table refunds disable trigger user');
  const sent = `state = 'confirmed', tx_hash = 'sent before', sent_at = now(), version = version + 1`;
  await rows(`update refunds set ${sent} where transfer_id = $1`, [returned.id]);
  await rows('alter table refunds enable trigger user');
  const sums = async () => (await member.get('unmatched/sums')).body;
  const before = await sums();
  expect(before).toMatchObject([{ kept: '0.3' }]);

  await withoutBook();
  await openBook(app.deps);
  expect(await sums()).toEqual(before);
  const entries = await rows('select count(*) from book_entries');
  await rows('delete from book_start');
  await openBook(app.deps);
  expect(await rows('select count(*) from book_entries')).toEqual(entries);
  expect((await member.post(`unmatched/${retained.id}/reopen`, { reason: 'Claimed.' })).status).toBe(200);
  expect(await held()).toMatchObject({ [`arrived ${retained.id} litecoin`]: '0.3' });
});
