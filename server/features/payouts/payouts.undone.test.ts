import { expect, test } from 'vitest';
import * as contract from '#shared/orders/admin/orders.undo.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aPaidSale } from '#tests/factories/own-sales.ts';
import { otherStages } from '#tests/factories/stages.ts';
import { outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, row, rows, audit, minutesLater } = testbed;
const { sees } = depositReviews(testbed);
const rita = fixture(() => aColleague(testbed, 'reviewer'));
const tomas = fixture(() => aColleague(testbed, 'reviewer'));
const reviewer = teamCalls(app, rita);
const otherMember = teamCalls(app, tomas);

/** A sale of half a Litecoin at a shared address, whose coins are there for good. */
async function aFittingSale() {
  const { id, address } = await aLitecoinSale(testbed);
  litecoinOf(testbed).pay(address, '0.5');
  litecoinOf(testbed).mine(12);
  await sees(id, 'pale fits_shared');
  return id;
}

const versionOf = async (id: string) => Number((await row('select version from orders where id = $1', [id])).version);
const reject = async (id: string, changes = {}) =>
  reviewer.put(`transactions/${id}/status`, {
    status: 'rejected',
    adminNotes: 'The account name does not match.',
    version: await versionOf(id),
    ...changes,
  });
const approve = async (id: string) =>
  reviewer.post(`transactions/${id}/payout`, { kind: 'order', version: await versionOf(id) });
const undo = async (id: string, by = reviewer) => by.post(`transactions/${id}/undo`, { version: await versionOf(id) });

const orderOf = (id: string) => row('select status, stage from orders where id = $1', [id]);
/** The open book of an order: accounts and their sums that are not zero. */
const bookOf = (id: string) =>
  rows(
    `select a.kind, trim_scale(b.amount)::text as amount from book_accounts a
     join book_balances b on b.account_id = a.id
     where b.amount <> 0 and (a.subject = $1::text or a.subject in (select id::text from refunds
     where order_id::text = $1)
       or a.subject in (select transfer_id::text from transfer_claims where order_id::text = $1)) order by a.kind`,
    [id],
  );
const mails = (id: string) =>
  rows(
    `select template, (due_at > created_at + interval '9 seconds') as waits, last_error from outbox
     where data->>'id' = $1 or data->>'path' = '/transactions?tx=' || $1 or last_error = 'taken back'
    order by template`,
    [id],
  );

test('a rejection sends coins back, and its mail waits for the time in which it can be taken back', async () => {
  const id = await aFittingSale();
  expect(await reject(id, { sendBack: '0.6' })).toMatchObject({ status: 409 });
  expect(await orderOf(id)).toEqual({ status: 'pending', stage: 'by_hand' });
  expect(await reject(id, { sendBack: '0.5' })).toMatchObject({ status: 200, body: { stage: 'refund_due' } });
  expect(await bookOf(id)).toEqual([{ kind: 'refund', amount: '0.5' }]);
  expect(await mails(id)).toMatchObject([
    { template: 'order_rejected', waits: true },
    { template: 'refund_due', waits: true },
  ]);
});

test('coins of a rejected order can be sent back later, because its transfer was bound to it', async () => {
  const id = await aFittingSale();
  expect((await reject(id)).status).toBe(200);
  const refund = { orderId: id, amount: 0.5, reason: 'They asked for it.' };
  expect(await reviewer.post('refunds', refund)).toMatchObject({ status: 201, body: { amount: 0.5 } });
  expect(await orderOf(id)).toEqual({ status: 'rejected', stage: 'refund_due' });
});

test('a reviewer takes a rejection back, and only its history stays', async () => {
  const id = await aFittingSale();
  const { body } = await reject(id, { sendBack: '0.5' });
  expect(body.undo).toMatchObject({ by: rita.id });
  expect(await outcomeOf(undo(id, otherMember))).toContain('already_decided');
  expect(await undo(id)).toMatchObject({ status: 200, body: { status: 'pending', stage: 'by_hand', undo: null } });
  expect(await bookOf(id)).toEqual([{ kind: 'arrived', amount: '0.5' }]);
  expect(await rows('select state from refunds where order_id = $1', [id])).toEqual([{ state: 'cancelled' }]);
  expect((await mails(id)).every(({ last_error }) => last_error === 'taken back')).toBe(true);
  const events = await rows('select to_status, reason from order_events where order_id = $1 order by id', [id]);
  expect(events.slice(-2)).toEqual([
    { to_status: 'rejected', reason: null },
    { to_status: 'pending', reason: 'taken_back' },
  ]);
  expect((await audit(id)).map(({ action }) => action)).toContain('order.taken_back');
  expect(await outcomeOf(undo(id))).toContain('already_decided');
  expect((await approve(id)).status).toBe(201);
  expect(await otherStages(testbed)).toEqual([]);
});

test('a reviewer takes an approval back, and the next one makes its own payout', async () => {
  const id = await aFittingSale();
  expect((await approve(id)).status).toBe(201);
  expect(await undo(id)).toMatchObject({ status: 200, body: { status: 'pending', stage: 'by_hand' } });
  expect(await bookOf(id)).toEqual([{ kind: 'arrived', amount: '0.5' }]);
  expect(await outcomeOf(approve(id))).toBe('201');
  expect(await rows('select seq, state from payouts where order_id = $1 order by seq', [id])).toEqual([
    { seq: 1, state: 'cancelled' },
    { seq: 2, state: 'due' },
  ]);
  expect(await orderOf(id)).toEqual({ status: 'processing', stage: 'approved' });
  expect(await otherStages(testbed)).toEqual([]);
});

test('an approval of coins that a member only stated can be taken back too', async () => {
  const id = await anOrder(app.deps, await aUser(testbed.database.pool));
  expect(await outcomeOf(approve(id))).toBe('201');
  expect(await undo(id)).toMatchObject({ status: 200, body: { status: 'pending', stage: 'by_hand' } });
  expect(await bookOf(id)).toEqual([]);
});

test('a rejection that is taken back restores the settlement of its own address', async () => {
  const { id } = await aPaidSale(testbed, ['2']);
  await expect.poll(() => orderOf(id)).toEqual({ status: 'pending', stage: 'confirmed' });
  const bookBefore = await bookOf(id);
  expect((await reject(id, { sendBack: '2' })).status).toBe(200);
  expect((await undo(id)).status).toBe(200);
  expect(await orderOf(id)).toEqual({ status: 'pending', stage: 'confirmed' });
  expect(await bookOf(id)).toEqual(bookBefore);
  expect(await otherStages(testbed)).toEqual([]);
});

test('a decision cannot be taken back after ten seconds, or after its payout moved on', async () => {
  const id = await aFittingSale();
  expect((await approve(id)).status).toBe(201);
  const payout = await row('select id, version from payouts where order_id = $1', [id]);
  const heldAnswer = await reviewer.post(`payouts/${String(payout.id)}/hold`, { reason: 'A look first.' });
  expect(heldAnswer.status).toBe(200);
  expect(await outcomeOf(undo(id))).toContain('already_decided');
  const lateSale = await aFittingSale();
  expect((await reject(lateSale)).status).toBe(200);
  minutesLater(1);
  expect(await outcomeOf(undo(lateSale))).toContain('already_decided');
  expect((await reviewer.get(`transactions/${lateSale}`)).body.undo).toBeNull();
});

test('a request with an old version of a decided order takes nothing back', async () => {
  const id = await aFittingSale();
  expect((await reject(id)).status).toBe(200);
  expect(await outcomeOf(reviewer.post(`transactions/${id}/undo`, { version: 1 }))).toContain('conflict');
  expect(contract.undoDecision.may).toBe('orders.decide');
});

const noticesOf = (id: string) =>
  rows(
    `select n.created_at > now() + interval '5 seconds' as waits, n.shared_at from team_notices n
     join orders o on o.reference = n.data->>'reference' where o.id = $1 and n.name = 'refund_due_notice'`,
    [id],
  );

test('a rejection that is taken back drops its own mails, and no mail of the earlier approval', async () => {
  const id = await aFittingSale();
  expect((await approve(id)).status).toBe(201);
  expect((await reject(id, { sendBack: '0.5' })).status).toBe(200);
  expect(await noticesOf(id)).toEqual([{ waits: true, shared_at: null }]);
  expect((await undo(id)).status).toBe(200);
  expect(await noticesOf(id)).toEqual([]);
  const waitingRows = await rows(
    `select template from outbox where dropped_at is null and data->>'heldBy' like $1 || ' %' order by template`,
    [id],
  );
  expect(waitingRows).toEqual([{ template: 'order_processing' }]);
});

const doneToday = async (by = reviewer) => (await by.page('transactions?work=done&pageSize=100')).ids;

test('decisions of one call are taken back one by one', async () => {
  const ownSale = await aFittingSale();
  const second = await aFittingSale();
  const theirs = await aFittingSale();
  for (const id of [ownSale, second]) expect((await reject(id)).status).toBe(200);
  const version = await versionOf(theirs);
  const rejection = { status: 'rejected', adminNotes: 'Not theirs.', version };
  expect((await otherMember.put(`transactions/${theirs}/status`, rejection)).status).toBe(200);
  expect(await doneToday()).toEqual(expect.arrayContaining([ownSale, second]));
  expect(await doneToday()).not.toContain(theirs);
  const orders = await Promise.all([ownSale, second, theirs].map(async (id) => ({ id, version: await versionOf(id) })));
  const { status, body } = await reviewer.post('transactions/undo', { orders });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      results: [
        { id: ownSale, state: 'taken_back', code: null },
        { id: second, state: 'taken_back', code: null },
        { id: theirs, state: 'left', code: 'already_decided' },
      ],
    },
  });
  expect((await orderOf(ownSale)).status).toBe('pending');
  expect(await doneToday()).not.toContain(ownSale);
  expect(await doneToday(otherMember)).toContain(theirs);
});
