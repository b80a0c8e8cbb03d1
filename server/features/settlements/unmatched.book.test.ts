import { expect, test } from 'vitest';
import { entriesAbout, entriesOfOrder, holdingsOf } from '#tests/factories/book.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { aPaidSale, aStray } from '#tests/factories/own-sales.ts';
import { refundCalls } from '#tests/factories/refunds.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcome } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, row, rows } = testbed;
const { reviewer, second } = refundCalls(testbed);
const { approve, verdictOf } = depositReviews(testbed);
const wait = { timeout: 30_000 };
const holds = (...ids: string[]) => holdingsOf(testbed, ...ids);
const decide = (id: string, step: string, json: object = {}, by = reviewer) =>
  outcome(by.post(`unmatched/${id}/${step}`, { reason: 'As agreed.', ...json }));

type ListedTransfer = { id: string; amount: number; reason: string; resolution: { kind: string } | null };
const listed = async (id: string, state: 'open' | 'done' | 'all' = 'open') =>
  (await reviewer.get<ListedTransfer[]>(`unmatched?state=${state}&pageSize=100`)).body.find(
    (transfer) => transfer.id === id,
  );

/** Pays an address and waits until that is final; returns the transfer's id. */
async function paid(address: string, amount: string): Promise<string> {
  const chain = litecoinOf(testbed);
  const txHash = chain.pay(address, amount);
  chain.mine(12);
  const final = () => rows(`select id from chain_transfers where tx_hash = $1 and state = 'final'`, [txHash]);
  await expect.poll(final, wait).toHaveLength(1);
  return String((await final())[0]?.id);
}

test('a transfer that is retained, released and retained again is entered each time', async () => {
  const { id } = await aStray(testbed);
  expect(await holds(id)).toEqual({ arrived: '0.3' });
  expect(await decide(id, 'keep')).toBe('200');
  expect([await holds(id), await listed(id)]).toEqual([{}, undefined]);
  expect(await listed(id, 'done')).toMatchObject({ amount: 0.3, resolution: { kind: 'kept' } });
  expect(await decide(id, 'keep')).toBe('409 already_decided transfer_decided');
  expect(await decide(id, 'reopen')).toBe('200');
  expect(await decide(id, 'reopen')).toBe('409 already_decided transfer_not_kept');
  expect(await holds(id)).toEqual({ arrived: '0.3' });
  expect(await decide(id, 'keep')).toBe('200');
  expect((await entriesAbout(testbed, id)).slice(1)).toEqual([
    'kept arrived>kept:0.3',
    '-kept kept>arrived:0.3',
    'kept arrived>kept:0.3',
  ]);
}, 60_000);

test('two members who decide about one transfer at once make one decision', async () => {
  const { id } = await aStray(testbed);
  const ada = await aSeller(app, database.pool);
  const answers = await Promise.all([decide(id, 'refund', { userId: ada.id }), decide(id, 'keep', {}, second)]);
  expect(answers.filter((answer) => /^20[01]$/.test(answer))).toHaveLength(1);
  expect(answers).toContain('409 already_decided transfer_decided');
}, 60_000);

/** A sale at a shared address whose coins arrived and that was rejected, and its transfer. */
async function aRejectedSale() {
  const ada = await aSeller(app, database.pool);
  const { id: orderId, address } = await aLitecoinSale(testbed, { userId: ada.id });
  const id = await paid(address, '0.5');
  const rejected = reviewer.put(`transactions/${orderId}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  expect(await outcome(rejected)).toBe('200');
  return { id, ada, address };
}

/** The next sale to that address, for which a rate was locked before the coins arrived. */
async function theNextSale(address: string, userId?: string) {
  const { id } = await aLitecoinSale(testbed, { address, ...(userId && { userId }) });
  // Terms never change: only a replica may write an earlier date.
  await database.pool.query(
    `begin; set local session_replication_role = replica;
     update orders set created_at = created_at - interval '1 hour' where id = '${id}'; commit`,
  );
  return id;
}

test('a transfer that is sent back proves no other sale at its address, and is never paid for', async () => {
  const { id, ada, address } = await aRejectedSale();
  expect(await listed(id)).toMatchObject({ amount: 0.5, reason: 'dropped' });
  expect(await decide(id, 'refund', { userId: ada.id })).toBe('201');
  const next = await theNextSale(address, ada.id);
  expect(await verdictOf(next)).not.toContain('fits_shared');
  expect((await approve(next)).status).toBe(409);
  const { id: refundId } = await row('select id from refunds where transfer_id = $1', [id]);
  expect(await holds(id, next, String(refundId))).toEqual({ refund: '0.5' });
}, 60_000);

test('an undecided transfer of a rejected sale proves the next one', async () => {
  const { address } = await aRejectedSale();
  const next = await theNextSale(address);
  await expect.poll(() => verdictOf(next), wait).toBe('pale fits_shared');
}, 60_000);

/** A sale that was approved though nothing arrived for it. */
async function aStatedSale() {
  const { id } = await aLitecoinSale(testbed);
  const answer = await approve(id, { reason: 'They showed it to me.' });
  expect(answer.status).toBe(200);
  expect(await entriesOfOrder(testbed, id)).toContain('stated');
  return id;
}

test('a transfer replaces the stated coins of an approved sale, and a member decides about the rest', async () => {
  const orderId = await aStatedSale();
  const { id } = await aStray(testbed, { amount: '0.7' });
  const owed = (await holds(orderId)).owed;
  expect(await decide(id, 'assign', { orderId })).toBe('200');
  expect(await holds(orderId, id)).toEqual({ arrived: '0.2', ...(owed && { owed }) });
  expect(await entriesAbout(testbed, orderId)).toContain('-stated held>coins:0.5');
  expect(await listed(id)).toMatchObject({ amount: 0.2, reason: 'after_decision', resolution: null });
  const { id: otherId } = await aStray(testbed);
  expect(await decide(otherId, 'assign', { orderId })).toBe('409 already_decided order_decided');
  expect(await decide(id, 'assign', { orderId: (await aLitecoinSale(testbed)).id })).toBe(
    '409 already_decided transfer_decided',
  );
  const ada = await aSeller(app, database.pool);
  expect(await decide(id, 'refund', { userId: ada.id })).toBe('201');
  expect(await row('select amount::float8 as amount from refunds where transfer_id = $1', [id])).toEqual({
    amount: 0.2,
  });
}, 60_000);

test('a transfer below the stated amount replaces its part', async () => {
  const orderId = await aStatedSale();
  const { id } = await aStray(testbed, { amount: '0.3' });
  expect(await decide(id, 'assign', { orderId })).toBe('200');
  expect((await holds(id)).arrived).toBeUndefined();
  expect((await entriesAbout(testbed, orderId)).filter((entry) => entry.includes('stated'))).toEqual(
    expect.arrayContaining(['stated coins>held:0.5', '-stated held>coins:0.5', 'stated coins>held:0.2']),
  );
}, 60_000);

test('coins that arrived after the approval of a sale are listed with their rest', async () => {
  const { id: orderId, address } = await aPaidSale(testbed, ['2']);
  await expect.poll(async () => (await holds(orderId)).owed, wait).toBe('190');
  const late = await paid(address, '0.00002');
  await expect.poll(async () => (await holds(orderId)).held, wait).toBe('0.00002');
  expect((await approve(orderId)).status).toBe(200);
  expect(await holds(late)).toEqual({ arrived: '0.00002' });
  expect(await listed(late)).toMatchObject({ amount: 0.00002, reason: 'after_decision' });
  const back = await reviewer.post('refunds', { orderId, amount: 0.00002, reason: 'Not asked for.' });
  expect(back.status).toBe(201);
  expect(await listed(late)).toBeUndefined();
}, 60_000);

test('a transfer that was rejected with its open sale can be assigned to another', async () => {
  const { id } = await aStray(testbed, { amount: '0.5' });
  const { id: first } = await aLitecoinSale(testbed);
  expect(await decide(id, 'assign', { orderId: first })).toBe('200');
  expect(await holds(id, first)).toEqual({ held: '0.5' });
  const rejected = reviewer.put(`transactions/${first}/status`, { status: 'rejected', adminNotes: 'Not theirs.' });
  expect(await outcome(rejected)).toBe('200');
  expect(await holds(id, first)).toEqual({ arrived: '0.5' });
  expect(await listed(id)).toMatchObject({ reason: 'dropped', resolution: null });
  const { id: next } = await aLitecoinSale(testbed);
  expect(await decide(id, 'assign', { orderId: next })).toBe('200');
  expect(await holds(id, first, next)).toEqual({ held: '0.5' });
}, 60_000);
