import { beforeEach, describe, expect, test } from 'vitest';
import { amountOf } from '#shared/kernel/money.ts';
import { aColleague, approvalCalls, ownerCalls, setRules, setSettings, takeRole } from '#tests/factories/approvals.ts';
import { sumsOfOrder } from '#tests/factories/book.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { anOrder, aUser, worthUsd } from '#tests/factories/orders.ts';
import { inEuro, type Body } from '#tests/factories/payouts.ts';
import { camtOf, openStatements, statementWith } from '#tests/factories/statements.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database, rows } = testbed;
const statements = openStatements(testbed);
const { reviewer, payer, account, as, ok, orderOf, imported, match, undo, sentPayout, aPayout, upload } = statements;
const { auditor, listOf, sentPayouts } = statements;
const { approve, found, pendingOf } = approvalCalls(testbed);
const owner = ownerCalls(testbed);
const colleague = fixture(() => aColleague(testbed, 'payer'));
const support = fixture(() => aColleague(testbed, 'support'));
beforeEach(() => setSettings(testbed, { rules: { payoutEvidenceRequired: false } }));

const expectHeld = async (orderId: string, expectedHeld: Record<string, string>) =>
  expect(await sumsOfOrder(testbed, orderId)).toEqual(expectedHeld);
const decide = (id: string, status: string) => as(reviewer, 'PUT', `transactions/${id}/status`, { status });
const bankOf = async (subject: string) => {
  const heldQuery = `select b.amount from book_balances b join book_accounts a on a.id = b.account_id
    where a.kind = 'bank' and a.subject = $1 and a.unit = 'EUR'`;
  return Number((await rows(heldQuery, [subject]))[0]?.amount ?? 0);
};

/** An exchange of 100 euros, worth 110 dollars, of a customer of its own. */
async function anExchange() {
  const gives = { type: 'fiat', currency: 'EUR' } as const;
  const terms = {
    ...worthUsd('110.00'),
    gives,
    amount: amountOf('sent', '100.00'),
    payoutCurrency: 'USD',
    deposit: null,
  };
  const id = await anOrder(app.deps, await aUser(database.pool), terms);
  return { id, reference: String((await orderOf(id)).reference) };
}
type Exchange = Awaited<ReturnType<typeof anExchange>>;
const paidLine = async ({ reference }: Exchange) => (await imported(['100.00', 'in', reference])).lines[0];

describe('a charge of the bank', () => {
  test('with a payment is its own cost, undone with the match', async () => {
    const { orderId, reference } = await sentPayout();
    const sumsBefore = await sumsOfOrder(testbed, orderId);
    const { lines } = await imported(['93.52', 'out', reference]);
    expect((await match(lines[0])).body).toMatchObject({ match: { fee: '0.50' } });
    await expectHeld(orderId, { ...sumsBefore, bank: '93.52', cost: '-0.5' });
    expect((await undo(lines[0])).status).toBe(200);
    await expectHeld(orderId, sumsBefore);
    expect((await match(lines[0])).status).toBe(200);
    await expectHeld(orderId, { ...sumsBefore, bank: '93.52', cost: '-0.5' });
  });

  test('without a payment is a cost by a member’s reason, undone like a match', async () => {
    const { lines } = await imported(['7.50', 'out', 'Fees of the month'], ['7.50', 'in', 'Interest']);
    const bankBefore = await bankOf(account.id);
    expect(await outcome(match(lines[0], { as: 'cost' }))).toMatch(/^400/);
    expect(await outcome(match(lines[1], { as: 'cost', reason: 'Interest' }))).toBe('422 match_amount');
    const { body } = await match(lines[0], { as: 'cost', reason: 'Fees of November' });
    expect(body).toMatchObject({ state: 'matched', match: { rule: 'cost', payouts: [], fee: '7.50' } });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(7.5);
    const [cost] = await rows(`select id from book_entries where kind = 'cost' and subject = $1`, [lines[0]?.id]);
    const manualReversal = owner.post(`books/entries/${String(cost?.id)}/reverse`, { note: 'No cost' });
    expect(await outcome(manualReversal)).toBe('409 already_decided entry_reversed');
    expect((await undo(lines[0])).body).toMatchObject({ state: 'unmatched', match: null });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(0);
  });
});

describe('an exchange', () => {
  test('is paid by the line instead of a member’s statement, which returns after an undo', async () => {
    const exchange = await anExchange();
    const bankBefore = await bankOf(account.id);
    expect((await decide(exchange.id, 'completed')).status).toBe(200);
    await expectHeld(exchange.id, { bank: '-100', position: '100' });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(0);
    const line = await paidLine(exchange);
    expect((await match(line)).status).toBe(200);
    await expectHeld(exchange.id, { bank: '-100', position: '100' });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(-100);
    expect((await undo(line)).status).toBe(200);
    await expectHeld(exchange.id, { bank: '-100', position: '100' });
    expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(0);
  });

  test('is approved with the money of its line, and nothing is stated', async () => {
    const exchange = await anExchange();
    const line = await paidLine(exchange);
    expect((await match(line)).status).toBe(200);
    await expectHeld(exchange.id, { bank: '-100', held: '100' });
    expect((await undo(line)).status).toBe(200);
    await expectHeld(exchange.id, {});
    expect((await match(line)).status).toBe(200);
    expect((await decide(exchange.id, 'completed')).status).toBe(200);
    await expectHeld(exchange.id, { bank: '-100', position: '100' });
    expect(await rows(`select 1 from book_entries where kind = 'stated' and order_id = $1`, [exchange.id])).toEqual([]);
  });
});

/** A refused exchange whose money arrived, before or after the decision. */
async function aRefusedOne({ isLate = false } = {}) {
  const exchange = await anExchange();
  if (isLate) await decide(exchange.id, 'rejected');
  const line = await paidLine(exchange);
  expect((await match(line)).status).toBe(200);
  if (!isLate) await decide(exchange.id, 'rejected');
  await expectHeld(exchange.id, { bank: '-100', owed: '100' });
  return { ...exchange, line };
}
const record = { kind: 'money_back', note: 'Sent back', transactionId: 'WIRE-7' };
async function giveMoneyBack(id: string, fields: object = {}, { token }: { token: string } = payer, isSure = true) {
  const headers = isSure ? await steppedUp(app.deps, token) : {};
  const form = { ...record, amount: '100.00', ...fields };
  return app.call('POST', `/api/admin/transactions/${id}/amendments`, { token, headers, form });
}

describe('money of a refused exchange', () => {
  test('is owed to its customer, whenever it arrived, and is sent back once', async () => {
    for (const isLate of [false, true]) {
      const { id, reference } = await aRefusedOne({ isLate });
      const moneyBack = { amount: '100', currency: 'EUR', accounts: [{ id: account.id, name: 'Main' }] };
      expect(await orderOf(id)).toMatchObject({ moneyBack });
      const { needs } = (await app.call('GET', '/api/admin/overview?days=7', payer)).body;
      expect(needs).toMatchObject({ moneyBack: { count: 1, oldest: { id, reference } } });
      const tooMuch = await giveMoneyBack(id, { amount: '100.01' });
      expect(tooMuch.body).toMatchObject({ code: 'conflict', reason: 'not_enough', params: { holds: '100' } });
      const bankBefore = await bankOf(account.id);
      const { status, body } = await giveMoneyBack(id, { amount: '40.00', accountId: account.id });
      expect([status, body.moneyBack]).toMatchObject([201, { amount: '60' }]);
      expect(body).toMatchObject({ amendments: [{ kind: 'money_back', transactionId: 'WIRE-7' }] });
      expect((await bankOf(account.id)) - bankBefore).toBeCloseTo(40);
      expect(await outcomes([1, 2, 3].map(() => giveMoneyBack(id, { amount: '60.00' })))).toEqual([
        '201',
        '409 conflict not_enough',
        '409 conflict not_enough',
      ]);
      await expectHeld(id, {});
      expect(await orderOf(id)).toMatchObject({ moneyBack: null });
    }
  });

  test('is not owed if its line was a mistake, unless it was sent back already', async () => {
    const unchangedSale = await aRefusedOne();
    const refusedExchange = await aRefusedOne();
    expect((await undo(unchangedSale.line)).status).toBe(200);
    await expectHeld(unchangedSale.id, {});
    expect((await giveMoneyBack(refusedExchange.id)).status).toBe(201);
    expect((await undo(refusedExchange.line)).status).toBe(200);
    await expectHeld(refusedExchange.id, {});
    expect(await outcome(giveMoneyBack(refusedExchange.id))).toBe('409 conflict not_enough');
  });

  test('is sent back by members who release payments, with the password, and unchanged', async () => {
    const { id } = await aRefusedOne();
    expect(await outcome(giveMoneyBack(id, {}, reviewer))).toBe('403 not_permitted');
    expect(await outcome(giveMoneyBack(id, {}, payer, false))).toBe('403 step_up_required');
    for (const fields of [{ amount: '0.00' }, { amount: '1.005' }, { amount: '-1' }, { amount: undefined }])
      expect(await outcome(giveMoneyBack(id, fields))).toMatch(/^400 invalid_input/);
    expect(await outcome(giveMoneyBack(id, { transactionId: undefined }))).toMatch(/^400 invalid_input/);
    expect(await outcome(giveMoneyBack(id, { accountId: id }))).toBe('400 invalid_input payout_account_unusable');
    const completedExchange = await anExchange();
    expect(await outcome(giveMoneyBack(completedExchange.id))).toBe('409 conflict order_still_open');
    await decide(completedExchange.id, 'completed');
    expect(await outcome(giveMoneyBack(completedExchange.id))).toBe('409 conflict money_back_unavailable');
    const sale = await sentPayout();
    expect(await outcome(giveMoneyBack(sale.orderId))).toBe('409 conflict money_back_unavailable');
    await expectHeld(id, { bank: '-100', owed: '100' });
  });

  test('needs a second member of releases above the limit of a day, also in parts', async () => {
    const { id } = await aRefusedOne();
    await setRules(testbed, { payoutOverUsd: 60 });
    expect((await giveMoneyBack(id, { amount: '50.00' })).status).toBe(201);
    const request = await pendingOf(giveMoneyBack(id, { amount: '10.00' }));
    expect(await found(request, colleague.token)).toMatchObject({ mayDecide: true, facts: { valueUsd: '11' } });
    expect(await outcome(approve(request, reviewer.token))).toBe('403 not_permitted');
    expect(await outcome(approve(request, payer.token))).toBe('409 own_request approval_own');
    expect((await approve(request, colleague.token)).status).toBe(200);
    await expectHeld(id, { bank: '-40', owed: '40' });
    expect(await ok(payer, 'GET', `transactions/${id}`)).toMatchObject({
      amendments: [{ kind: 'money_back' }, { kind: 'money_back' }],
    });
  });

  test('is not sent for a member who may no longer release payments', async () => {
    const { id } = await aRefusedOne();
    await setRules(testbed, { payoutOverUsd: 60 });
    const asker = await aColleague(testbed, 'payer');
    const request = await pendingOf(giveMoneyBack(id, {}, asker));
    await takeRole(testbed, asker);
    expect(await outcome(approve(request, colleague.token))).toBe('409 facts_changed approval_changed');
    await expectHeld(id, { bank: '-100', owed: '100' });
  });
});

test('the newest closing balance is shown beside the cash that its currency needs', async () => {
  const inEuros = async () => {
    const { currencies } = (await ok(reviewer, 'GET', 'payouts/figures')) as { currencies: Body[] };
    return currencies.find(({ currency }) => currency === 'EUR');
  };
  await aPayout(inEuro('12.00'));
  const reason = 'The months between are on paper';
  const newest = { opening: '9000,00', closing: '9001,50', from: '281101' };
  const older = { opening: '10,00', closing: '11,00', from: '251101' };
  expect((await upload(statementWith(newest, ['C1,50', 'deposit']), { reason })).status).toBe(201);
  expect(await inEuros()).toMatchObject({ inAccounts: '9001.50', unknownAccounts: 0 });
  expect((await upload(statementWith(older, ['C1,00', 'deposit']), { reason })).status).toBe(201);
  expect(await inEuros()).toMatchObject({ inAccounts: '9001.50' });
  const [ownAccount] = await listOf('desk-accounts', reviewer);
  expect(ownAccount).toMatchObject({ balance: '9001.50', balanceOn: '2028-11-01' });
});

test('an undated statement without a period is not the newest balance', async () => {
  const inEuros = async () => {
    const { currencies } = (await ok(reviewer, 'GET', 'payouts/figures')) as { currencies: Body[] };
    return currencies.find(({ currency }) => currency === 'EUR');
  };
  await aPayout(inEuro('12.00'));
  const reason = 'The months between are on paper';
  const dated = { opening: '9100,00', closing: '9101,50', from: '281102' };
  expect((await upload(statementWith(dated, ['C1,50', 'deposit']), { reason })).status).toBe(201);
  const balance = (code: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">77.00</Amt>` +
    '<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>';
  const quietDay = camtOf().replace('</Acct>', `</Acct>${balance('OPBD')}${balance('CLBD')}`);
  expect((await upload(quietDay, { reason })).status).toBe(201);
  expect(await inEuros()).toMatchObject({ inAccounts: '9101.50' });
});

test('a member of support, who may not read books, reads no balance of a bank', async () => {
  await aPayout(inEuro('12.00'));
  expect(
    (await upload(statementWith({ opening: '1,00', closing: '2,50' }, ['C1,50', 'deposit']), { reason: 'Paper' }))
      .status,
  ).toBe(201);
  const { currencies } = (await ok(support, 'GET', 'payouts/figures')) as { currencies: Body[] };
  const euros = currencies.find(({ currency }) => currency === 'EUR');
  expect(euros).toMatchObject({ inAccounts: null, unknownAccounts: 0 });
  expect(await listOf('desk-accounts', support)).toMatchObject([{ balance: null, balanceOn: null }]);
});

test('a payout in a statement is not on its way, even before a member confirms it', async () => {
  const { reference } = await sentPayout('44.10');
  const inTransit = async () => {
    const { accounts } = (await ok(auditor, 'GET', 'books/reconciliation')) as { accounts: Body[] };
    return Number(accounts.find(({ id }) => id === account.id)?.inTransit);
  };
  const today = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  const days = { from: today, to: today };
  const reason = 'The months between are on paper';
  const quietStatement = statementWith({ opening: '500,00', closing: '500,00', ...days });
  expect((await upload(quietStatement, { reason })).status).toBe(201);
  const transitBefore = await inTransit();
  const file = statementWith({ opening: '500,00', closing: '455,90', ...days }, ['D44,10', reference]);
  expect((await upload(file, { reason })).status).toBe(201);
  expect(transitBefore - (await inTransit())).toBeCloseTo(44.1);
});

test('the payer is offered the payout of a line’s days before an older one of the same amount', async () => {
  const [older, recent] = await sentPayouts(['61.37', '61.37']);
  await rows(`update payouts set approved_at = approved_at - interval '60 days' where id = $1`, [older?.id]);
  const { lines } = await imported(['61.37', 'out', 'NO REFERENCE']);
  const candidates = [{ payoutId: recent?.id }, { payoutId: older?.id }];
  expect(lines).toMatchObject([{ state: 'unmatched', rule: 'amount_only', candidates }]);
});
