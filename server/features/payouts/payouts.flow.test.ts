import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setSettings, theOwner } from '#tests/factories/approvals.ts';
import { download } from '#tests/factories/documents.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { codeOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { remindOfPayouts } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, rows } = testbed;
const { reviewer, payer, ada, as, ok, aPayout, aBatch, release, markSent, sendAlone, giveBack, payAgain, ...read } =
  payoutCalls(testbed);
const { orderOf, payoutOf } = read;

const approve = (orderId: string, json: object = {}) => as(reviewer, 'POST', `transactions/${orderId}/payout`, json);
const extraPayment = { kind: 'extra', amount: '5.00', note: 'Owed' };
const reverse = (orderId: string) =>
  app.call('POST', `/api/admin/transactions/${orderId}/amendments`, {
    token: reviewer.token,
    form: { kind: 'reversal', note: 'Fraud', transactionId: `R-${orderId}` },
  });

describe('the way from approval to the bank', () => {
  test('releases an approved order, writes it to a file, and completes it once', async () => {
    const fileOf = async (id: unknown) => {
      const member = { token: payer.token, stepUp: await steppedUp(app.deps, payer.token) };
      return download(app, member, `/api/admin/payout-batches/${String(id)}/file`);
    };
    const payout = await aPayout();
    expect(payout).toMatchObject({ state: 'due', amount: '93.02', currency: 'EUR', differs: ['first_payout'] });
    expect(payout).toMatchObject({ checks: [{ code: 'name_unknown', level: 'warn' }], tampered: false });
    expect(await orderOf(payout.orderId)).toMatchObject({ status: 'processing', stage: 'approved' });
    const batch = await aBatch([payout.id]);
    expect(batch).toMatchObject({ state: 'prepared', count: 1, total: '93.02', needsSecond: false, format: 'pain001' });
    const reference = String(batch.reference);
    const fileName = `${String(batch.reference)}.xml`;
    expect((await release(batch)).body).toMatchObject({ state: 'released', fileName });
    expect(await codeOf(release(batch))).toBe('conflict');
    const { bytes, headers } = await fileOf(batch.id);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);
    const endToEndId = `${String((payout.order as Body).reference)}-1`;
    expect(Buffer.from(bytes).toString()).toContain(`<EndToEndId>${endToEndId}</EndToEndId>`);
    expect((await markSent(batch)).body).toMatchObject({ state: 'sent' });
    const order = await orderOf(payout.orderId);
    const record = { adminTransactionId: endToEndId, adminNotes: `Paid in batch ${reference}` };
    expect(order).toMatchObject({ status: 'completed', stage: 'sent', ...record });
    expect(order.payout).toMatchObject({ state: 'sent', endToEndId, mayChangeDetails: false });
    const stages = (order.events as Body[]).map(({ stage }) => stage);
    expect(stages).toEqual([null, 'approved', 'batched', 'released', 'sent']);
    expect((await fileOf(batch.id)).bytes).toEqual(bytes);
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'sent', attempts: [{ no: 1, state: 'sent' }] });
  });

  test('treats a customer who was paid before as a known payee', async () => {
    const customer = await aUser(database.pool);
    const oldOrderId = await anOrder(app.deps, customer, inEuro());
    await rows(
      `update orders set status = 'completed', stage = 'settled', decided_at = now(), version = version + 1
      where id = $1`,
      [oldOrderId],
    );
    const { reference } = await orderOf(oldOrderId);
    const payout = await aPayout(inEuro('12.00'), customer);
    expect(payout).toMatchObject({ differs: [], lastPayout: { reference }, customerBlocked: false });
    await rows(`update users set status = 'blocked' where id = $1`, [customer.userId]);
    expect(await payoutOf(payout.id)).toMatchObject({ customerBlocked: true });
  });

  test('pays no customer who was blocked after the approval, even in a ready batch', async () => {
    const customer = await aUser(database.pool);
    const mark = (status: string) => rows(`update users set status = $2 where id = $1`, [customer.userId, status]);
    const first = await aPayout(inEuro(), customer);
    const second = await aPayout(inEuro('20.00'), customer);
    const batch = await aBatch([first.id]);
    await mark('blocked');
    expect(await codeOf(release(batch))).toBe('customer_blocked');
    const more = { accountId: null, payoutIds: [second.id] };
    expect(await codeOf(as(reviewer, 'POST', 'payout-batches', more))).toBe('customer_blocked');
    await mark('active');
    expect((await release(batch)).body).toMatchObject({ state: 'released' });
  });

  test('pays a returned payout again with another number, and a member settles it', async () => {
    const { id } = await aPayout();
    await sendAlone(id);
    const back = { reason: 'account_closed', note: 'Account closed', askCustomer: false };
    const returnDetails = { reason: 'account_closed', amount: '93.02' };
    expect(await giveBack(id, back)).toMatchObject({
      state: 'returned',
      returned: returnDetails,
      order: { stage: 'returned' },
    });
    expect(await payAgain(id)).toMatchObject({ state: 'due' });
    await sendAlone(id);
    const settledPayout = await ok(payer, 'POST', `payouts/${id}/settle`, { reason: 'Seen' });
    expect(settledPayout).toMatchObject({ state: 'settled', settledBy: 'member', attemptNo: 2 });
    expect(settledPayout).toMatchObject({ order: { status: 'completed', stage: 'settled' } });
    const batchStates = await rows(
      `select distinct b.state from payout_batches b join payout_attempts a
      on a.batch_id = b.id where a.payout_id = $1`,
      [id],
    );
    expect(batchStates).toEqual([{ state: 'closed' }]);
  });

  test('makes a payout by hand a batch of one, and never pays it a second time', async () => {
    await setSettings(testbed, { rules: { payoutEvidenceRequired: false } });
    const manualOrder = await anOrder(app.deps, ada, inEuro());
    const waitingPayout = await aPayout();
    for (const id of [manualOrder, waitingPayout.orderId])
      await ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });
    expect(await orderOf(waitingPayout.orderId)).toMatchObject({ status: 'completed', stage: 'sent' });
    const states = await rows(
      `select p.state, a.state as attempt, b.format, b.state as batch from payouts p join payout_attempts a
       on a.payout_id = p.id join payout_batches b on b.id = a.batch_id where p.order_id = any($1)`,
      [[manualOrder, waitingPayout.orderId]],
    );
    const line = { state: 'sent', attempt: 'sent', format: 'by_hand', batch: 'sent' };
    expect(states).toEqual([line, line]);
    expect(await codeOf(approve(manualOrder))).toBe('already_decided');
    const secondBatch = { accountId: null, payoutIds: [waitingPayout.id] };
    expect(await codeOf(as(reviewer, 'POST', 'payout-batches', secondBatch))).toBe('payouts_taken');
  });

  test('decides no order while its payout is in a batch, and owes nothing for a refused one', async () => {
    const { id, orderId } = await aPayout();
    const reject = () => as(reviewer, 'PUT', `transactions/${orderId}/status`, { status: 'rejected' });
    const batch = await aBatch([id]);
    expect(await codeOf(reject())).toBe('payout_batched');
    await release(batch);
    expect(await codeOf(reject())).toBe('payout_released');
    const reason = 'Wrong account';
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason });
    expect(await payoutOf(id)).toMatchObject({ state: 'held', reason });
    expect((await as(payer, 'GET', `payout-batches/${String(batch.id)}/file`)).status).toBe(404);
    expect((await reject()).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject({ state: 'cancelled', order: { stage: 'closed' } });
  });

  test('ends a payout once by a reversal, and makes a second payment its own payout', async () => {
    const { id, orderId } = await aPayout();
    await sendAlone(id);
    const { body: second } = await approve(orderId, extraPayment);
    expect(second).toMatchObject({ kind: 'extra', amount: '5.00', state: 'due', order: { stage: 'sent' } });
    await sendAlone(second.id);
    expect(await payoutOf(String(second.id))).toMatchObject({ state: 'sent', attemptNo: 2 });
    expect((await reverse(orderId)).status).toBe(201);
    expect(await payoutOf(id)).toMatchObject({ state: 'reversed', order: { stage: 'reversed' } });
    expect((await reverse(orderId)).status).toBe(409);
  });
});

test('a day with a repeated payout, a reversed order and a second payment counts each once', async () => {
  type Overview = {
    cards: { volume: { spanUsd: string } };
    charts: { volume: { orders: number }[] };
    income: { extra: { currency: string; payouts: number; amount: string }[] };
  };
  const overview = async () => {
    const { body } = await app.call('GET', '/api/admin/overview?days=7', await theOwner(testbed));
    const { cards, charts, income } = body as unknown as Overview;
    const second = income.extra.find(({ currency }) => currency === 'EUR') ?? { payouts: 0, amount: '0' };
    const volume = Number(cards.volume.spanUsd);
    const orders = charts.volume.at(-1)?.orders ?? 0;
    return { volume, orders, payouts: second.payouts, amount: Number(second.amount) };
  };
  await rows('select recount_order_days()');
  const overviewBefore = await overview();
  const unchangedPayout = await aPayout(inEuro('50.00'));
  const reversedPayout = await aPayout(inEuro('20.00'));
  await sendAlone(unchangedPayout.id);
  await giveBack(unchangedPayout.id, { reason: 'name', note: 'Name', askCustomer: false });
  await payAgain(unchangedPayout.id);
  await sendAlone(unchangedPayout.id);
  await sendAlone(reversedPayout.id);
  await sendAlone((await approve(unchangedPayout.orderId, extraPayment)).body.id);
  expect((await reverse(reversedPayout.orderId)).status).toBe(201);
  const after = await overview();
  expect(after.volume - overviewBefore.volume).toBeCloseTo(50);
  expect(after.orders - overviewBefore.orders).toBe(1);
  expect([after.payouts - overviewBefore.payouts, after.amount - overviewBefore.amount]).toEqual([1, 5]);
  await rows('select recount_order_days()');
  expect(await overview()).toEqual(after);
});

test('an impossible account is refused in the form if the settings require it', async () => {
  await setSettings(testbed, { payouts: { payeeChecks: 'block' } });
  const ownPayee = { userId: ada.userId, details: inEuro().paymentDetails, currency: 'EUR' };
  const otherPayee = { ...ownPayee, details: { ...ownPayee.details, accountNumber: 'DE89370400440532013001' } };
  await expect(app.deps.assertPayee(app.deps.db, otherPayee)).rejects.toMatchObject({
    code: 'payee_blocked',
    status: 422,
  });
  await expect(app.deps.assertPayee(app.deps.db, ownPayee)).resolves.toBeUndefined();
});

test('members who may release are reminded of batches, and a customer of returned money', async () => {
  const latePayout = await aPayout();
  const back = await aPayout();
  await release(await aBatch([latePayout.id]));
  await sendAlone(back.id);
  await giveBack(back.id, { reason: 'name', note: 'Name' });
  const inAWeek = () => new Date(Date.now() + 7 * 86_400_000);
  await remindOfPayouts({ ...app.deps, now: inAWeek });
  const readCounts = async () => {
    const mails = await rows(
      `select template, count(*)::int as n from outbox where template in ('payouts_late', 'payout_returned')
    group by 1`,
    );
    return Object.fromEntries(mails.map(({ template, n }) => [template, n])) as Record<string, number>;
  };
  const counts = { payout_returned: 2, payouts_late: expect.any(Number) as number };
  await expect.poll(readCounts, { timeout: 45_000 }).toMatchObject(counts);
});

test('the sums count each payout once, and the list finds it by its references', async () => {
  const figures = async (): Promise<Body> => {
    const { currencies } = (await ok(payer, 'GET', 'payouts/figures')) as { currencies: Body[] };
    return currencies.find(({ currency }) => currency === 'EUR') ?? {};
  };
  const figuresBefore = await figures();
  const payout = await aPayout(inEuro('10.10'));
  const after = await figures();
  expect(Number(after.cashNeeded) - Number(figuresBefore.cashNeeded)).toBeCloseTo(10.1);
  expect((after.due as Body).payouts).toBe(Number((figuresBefore.due as Body).payouts) + 1);
  const reference = String((payout.order as Body).reference);
  expect(await ok(payer, 'GET', `payouts?q=${reference.toLowerCase()}`)).toMatchObject([{ id: payout.id }]);
});
