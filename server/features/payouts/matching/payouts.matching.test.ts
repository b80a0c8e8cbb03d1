import { expect, test, vi } from 'vitest';
import { aColleague, setRules } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf } from '#tests/factories/deposits.ts';
import { exchange, exchangeEstimate, exchangeOf, sendProof } from '#tests/factories/exchanges.ts';
import { anOrder, aUser, bankDetails, completedOrder } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { aSeller } from '#tests/factories/sales.ts';
import { outcomeOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { app, database, rows, row, audit } = testbed;
const { sees, name } = depositReviews(testbed);
const reviewer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'reviewer')),
);
const payer = teamCalls(
  app,
  fixture(() => aColleague(testbed, 'payer')),
);

const { ada, aPayout, sendAlone, giveBack } = payoutCalls(testbed);

/** A sale of half a Litecoin to which these coins arrived, or none. */
async function aSale(coins?: string, terms: Parameters<typeof aLitecoinSale>[1] = {}) {
  const { id, address } = await aLitecoinSale(testbed, terms);
  if (coins) litecoinOf(testbed).pay(address, coins);
  litecoinOf(testbed).mine(12);
  await sees(id, coins ? 'pale fits_shared' : 'red not_found');
  return id;
}

const versionOf = async (id: string) => Number((await row('select version from orders where id = $1', [id])).version);
const withVersions = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => ({ id, version: await versionOf(id) })));
const approve = async (orders: { id: string; version: number }[], by = reviewer) =>
  by.post('transactions/approve', { orders });
const stages = async (...ids: string[]) =>
  (await rows('select stage from orders where id = any($1) order by array_position($1, id)', [ids])).map(
    ({ stage }) => stage,
  );
const listMatching = async () =>
  (await reviewer.get('matching-transactions')).body as unknown as {
    matching: { id: string; account: { accountName: string } | null }[];
    left: { id: string; reason: string; also: string[] }[];
  };

test('a reviewer approves every matching payout at once, and the others stay with their reasons', async () => {
  const [fits, unpaid, same, blocked] = [await aSale('0.5'), await aSale(), await aSale('0.5'), await aSale('0.5')];
  await rows(
    `update users set status = 'blocked', blocked_reason = 'Fraud.' where id = (select user_id from orders
    where id = $1)`,
    [blocked],
  );
  const ours = [fits, unpaid, same, blocked];
  await vi.waitFor(async () => {
    const { matching, left } = await listMatching();
    expect(matching.filter(({ id }) => ours.includes(id)).map(({ id }) => id)).toEqual([fits, same]);
    expect(matching.every(({ account }) => account?.accountName)).toBe(true);
    expect(left.filter(({ id }) => ours.includes(id)).map(({ reason }) => reason)).toEqual([
      'not_confirmed',
      'blocked',
    ]);
  }, 90_000);

  const { status, body } = await approve([...(await withVersions(...ours)), ...(await withVersions(fits))]);
  expect(status).toBe(200);
  expect((body as { results: unknown[] }).results).toMatchObject([
    { id: fits, state: 'approved', code: null },
    { id: unpaid, state: 'left', code: 'verdict_needs_reason' },
    { id: same, state: 'approved' },
    { id: blocked, state: 'left', code: 'blocked' },
  ]);
  expect(await stages(...ours)).toEqual(['approved', 'by_hand', 'approved', 'by_hand']);
  const approvalEntries = (await audit(fits)).filter(({ action }) => action === 'transaction.processing');
  expect(approvalEntries).toHaveLength(1);
  expect((await reviewer.post(`transactions/${fits}/undo`, { version: await versionOf(fits) })).status).toBe(200);
});

test('an order to another customer’s account, or to a new account, is not approved in bulk', async () => {
  const bola = await aUser(database.pool);
  const last = {
    ...inEuro(),
    paymentDetails: { ...inEuro().paymentDetails, accountNumber: 'DE75512108001245126199' },
  };
  const otherAccount = {
    ...last,
    paymentDetails: { ...last.paymentDetails, accountNumber: 'FR1420041010050500013M02606' },
  };
  await sendAlone((await aPayout(last, bola)).id);
  const asBefore = await aSale('0.5', { userId: bola.userId, pays: last });
  const spacedAccount = {
    ...last,
    paymentDetails: { ...last.paymentDetails, accountNumber: 'DE75 5121 0800 1245 1261 99' },
  };
  const sameAgain = await aSale('0.5', { userId: bola.userId, pays: spacedAccount });
  const movedSale = await aSale('0.5', { userId: bola.userId, pays: otherAccount });
  const reasonOf = async (id: string) => (await listMatching()).left.find((order) => order.id === id)?.reason;
  await expect.poll(() => reasonOf(movedSale)).toBe('other_account');
  for (const same of [asBefore, sameAgain]) await expect.poll(() => reasonOf(same)).toBeUndefined();
  const sharedSale = await aSale('0.5', { pays: last });
  await expect.poll(() => reasonOf(sharedSale)).toBe('same_payee');
  expect(await reasonOf(asBefore)).toBe('same_payee');
  expect((await approve(await withVersions(movedSale, sharedSale))).body).toMatchObject({
    results: [{ code: 'other_account' }, { code: 'same_payee' }],
  });
});

test('a thief who asks for another currency has the flag of another account all the same', async () => {
  const bola = await aUser(database.pool);
  const paymentDetails = { ...inEuro().paymentDetails, accountNumber: 'AT611904300234573201' };
  await sendAlone((await aPayout({ ...inEuro(), paymentDetails }, bola)).id);
  const stolenSale = await aSale('0.5', {
    userId: bola.userId,
    pays: { paymentDetails: { ...bankDetails, accountNumber: '9988776655' } },
  });
  const reasonOf = async () => (await listMatching()).left.find(({ id }) => id === stolenSale)?.reason;
  await expect.poll(() => reasonOf()).toBe('other_account');
});

test('an order to an account that the last payout left behind has the flag of another account', async () => {
  const chidi = await aUser(database.pool);
  const earlierAccount = {
    ...inEuro(),
    paymentDetails: { ...inEuro().paymentDetails, accountNumber: 'BE68539007547034' },
  };
  const byWise = {
    ...earlierAccount.paymentDetails,
    method: 'wise',
    accountNumber: 'chidi@example.com',
    bankName: 'Wise',
  };
  await sendAlone((await aPayout(earlierAccount, chidi)).id);
  await completedOrder(app.deps, await anOrder(app.deps, chidi, { ...earlierAccount, paymentDetails: byWise }));
  const laterSale = await aSale('0.5', { userId: chidi.userId, pays: earlierAccount });
  const reasonOf = async () => (await listMatching()).left.find(({ id }) => id === laterSale)?.reason;
  await expect.poll(() => reasonOf()).toBe('other_account');
});

test('an exchange to the account of another customer has that flag, though nothing checks its deposit', async () => {
  const anExchangeTo = async (accountNumber: string) => {
    const seller = await aSeller(app, database.pool);
    const terms = exchangeOf(await exchangeEstimate(app, seller), { bankDetails: { ...bankDetails, accountNumber } });
    const { id } = (await exchange(app, seller, terms)).body.transaction;
    await sendProof(app, seller, id);
    return id;
  };
  const exchangeAlone = await anExchangeTo('1029384756');
  const firstExchange = await anExchangeTo('5647382910');
  const otherExchange = await anExchangeTo('5647382910');
  const { left } = await listMatching();
  expect(
    left.filter(({ id }) => [exchangeAlone, firstExchange, otherExchange].includes(id)).map(({ reason }) => reason),
  ).toEqual(['not_checked', 'same_payee', 'same_payee']);
});

test('an order to a number that no bank has is not approved in bulk, and each reason is listed', async () => {
  const paymentDetails = { ...bankDetails, accountNumber: '0152792741', bankCode: '058' };
  const pays = { payoutCurrency: 'NGN', paymentDetails };
  const [firstSale, secondSale] = [await aSale('0.5', { pays }), await aSale('0.5', { pays })];
  const reasonsOf = async (id: string) => {
    const found = (await listMatching()).left.find((order) => order.id === id);
    return found && [found.reason, ...found.also];
  };
  for (const id of [firstSale, secondSale])
    await expect.poll(() => reasonsOf(id)).toEqual(['wrong_number', 'same_payee']);
  expect((await approve(await withVersions(firstSale))).body).toMatchObject({
    results: [{ state: 'left', code: 'wrong_number' }],
  });
});

test('an underpaid order is not approved in bulk, with the word of its verdict', async () => {
  const seller = await aSeller(app, database.pool);
  const { id, address } = await aLitecoinSale(testbed, { userId: seller.id });
  const transactionHash = litecoinOf(testbed).pay(address, '0.4');
  litecoinOf(testbed).mine(12);
  await name(id, seller, transactionHash);
  const reason = async () => (await listMatching()).left.find((order) => order.id === id)?.reason;
  await expect.poll(reason, { timeout: 45_000 }).toBe('short');
});

test('a bulk approval whose answer was lost is answered again with its result', async () => {
  const [fits, unpaid] = [await aSale('0.5'), await aSale()];
  const orders = await withVersions(fits, unpaid);
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const first = await reviewer.post('transactions/approve', { orders }, key);
  expect((first.body as { results: unknown[] }).results).toMatchObject([{ state: 'approved' }, { state: 'left' }]);
  // The process died before the answer of the whole call was stored.
  await rows('delete from idempotency_keys where key = $1', [key['Idempotency-Key']]);
  expect((await reviewer.post('transactions/approve', { orders }, key)).body).toEqual(first.body);
  expect(await rows('select id from payouts where order_id = $1', [fits])).toHaveLength(1);
});

test('a bulk approval skips an order that changed since, or is above the limit of dual approval', async () => {
  const [changedSale, large] = [await aSale('0.5'), await aSale('0.5')];
  const approval = await withVersions(changedSale);
  await rows('update orders set version = version + 1 where id = $1', [changedSale]);
  expect((await approve(approval)).body).toMatchObject({ results: [{ state: 'left', code: 'conflict' }] });
  await setRules(testbed, { payoutOverUsd: 100 });
  expect((await approve(await withVersions(large))).body).toMatchObject({ results: [{ state: 'left' }] });
  expect(await stages(changedSale, large)).toEqual(['by_hand', 'by_hand']);
  expect(await rows(`select id from approvals where subject_id = $1`, [large])).toEqual([]);
});

test('a bulk approval is refused without the permission, without orders and above its maximum', async () => {
  const many = Array.from({ length: 21 }, () => ({ id: crypto.randomUUID(), version: 1 }));
  expect(await outcomeOf(approve([]))).toContain('400');
  expect(await outcomeOf(approve(many))).toContain('400');
  expect(await outcomeOf(approve(many.slice(0, 1), payer))).toContain('403');
  expect(await outcomeOf(payer.get('matching-transactions'))).toContain('403');
});

test('an account that returned money is not approved in bulk until money has arrived there', async () => {
  const ofAda = { userId: ada.userId, pays: inEuro('391.45') };
  const first = await aPayout(inEuro(), ada);
  await sendAlone(first.id);
  await giveBack(first.id, { reason: 'wrong_account', note: 'Closed', askCustomer: false });
  const { paymentDetails } = inEuro();
  const inDollarsThere = { userId: ada.userId, pays: { paymentDetails } };
  const [again, inDollars] = [await aSale('0.5', ofAda), await aSale('0.5', inDollarsThere)];
  const reasonOf = async (id: string) => (await listMatching()).left.find((order) => order.id === id)?.reason;
  await expect.poll(() => reasonOf(again)).toBe('came_back');
  await expect.poll(() => reasonOf(inDollars)).toBeUndefined();
  expect((await approve(await withVersions(again, inDollars))).body).toMatchObject({
    results: [
      { state: 'left', code: 'came_back' },
      { state: 'approved', code: null },
    ],
  });
  expect((await reviewer.get(`transactions/${again}`)).body).toMatchObject({
    customer: { cameBack: { reason: 'wrong_account' } },
  });

  const second = await aPayout(inEuro(), ada);
  await sendAlone(second.id);
  await expect.poll(() => reasonOf(again)).toBeUndefined();
  expect((await reviewer.get(`transactions/${again}`)).body).toMatchObject({ customer: { cameBack: null } });
});
