import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { anOrder, worth } from '#tests/factories/orders.ts';
import { inEuro, type Body } from '#tests/factories/payouts.ts';
import { camtOf, openStatements } from '#tests/factories/statements.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const {
  reviewer,
  payer,
  ada,
  as,
  ok,
  listOf,
  setPayouts,
  sentPayouts,
  sentPayout,
  upload,
  aPayout,
  aBatch,
  release,
  imported,
  payoutOf,
  match,
  undo,
} = openStatements(testbed);

test('a line is never matched, nor a batch withdrawn, by the member whom its payout pays', async () => {
  const mine = await aPayout(inEuro('71.13'), { ...ada, userId: payer.id });
  const batch = await aBatch([mine.id]);
  const second = await aColleague(testbed, 'payer');
  expect((await release(batch)).body.code).toBe('own_case');
  expect((await release(batch, second)).status).toBe(200);
  const path = `payout-batches/${String(batch.id)}`;
  expect((await as(payer, 'POST', `${path}/withdraw`, { reason: 'Mine.' })).body.code).toBe('own_case');
  await ok(second, 'POST', `${path}/sent`, {});
  const { lines } = await imported(['71.13', 'out', String((mine.order as Body).reference)]);
  expect((await match(lines[0])).body.code).toBe('own_case');
});

describe('what the statement says', () => {
  test('an exact line is proposed, taken by one click, tells the customer, and can be undone', async () => {
    const payout = await sentPayout();
    const { statement, lines } = await imported(['93.02', 'out', `lf ${payout.reference.slice(3)} Ada`]);
    expect(statement).toMatchObject({ isNew: true, lines: 1, added: 1, known: 0, proposed: 1, settled: 0 });
    expect(lines).toMatchObject([
      { state: 'proposed', rule: 'exact', candidates: [{ payoutId: payout.id, difference: '0.00' }] },
    ]);
    expect(await ok(payer, 'POST', `statements/${String(statement.id)}/settle`)).toEqual({ settled: 1, left: 0 });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'settled',
      settledBy: 'statement',
      order: { status: 'completed', stage: 'settled' },
    });
    const mails = await testbed.mailbox.to(ada.email);
    expect(mails.filter(({ template }) => template === 'payout_arrived')).toHaveLength(1);
    expect((await undo(lines[0])).body).toMatchObject({ state: 'proposed', match: null });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'sent',
      settledBy: null,
      order: { status: 'completed', stage: 'sent' },
    });
  });

  test('with the setting, an order is completed when the statement shows its payout, and not when it is sent', async () => {
    await setPayouts({ completedWhen: 'settled' });
    const payout = await sentPayout();
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'sent', order: { status: 'processing', stage: 'sent' } });
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    expect((await match(lines[0])).status).toBe(200);
    const order = { status: 'completed', stage: 'settled' };
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled', order });
  });

  test('with the setting, exact lines settle at once, and nothing weaker does', async () => {
    await setPayouts({ settleExact: 'auto' });
    const [exact, fee] = [await sentPayout(), await sentPayout('50.00')];
    const { statement } = await imported(['93.02', 'out', exact.reference], ['50.35', 'out', fee.reference]);
    expect(statement).toMatchObject({ settled: 1, proposed: 1 });
    expect(await payoutOf(fee.id)).toMatchObject({ state: 'sent' });
  });

  test('the same file twice changes nothing, an overlapping one adds what is new, two equal payments are two', async () => {
    const text = camtOf(
      ['5.00', 'out', 'rent', 'X1'],
      ['5.00', 'out', 'rent', 'X1'],
      ['6.00', 'out', 'rent', 'NONREF'],
    );
    const [first, again] = [await upload(text), await upload(text)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({ added: 3, known: 0 });
    expect(again.body).toMatchObject({ id: first.body.id, isNew: false, added: 0 });
    const overlapping = await upload(
      text.replace('</Stmt>', camtOf(['7.00', 'in', 'new']).match(/<Ntry>.*<\/Ntry>/)?.[0] + '</Stmt>'),
    );
    expect(overlapping.body).toMatchObject({ lines: 4, added: 1, known: 3 });
  });

  test('one booking of a whole batch settles all of it, by a click alone', async () => {
    await setPayouts({ settleExact: 'auto' });
    const [item, two] = await sentPayouts(['50.00', '50.00']);
    const { lines } = await imported(['100.00', 'out', `SAMMLER ${item?.batch}`]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'batch' }]);
    expect((await match(lines[0])).body).toMatchObject({
      state: 'matched',
      match: { payouts: [{ amount: '50.00' }, { amount: '50.00' }] },
    });
    for (const payout of [item, two])
      expect(await payoutOf(payout?.id ?? '')).toMatchObject({ state: 'settled', batch: { state: 'closed' } });
  });

  test('a payment in parts settles once with all its lines, and is undone with all of them', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['60.00', 'out', payout.reference], ['33.02', 'out', payout.reference]);
    expect(lines.map(({ rule }) => rule)).toEqual(['split', 'split']);
    expect((await match(lines[1])).body).toMatchObject({ state: 'matched' });
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled' });
    expect((await undo(lines[0])).status).toBe(200);
    const states = (await listOf(`statement-lines?statement=${String(lines[0]?.statementId)}`)).map(
      ({ state }) => state,
    );
    expect([await payoutOf(payout.id), states]).toMatchObject([{ state: 'sent' }, ['proposed', 'proposed']]);
  });

  test('another amount needs the payout and a reason', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.01', 'out', payout.reference]);
    expect(lines).toMatchObject([
      { state: 'unmatched', rule: 'amount_differs', candidates: [{ difference: '-0.01' }] },
    ]);
    const chosen = { payoutIds: [payout.id], as: 'settled' };
    for (const json of [{}, chosen]) expect((await match(lines[0], json)).body.code).toBe('match_amount');
    expect((await match(lines[0], { ...chosen, reason: 'The bank lost a cent' })).body).toMatchObject({
      state: 'matched',
    });
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled' });
  });

  test('the fee that a bank took is stored beside the payout', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.37', 'out', payout.reference]);
    expect((await match(lines[0])).body).toMatchObject({ match: { fee: '0.35', payouts: [{ amount: '93.02' }] } });
  });

  test('a booking of a batch that nobody marked as sent marks it first, and is never taken by itself', async () => {
    await setPayouts({ settleExact: 'auto' });
    const payout = await sentPayout('93.02', { isSent: false });
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'not_sent' }]);
    expect((await match(lines[0])).body).toMatchObject({ state: 'matched' });
    expect(await payoutOf(payout.id)).toMatchObject({
      state: 'settled',
      order: { status: 'completed', stage: 'settled' },
    });
  });

  test('a second payment is an alarm by mail, and never settles anything', async () => {
    const payout = await sentPayout();
    const first = await imported(['93.02', 'out', payout.reference]);
    await match(first.lines[0]);
    const { lines } = await imported(['93.02', 'out', payout.reference]);
    expect(lines).toMatchObject([{ state: 'unmatched', rule: 'paid_twice' }]);
    expect((await match(lines[0], { payoutIds: [payout.id], as: 'settled', reason: 'x' })).body.code).toBe('conflict');
    const mails = await testbed.mailbox.to(testbed.app.deps.env.admin.email);
    expect(mails.filter(({ template }) => template === 'paid_twice')).toHaveLength(1);
  });

  test('money that comes back is owed again, never settled and returned at once, and the undo settles it again', async () => {
    const payout = await sentPayout();
    const out = await imported(['93.02', 'out', payout.reference]);
    await match(out.lines[0]);
    const { lines } = await imported(['92.52', 'in', payout.reference]);
    expect(lines).toMatchObject([{ state: 'proposed', rule: 'return' }]);
    expect((await match(lines[0])).status).toBe(200);
    const returned = await payoutOf(payout.id);
    expect(returned).toMatchObject({
      state: 'returned',
      returned: { fee: '0.50' },
      order: { status: 'completed', stage: 'details_needed' },
    });
    const live = () =>
      testbed.rows(`select role from line_matches where payout_id = $1 and undone_at is null and role <> 'fee'`, [
        payout.id,
      ]);
    expect(await live()).toEqual([{ role: 'returned' }]);
    expect((await undo(lines[0])).status).toBe(200);
    expect(await live()).toEqual([{ role: 'settled' }]);
    expect(await payoutOf(payout.id)).toMatchObject({ state: 'settled', order: { stage: 'settled' } });
  });

  test('a return cannot be undone once the payout is being paid again', async () => {
    const payout = await sentPayout();
    const { lines } = await imported(['93.02', 'in', payout.reference]);
    await match(lines[0]);
    await ok(reviewer, 'POST', `payouts/${payout.id}/again`, { reason: 'Open again' });
    expect((await undo(lines[0])).body.code).toBe('payout_batched');
  });

  test('an ignored line is set aside with its reason, and comes back', async () => {
    const { lines } = await imported(['3.50', 'out', 'Account fees']);
    const path = `statement-lines/${String(lines[0]?.id)}`;
    expect(await ok(payer, 'POST', `${path}/ignore`, { reason: 'Fees' })).toMatchObject({
      state: 'ignored',
      reason: 'Fees',
    });
    expect((await undo(lines[0])).body).toMatchObject({ state: 'unmatched' });
    expect((await undo(lines[0])).body.code).toBe('conflict');
  });

  test('an incoming payment is shown on the exchange that it pays, whose status stays', async () => {
    const gives = { type: 'fiat', currency: 'EUR' } as const;
    const terms = { ...worth('110.00'), gives, amount: amountOf('sent', '100.00'), payoutCurrency: 'USD' };
    const orderId = await anOrder(testbed.app.deps, ada, terms);
    const { reference } = await ok(reviewer, 'GET', `transactions/${orderId}`);
    const { lines } = await imported(['100.00', 'in', String(reference)], ['99.00', 'in', String(reference)]);
    expect(lines).toMatchObject([
      { state: 'proposed', rule: 'incoming', candidates: [{ transactionId: orderId }] },
      { state: 'unmatched', rule: 'amount_differs' },
    ]);
    expect((await match(lines[1], { transactionId: orderId })).body.code).toBe('match_amount');
    expect((await match(lines[0])).body).toMatchObject({ match: { transactionId: orderId, payouts: [] } });
    expect(await ok(reviewer, 'GET', `transactions/${orderId}`)).toMatchObject({ status: 'pending' });
  });
});
