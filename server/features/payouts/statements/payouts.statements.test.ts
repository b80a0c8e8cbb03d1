import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { anOrder, worth } from '#tests/factories/orders.ts';
import { inEuro, type Body } from '#tests/factories/payouts.ts';
import { camtOf, openStatements } from '#tests/factories/statements.ts';
import { codeOf } from '#tests/setup/calls.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, mailbox, rows } = testbed;
const { payer, ada, as, ok, listOf, setPayouts, sentPayouts, sentPayout, upload, imported, match, undo, ...calls } =
  openStatements(testbed);
const { aPayout, aBatch, release, markSent, payAgain, orderOf, payoutOf } = calls;

test('a line is never matched, nor a batch withdrawn, by the member whom its payout pays', async () => {
  const mine = await aPayout(inEuro('71.13'), { ...ada, userId: payer.id });
  const batch = await aBatch([mine.id]);
  const second = await aColleague(testbed, 'payer');
  expect(await codeOf(release(batch))).toBe('own_case');
  expect((await release(batch, second)).status).toBe(200);
  const withdraw = as(payer, 'POST', `payout-batches/${String(batch.id)}/withdraw`, { reason: 'Mine.' });
  expect(await codeOf(withdraw)).toBe('own_case');
  expect((await markSent(batch, second)).status).toBe(200);
  const { lines } = await imported(['71.13', 'out', String((mine.order as Body).reference)]);
  expect(await codeOf(match(lines[0]))).toBe('own_case');
});

describe('what the statement says', () => {
  const proposed = (rule: string) => ({ state: 'proposed', rule });
  const unmatched = (rule: string) => ({ state: 'unmatched', rule });
  const settled = { state: 'settled', order: { status: 'completed', stage: 'settled' } };
  const sent = { state: 'sent', order: { status: 'completed', stage: 'sent' } };
  const matched = { state: 'matched' };

  test('an exact line is proposed, taken by one click, tells the customer, and can be undone', async () => {
    const { id, reference } = await sentPayout();
    const { statement, lines } = await imported(['93.02', 'out', `lf ${reference.slice(3)} Ada`]);
    expect(statement).toMatchObject({ isNew: true, lines: 1, added: 1, known: 0, proposed: 1, settled: 0 });
    expect(lines).toMatchObject([{ ...proposed('exact'), candidates: [{ payoutId: id, difference: '0.00' }] }]);
    expect(await ok(payer, 'POST', `statements/${String(statement.id)}/settle`)).toEqual({ settled: 1, left: 0 });
    expect(await payoutOf(id)).toMatchObject({ ...settled, settledBy: 'statement' });
    expect(await mailbox.to(ada.email, 'payout_arrived')).toHaveLength(1);
    expect((await undo(lines[0])).body).toMatchObject({ state: 'proposed', match: null });
    expect(await payoutOf(id)).toMatchObject({ ...sent, settledBy: null });
  });

  test('with the setting, an order is completed when the statement shows its payout, and not when it is sent', async () => {
    await setPayouts({ completedWhen: 'settled' });
    const { id, reference } = await sentPayout();
    expect(await payoutOf(id)).toMatchObject({ state: 'sent', order: { status: 'processing', stage: 'sent' } });
    const { lines } = await imported(['93.02', 'out', reference]);
    expect((await match(lines[0])).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject(settled);
  });

  test('with the setting, exact lines settle at once, and nothing weaker does', async () => {
    await setPayouts({ settleExact: 'auto' });
    const [exact, fee] = [await sentPayout(), await sentPayout('50.00')];
    const { statement } = await imported(['93.02', 'out', exact.reference], ['50.35', 'out', fee.reference]);
    expect(statement).toMatchObject({ settled: 1, proposed: 1 });
    expect(await payoutOf(fee.id)).toMatchObject({ state: 'sent' });
  });

  test('the same file twice changes nothing, an overlapping one adds what is new, two equal payments are two', async () => {
    const equal: Parameters<typeof camtOf>[0] = ['5.00', 'out', 'rent', 'X1'];
    const text = camtOf(equal, equal, ['6.00', 'out', 'rent', 'NONREF']);
    const [first, again] = [await upload(text), await upload(text)];
    expect(first).toMatchObject({ status: 201, body: { added: 3, known: 0 } });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, isNew: false, added: 0 } });
    const entry = camtOf(['7.00', 'in', 'new']).match(/<Ntry>.*<\/Ntry>/)?.[0];
    const overlapping = await upload(text.replace('</Stmt>', `${entry}</Stmt>`));
    expect(overlapping.body).toMatchObject({ lines: 4, added: 1, known: 3 });
  });

  test('one booking of a whole batch settles all of it, by a click alone', async () => {
    await setPayouts({ settleExact: 'auto' });
    const payouts = await sentPayouts(['50.00', '50.00']);
    const { lines } = await imported(['100.00', 'out', `SAMMLER ${payouts[0]?.batch}`]);
    expect(lines).toMatchObject([proposed('batch')]);
    const both = { payouts: [{ amount: '50.00' }, { amount: '50.00' }] };
    expect((await match(lines[0])).body).toMatchObject({ ...matched, match: both });
    for (const { id } of payouts) expect(await payoutOf(id)).toMatchObject({ ...settled, batch: { state: 'closed' } });
  });

  test('a payment in parts settles once with all its lines, and is undone with all of them', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['60.00', 'out', reference], ['33.02', 'out', reference]);
    expect(lines).toMatchObject([proposed('split'), proposed('split')]);
    expect((await match(lines[1])).body).toMatchObject(matched);
    expect(await payoutOf(id)).toMatchObject({ state: 'settled' });
    expect((await undo(lines[0])).status).toBe(200);
    expect(await payoutOf(id)).toMatchObject({ state: 'sent' });
    const after = await listOf(`statement-lines?statement=${String(lines[0]?.statementId)}`);
    expect(after).toMatchObject([{ state: 'proposed' }, { state: 'proposed' }]);
  });

  test('another amount needs the payout and a reason', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.01', 'out', reference]);
    expect(lines).toMatchObject([{ ...unmatched('amount_differs'), candidates: [{ difference: '-0.01' }] }]);
    const chosen = { payoutIds: [id], as: 'settled' };
    for (const json of [{}, chosen]) expect(await codeOf(match(lines[0], json))).toBe('match_amount');
    expect((await match(lines[0], { ...chosen, reason: 'The bank lost a cent' })).body).toMatchObject(matched);
    expect(await payoutOf(id)).toMatchObject({ state: 'settled' });
  });

  test('the fee that a bank took is stored beside the payout', async () => {
    const { reference } = await sentPayout();
    const { lines } = await imported(['93.37', 'out', reference]);
    expect((await match(lines[0])).body).toMatchObject({ match: { fee: '0.35', payouts: [{ amount: '93.02' }] } });
  });

  test('a booking of a batch that nobody marked as sent marks it first, and is never taken by itself', async () => {
    await setPayouts({ settleExact: 'auto' });
    const { id, reference } = await sentPayout('93.02', { isSent: false });
    const { lines } = await imported(['93.02', 'out', reference]);
    expect(lines).toMatchObject([proposed('not_sent')]);
    expect((await match(lines[0])).body).toMatchObject(matched);
    expect(await payoutOf(id)).toMatchObject(settled);
  });

  test('a second payment is an alarm by mail, and never settles anything', async () => {
    const { id, reference } = await sentPayout();
    const first = await imported(['93.02', 'out', reference]);
    await match(first.lines[0]);
    const { lines } = await imported(['93.02', 'out', reference]);
    expect(lines).toMatchObject([unmatched('paid_twice')]);
    expect(await codeOf(match(lines[0], { payoutIds: [id], as: 'settled', reason: 'x' }))).toBe('conflict');
    expect(await mailbox.to(app.deps.env.admin.email, 'paid_twice')).toHaveLength(1);
  });

  test('money that comes back is owed again, never settled and returned at once, and the undo settles it again', async () => {
    const { id, reference } = await sentPayout();
    const out = await imported(['93.02', 'out', reference]);
    await match(out.lines[0]);
    const { lines } = await imported(['92.52', 'in', reference]);
    expect(lines).toMatchObject([proposed('return')]);
    expect((await match(lines[0])).status).toBe(200);
    const order = { status: 'completed', stage: 'details_needed' };
    expect(await payoutOf(id)).toMatchObject({ state: 'returned', returned: { fee: '0.50' }, order });
    const live = `select role from line_matches where payout_id = $1 and undone_at is null and role <> 'fee'`;
    expect(await rows(live, [id])).toEqual([{ role: 'returned' }]);
    expect((await undo(lines[0])).status).toBe(200);
    expect(await rows(live, [id])).toEqual([{ role: 'settled' }]);
    expect(await payoutOf(id)).toMatchObject(settled);
  });

  test('a return cannot be undone once the payout is being paid again', async () => {
    const { id, reference } = await sentPayout();
    const { lines } = await imported(['93.02', 'in', reference]);
    await match(lines[0]);
    await payAgain(id);
    expect(await codeOf(undo(lines[0]))).toBe('payout_batched');
  });

  test('an ignored line is set aside with its reason, and comes back', async () => {
    const { lines } = await imported(['3.50', 'out', 'Account fees']);
    const ignored = await ok(payer, 'POST', `statement-lines/${String(lines[0]?.id)}/ignore`, { reason: 'Fees' });
    expect(ignored).toMatchObject({ state: 'ignored', reason: 'Fees' });
    expect((await undo(lines[0])).body).toMatchObject({ state: 'unmatched' });
    expect(await codeOf(undo(lines[0]))).toBe('conflict');
  });

  test('an incoming payment is shown on the exchange that it pays, whose status stays', async () => {
    const gives = { type: 'fiat', currency: 'EUR' } as const;
    const terms = { ...worth('110.00'), gives, amount: amountOf('sent', '100.00'), payoutCurrency: 'USD' };
    const transactionId = await anOrder(app.deps, ada, terms);
    const reference = String((await orderOf(transactionId)).reference);
    const { lines } = await imported(['100.00', 'in', reference], ['99.00', 'in', reference]);
    const incoming = { ...proposed('incoming'), candidates: [{ transactionId }] };
    expect(lines).toMatchObject([incoming, unmatched('amount_differs')]);
    expect(await codeOf(match(lines[1], { transactionId }))).toBe('match_amount');
    expect((await match(lines[0])).body).toMatchObject({ match: { transactionId, payouts: [] } });
    expect(await orderOf(transactionId)).toMatchObject({ status: 'pending' });
  });
});
