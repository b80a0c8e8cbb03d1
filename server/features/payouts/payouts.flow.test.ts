import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { theOwner } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { remindOfPayouts } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { reviewer, payer, ada, as, ok, aPayout, aBatch, release, orderOf, codeOf } = payoutCalls(testbed);

describe('from approval to the bank', () => {
  test('an approved order is released, written to a file, handed to the bank and completed, once', async () => {
    const payout = await aPayout();
    expect(payout).toMatchObject({ state: 'due', amount: '93.02', currency: 'EUR', differs: ['first_payout'] });
    expect(payout).toMatchObject({ checks: [{ code: 'name_unknown', level: 'warn' }], tampered: false });
    expect(await orderOf(payout.orderId)).toMatchObject({ status: 'processing', stage: 'approved' });
    const batch = await aBatch([payout.id]);
    expect(batch).toMatchObject({ state: 'prepared', count: 1, total: '93.02', needsSecond: false, format: 'pain001' });
    expect((await release(batch)).body).toMatchObject({
      state: 'released',
      fileName: `${String(batch.reference)}.xml`,
    });
    expect(await codeOf(release(batch))).toBe('conflict');
    const { text, headers } = await fileOf(batch.id);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
    const endToEndId = `${String((payout.order as Body).reference)}-1`;
    expect(text).toContain(`<EndToEndId>${endToEndId}</EndToEndId>`);
    expect(await ok(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, {})).toMatchObject({ state: 'sent' });
    expect(await orderOf(payout.orderId)).toMatchObject({
      status: 'completed',
      stage: 'sent',
      adminTransactionId: endToEndId,
      adminNotes: `Paid in batch ${String(batch.reference)}`,
    });
    expect((await orderOf(payout.orderId)).payout).toMatchObject({
      state: 'sent',
      endToEndId,
      mayChangeDetails: false,
    });
    expect((await fileOf(batch.id)).text).toBe(text);
    const { events } = (await orderOf(payout.orderId)) as { events: Body[] };
    expect(events.map(({ stage }) => stage)).toEqual([null, 'approved', 'batched', 'released', 'sent']);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'sent',
      attempts: [{ no: 1, state: 'sent' }],
    });
  });

  test('a customer who was blocked after the approval is paid by no batch, not even by one that was ready', async () => {
    const customer = await aUser(testbed.database.pool);
    const [first, second] = [await aPayout(inEuro(), customer), await aPayout(inEuro('20.00'), customer)];
    const batch = await aBatch([first.id]);
    await testbed.rows(`update users set status = 'blocked' where id = $1`, [customer.userId]);
    expect(await codeOf(release(batch))).toBe('customer_blocked');
    const more = { accountId: null, payoutIds: [second.id] };
    expect(await codeOf(as(reviewer, 'POST', 'payout-batches', more))).toBe('customer_blocked');
    await testbed.rows(`update users set status = 'active' where id = $1`, [customer.userId]);
    expect((await release(batch)).body).toMatchObject({ state: 'released' });
  });

  test('a payout that came back is paid again with another number, and settled by a member', async () => {
    const payout = await aPayout();
    await sendAlone(payout.id);
    const back = { reason: 'account_closed', note: 'Account closed', askCustomer: false };
    expect(await ok(payer, 'POST', `payouts/${payout.id}/return`, back)).toMatchObject({
      state: 'returned',
      returned: { reason: 'account_closed', amount: '93.02' },
      order: { stage: 'returned' },
    });
    expect(await ok(reviewer, 'POST', `payouts/${payout.id}/again`, { reason: 'Open again' })).toMatchObject({
      state: 'due',
    });
    await sendAlone(payout.id);
    expect(await ok(payer, 'POST', `payouts/${payout.id}/settle`, { reason: 'Seen' })).toMatchObject({
      state: 'settled',
      settledBy: 'member',
      attemptNo: 2,
      order: { status: 'completed', stage: 'settled' },
    });
    const closed = await testbed.rows(
      `select distinct b.state from payout_batches b join payout_attempts a
      on a.batch_id = b.id where a.payout_id = $1`,
      [payout.id],
    );
    expect(closed).toEqual([{ state: 'closed' }]);
  });

  test('what is paid by hand is a batch of one, and is never paid a second time', async () => {
    await testbed.app.call('PUT', '/api/admin/settings', {
      ...(await theOwner(testbed)),
      json: { rules: { payoutEvidenceRequired: false } },
    });
    const [byHand, waiting] = [await anOrder(testbed.app.deps, ada, inEuro()), await aPayout()];
    for (const id of [byHand, waiting.orderId])
      await ok(reviewer, 'PUT', `transactions/${id}/status`, { status: 'completed' });
    expect(await orderOf(waiting.orderId)).toMatchObject({ status: 'completed', stage: 'sent' });
    const found = await testbed.rows(
      `select p.state, a.state as attempt, b.format, b.state as batch from payouts p join payout_attempts a
       on a.payout_id = p.id join payout_batches b on b.id = a.batch_id where p.order_id = any($1)`,
      [[byHand, waiting.orderId]],
    );
    const line = { state: 'sent', attempt: 'sent', format: 'by_hand', batch: 'sent' };
    expect(found).toEqual([line, line]);
    expect(await codeOf(as(reviewer, 'POST', `transactions/${byHand}/payout`, {}))).toBe('already_decided');
    expect(await codeOf(as(reviewer, 'POST', 'payout-batches', { accountId: null, payoutIds: [waiting.id] }))).toBe(
      'payouts_taken',
    );
  });

  test('an order is not decided while its payout is in a batch, and a refused one owes nothing', async () => {
    const payout = await aPayout();
    const reject = () => as(reviewer, 'PUT', `transactions/${payout.orderId}/status`, { status: 'rejected' });
    const batch = await aBatch([payout.id]);
    expect(await codeOf(reject())).toBe('payout_batched');
    await release(batch);
    expect(await codeOf(reject())).toBe('payout_released');
    await ok(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason: 'Wrong account' });
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({ state: 'held', reason: 'Wrong account' });
    expect((await as(payer, 'GET', `payout-batches/${String(batch.id)}/file`)).status).toBe(404);
    expect((await reject()).status).toBe(200);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'cancelled',
      order: { stage: 'closed' },
    });
  });

  test('a reversal ends the payout once, and a second payment is a payout of its own', async () => {
    const payout = await aPayout();
    await sendAlone(payout.id);
    const extra = await ok(reviewer, 'POST', `transactions/${payout.orderId}/payout`, {
      kind: 'extra',
      amount: '5.00',
      note: 'Owed',
    });
    expect(extra).toMatchObject({ kind: 'extra', amount: '5.00', state: 'due', order: { stage: 'sent' } });
    await sendAlone(String(extra.id));
    expect(await ok(reviewer, 'GET', `payouts/${String(extra.id)}`)).toMatchObject({ state: 'sent', attemptNo: 2 });
    expect((await reverse(payout.orderId)).status).toBe(201);
    expect(await ok(reviewer, 'GET', `payouts/${payout.id}`)).toMatchObject({
      state: 'reversed',
      order: { stage: 'reversed' },
    });
    expect((await reverse(payout.orderId)).status).toBe(409);
  });
});

test('a day with a payout sent again, a reversed order and a second payment counts each once', async () => {
  await testbed.rows('select recount_order_days()');
  const before = await overview();
  const [kept, reversed] = [await aPayout(inEuro('50.00')), await aPayout(inEuro('20.00'))];
  await sendAlone(kept.id);
  await ok(payer, 'POST', `payouts/${kept.id}/return`, { reason: 'name', note: 'Name', askCustomer: false });
  await ok(reviewer, 'POST', `payouts/${kept.id}/again`, { reason: 'Again' });
  await sendAlone(kept.id);
  await sendAlone(reversed.id);
  const json = { kind: 'extra', amount: '5.00', note: 'Owed' };
  await sendAlone(String((await ok(reviewer, 'POST', `transactions/${kept.orderId}/payout`, json)).id));
  expect((await reverse(reversed.orderId)).status).toBe(201);
  const after = await overview();
  expect(after.volume - before.volume).toBeCloseTo(50);
  expect(after.orders - before.orders).toBe(1);
  expect([
    after.extra.payouts - before.extra.payouts,
    Number(after.extra.amount) - Number(before.extra.amount),
  ]).toEqual([1, 5]);
  await testbed.rows('select recount_order_days()');
  expect(await overview()).toEqual(after);
  async function overview() {
    const body = (await testbed.app.call('GET', '/api/admin/overview?days=7', await theOwner(testbed))).body as {
      cards: { volume: { spanUsd: string } };
      charts: { volume: { orders: number }[] };
      income: { extra: { currency: string; payouts: number; amount: string }[] };
    };
    const extra = body.income.extra.find(({ currency }) => currency === 'EUR') ?? { payouts: 0, amount: '0' };
    return { volume: Number(body.cards.volume.spanUsd), orders: body.charts.volume.at(-1)?.orders ?? 0, extra };
  }
});

test('an account that cannot be right is refused at the form where the settings say so', async () => {
  const json = { payouts: { payeeChecks: 'block' } };
  await testbed.app.call('PUT', '/api/admin/settings', { ...(await theOwner(testbed)), json });
  const wrong = { ...inEuro().paymentDetails, accountNumber: 'DE89370400440532013001' };
  const payee = { userId: ada.userId, details: wrong, currency: 'EUR' };
  await expect(testbed.app.deps.assertPayee(payee)).rejects.toMatchObject({ code: 'payee_blocked', status: 422 });
  await expect(testbed.app.deps.assertPayee({ ...payee, details: inEuro().paymentDetails })).resolves.toBeUndefined();
});

test('who may release is reminded of what was not handed over, and a customer of money that came back', async () => {
  const [late, back] = [await aPayout(), await aPayout()];
  await release(await aBatch([late.id]));
  await sendAlone(back.id);
  await ok(payer, 'POST', `payouts/${back.id}/return`, { reason: 'name', note: 'Name' });
  const inDays = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  await remindOfPayouts({ ...testbed.app.deps, now: inDays(7) });
  const mails = await testbed.rows(
    `select template, count(*)::int as n from outbox where template in ('payouts_late', 'payout_returned') group by 1`,
  );
  expect(Object.fromEntries(mails.map(({ template, n }) => [template, n]))).toMatchObject({ payout_returned: 2 });
  expect(mails.some(({ template }) => template === 'payouts_late')).toBe(true);
});

test('the figures count each payout once, and the list finds it by its references', async () => {
  const before = await figures();
  const payout = await aPayout(inEuro('10.10'));
  const after = await figures();
  expect(Number(after.cashNeeded) - Number(before.cashNeeded)).toBeCloseTo(10.1);
  expect((after.due as Body).payouts).toBe(Number((before.due as Body).payouts) + 1);
  const reference = String((payout.order as Body).reference);
  const found = (await ok(payer, 'GET', `payouts?q=${reference.toLowerCase()}`)) as unknown as Body[];
  expect(found.map(({ id }) => id)).toEqual([payout.id]);
  async function figures(): Promise<Body> {
    const { currencies } = (await ok(payer, 'GET', 'payouts/figures')) as { currencies: Body[] };
    return currencies.find(({ currency }) => currency === 'EUR') ?? {};
  }
});

async function sendAlone(payoutId: string) {
  const batch = await aBatch([payoutId]);
  expect((await release(batch)).status).toBe(200);
  await ok(payer, 'POST', `payout-batches/${String(batch.id)}/sent`, { bankReference: 'UP-1' });
}
async function fileOf(id: unknown) {
  const headers = { Authorization: `Bearer ${payer.token}`, ...(await steppedUp(testbed.app.deps, payer.token)) };
  const response = await fetch(`${testbed.app.url}/api/admin/payout-batches/${String(id)}/file`, { headers });
  return { text: await response.text(), headers: response.headers };
}

function reverse(orderId: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ kind: 'reversal', note: 'Fraud', transactionId: `R-${orderId}` }))
    body.set(name, value);
  const headers = { Authorization: `Bearer ${reviewer.token}` };
  return fetch(`${testbed.app.url}/api/admin/transactions/${orderId}/amendments`, { method: 'POST', headers, body });
}
