import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { review } from '#tests/factories/deposits.ts';
import { anOrder, aUser, bankDetails, completedOrder as paid, worthUsd } from '#tests/factories/orders.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const { rows } = testbed;
const { approve, listed, found, audited, asOwner, pendingOf } = approvalCalls(testbed);
const asker = fixture(() => aColleague(testbed, 'reviewer'));
const second = fixture(() => aColleague(testbed, 'reviewer'));
const approveAnswer = (id: string) => outcome(approve(id, second.token));
const detailsOf = async (id: string) => (await found(id, second.token))?.facts;
beforeEach(async () => {
  await rows(`delete from settings where key = 'fourEyes'`);
  await testbed.app.deps.settings.refresh();
});

const aCustomer = () => aUser(testbed.database.pool);
const evidence = { adminNotes: 'Paid by bank.', adminTransactionId: 'WIRE-1' };
const pay = (id: string) => review(testbed, asker.token, id, { status: 'completed', ...evidence });
const orderOf = (customer: Awaited<ReturnType<typeof aCustomer>>, terms: object = worthUsd('80')) =>
  anOrder(testbed.app.deps, customer, terms);

test('a customer who was blocked while a payout waited is not paid on the earlier request', async () => {
  await setRules(testbed, { payoutOverUsd: 300 });
  const customer = await aCustomer();
  const id = await orderOf(customer, {});
  const approvalId = await pendingOf(pay(id));
  const move = (verb: string) => asOwner('POST', `users/${customer.userId}/${verb}`, { reason: 'Stolen card.' });
  for (const verb of ['block', 'unblock']) {
    expect(await outcome(move(verb))).toBe('200');
    const card = { state: 'void', voidReason: 'customer_blocked', mayDecide: false };
    expect(await found(approvalId, second.token)).toMatchObject(card);
    expect(await approveAnswer(approvalId)).toMatch('409 facts_changed');
  }
  expect(await rows(`select status from orders where id = $1`, [id])).toEqual([{ status: 'pending' }]);
  expect(await audited(approvalId)).toEqual(['approval.requested', 'approval.voided']);
  expect(await pendingOf(pay(id))).not.toBe(approvalId);
});

describe('the limit of payouts', () => {
  beforeEach(() => setRules(testbed, { payoutOverUsd: 100 }));

  test('counts the payouts of one customer within 24 hours: one of five times 80 USD is paid', async () => {
    const mia = await aCustomer();
    const ben = await aCustomer();
    const ids = await Promise.all(Array.from({ length: 5 }, () => orderOf(mia)));
    const answers = await Promise.all(ids.map(pay));
    expect(await outcomes(answers)).toEqual(['200', '202', '202', '202', '202']);
    const approvalIds = answers.filter(({ status }) => status === 202).map(({ body }) => String(body.approvalId));
    const cards = (await listed(second.token)).filter(({ id }) => approvalIds.includes(id));
    expect(cards.map(({ facts }) => facts?.dayTotalUsd)).toEqual(['160', '160', '160', '160']);
    // The second member approves both, although the first of them raises the sum.
    for (const approvalId of approvalIds.slice(0, 2)) expect(await approveAnswer(approvalId)).toBe('200');
    expect(await outcome(pay(await orderOf(ben)))).toBe('200');
  });

  test('ignores payouts of more than 24 hours ago', async () => {
    const mia = await aCustomer();
    const yesterday = new Date(testbed.app.deps.now().getTime() - 24.1 * 3_600_000);
    await paid({ ...testbed.app.deps, now: () => yesterday }, await orderOf(mia));
    expect(await outcome(pay(await orderOf(mia)))).toBe('200');
  });

  test('counts the payout if a wrong pair rate made it worth more than the coins', async () => {
    const terms = { ...worthUsd('66938.42'), payoutCurrency: 'ZAR', valueUsd: amountOf('usd', '39.15') };
    const approvalId = await pendingOf(pay(await orderOf(await aCustomer(), terms)));
    const details = { valueUsd: '39.15', dayTotalUsd: '3903.11' };
    expect(await found(approvalId, second.token)).toMatchObject({ kind: 'payout', facts: details });
  });

  test('shows the payee to the second member, and only the end of the account to the auditor', async () => {
    const approvalId = await pendingOf(pay(await orderOf(await aCustomer(), worthUsd('180'))));
    const auditor = await aColleague(testbed, 'auditor');
    const { accountName, accountNumber, bankName } = bankDetails;
    for (const [{ token }, payeeAccount] of [
      [second, accountNumber],
      [auditor, `••••${accountNumber.slice(-4)}`],
    ] as const) {
      const details = { payee: accountName, payeeBank: bankName, payeeAccount };
      expect(await found(approvalId, token)).toMatchObject({ facts: details });
    }
  });
});

const farNeedsTwo = () => setRules(testbed, { rateOverPercent: 5 });
const addRate = (toCurrency: string, exchangeRate: number, fromCurrency = 'USD', confirm = true) =>
  asOwner('POST', 'fiat-exchange-rates', { fromCurrency, toCurrency, exchangeRate, confirm });

test('one member cannot move a pair rate far, in any number of steps', async () => {
  const ofPair = async () => {
    const [row] = await rows(
      `select id, exchange_rate::float as rate from fiat_exchange_rates where from_currency = 'USD'
    and to_currency = 'NGN'`,
    );
    return { id: String(row?.id), rate: Number(row?.rate) };
  };
  const { id, rate } = await ofPair();
  const nearRate = (factor: number) => Number((rate * factor).toFixed(4));
  const put = (json: object) => asOwner('PUT', `fiat-exchange-rates/${id}`, { ...json, confirm: true });
  await farNeedsTwo();
  expect(await outcome(put({ exchangeRate: nearRate(1.04) }))).toBe('200');
  const farRequest = await pendingOf(put({ exchangeRate: nearRate(1.08) }));
  expect(await detailsOf(farRequest)).toMatchObject({ pair: 'USD-NGN', rate: String(nearRate(1.08)), percent: '8' });
  expect((await ofPair()).rate).toBe(nearRate(1.04));
  expect(await approveAnswer(farRequest)).toBe('200');
  expect((await ofPair()).rate).toBe(nearRate(1.08));
  expect(await outcome(asOwner('PUT', `fiat-exchange-rates/${id}`, { isActive: false }))).toBe('200');

  expect(await outcome(asOwner('DELETE', `fiat-exchange-rates/${id}`))).toBe('204');
  const pendingRate = await pendingOf(addRate('NGN', nearRate(2)));
  expect((await ofPair()).id).toBe('undefined');
  expect(await approveAnswer(pendingRate)).toBe('200');
  expect((await ofPair()).rate).toBe(nearRate(2));
});

describe('a thief who adds the rate of a pair that never had one', () => {
  const aCurrency = (code: string) => asOwner('POST', 'fiat-currencies', { code, name: code, symbol: code });
  const soldInRands = async () => {
    const json = { cryptoId: 'usdt-trc20', cryptoAmount: 100, targetCurrency: 'ZAR' };
    return (await testbed.app.call('POST', '/api/calculate-sell-amount', { json })).body.buyingRate;
  };
  beforeAll(async () => {
    for (const code of ['ZAR', 'QQQ', 'KES', 'QQX']) await aCurrency(code);
  });

  test('is compared with the provider, and never pays a hundred times the amount', async () => {
    await farNeedsTwo();
    const soldBefore = await soldInRands();
    const id = await pendingOf(addRate('ZAR', 1_715));
    expect(await detailsOf(id)).toMatchObject({ pair: 'USD-ZAR', marketRate: '17.15', percent: '9900' });
    expect(await soldInRands()).toBe(soldBefore);
    // The cross of two pairs that the provider knows, and a pair near to it.
    expect(await detailsOf(await pendingOf(addRate('ZAR', 1_800, 'HKD')))).toMatchObject({ pair: 'HKD-ZAR' });
    expect(await outcome(addRate('ZAR', 17.5))).toBe('201');
  });

  test('always needs a second member without a comparison, and is compared after that', async () => {
    await farNeedsTwo();
    const id = await pendingOf(addRate('QQQ', 3));
    const noComparison = { marketRate: null, rateDayAgo: null, percent: null };
    expect(await detailsOf(id)).toMatchObject({ pair: 'USD-QQQ', ...noComparison });
    expect(await approveAnswer(id)).toBe('200');
    expect(await outcome(addRate('USD', 0.3334, 'QQQ'))).toBe('201');
    await pendingOf(addRate('HKD', 9, 'QQQ'));
  });

  test('has to confirm the rate if no rule is on and it is unknown or far from the market', async () => {
    // Nothing is known by way of another pair either.
    await rows(`delete from fiat_exchange_rates where 'QQQ' in (from_currency, to_currency)`);
    const farAnswer = await addRate('KES', 12_900, 'USD', false);
    expect(await outcome(farAnswer)).toBe('409 confirmation_required exchange_rate_far');
    expect(farAnswer.body.params).toEqual({ percent: '9876.8', rate: '129.3' });
    const unknownAnswer = addRate('QQX', 3, 'USD', false);
    expect(await outcome(unknownAnswer)).toBe('409 confirmation_required exchange_rate_incomparable');
    expect(await outcome(addRate('QQX', 3))).toBe('201');
  });
});
