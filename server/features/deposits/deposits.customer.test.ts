import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { depositView, type Play } from '#shared/deposits/deposits.contract.ts';
import { aColleague } from '#tests/factories/approvals.ts';
import { aLitecoinSale, depositReviews, litecoinOf, review } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit, type Seller } from '#tests/factories/sales.ts';
import { outcome, outcomes } from '#tests/setup/calls.ts';
import { tabsOf, waitForMessage } from '#tests/setup/sockets.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { playTransfer } from './deposits.simulated.service.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { reviewer, verdict, verdictOf, sees, approve, name } = depositReviews(testbed);
const { aClient, goAway } = tabsOf(testbed.app);
const wait = { timeout: 30_000 };
const aCustomer = () => aSeller(testbed.app, testbed.database.pool);
const call: typeof testbed.app.call = (...args) => testbed.app.call(...args);
const play = (id: string, what: Play, { token } = reviewer) =>
  call('POST', `/api/admin/transactions/${id}/play`, { token, json: { play: what } });

/** A sale of half a Litecoin, by default to an address of its own, and what its customer sends and reads. */
async function aSale(address = `ltc1q${randomUUID()}`) {
  const { id: userId, token } = await aCustomer();
  const { id } = await aLitecoinSale(testbed, { userId, address });
  const deposit = async () => depositView.parse((await call('GET', `/api/transactions/${id}/deposit`, { token })).body);
  return { id, address, token, deposit, name: (hash: string) => name(id, { token }, hash) };
}
const salesAtOneAddress = (count: number, address = `ltc1q${randomUUID()}`) =>
  Promise.all(Array.from({ length: count }, () => aSale(address)));

test('a customer names the transaction and watches it being confirmed', async () => {
  const ada = await aSale();
  const chain = litecoinOf(testbed);
  const transactionHash = chain.pay(ada.address, '0.5', '0.2');
  expect(await ada.deposit()).toEqual({ isRead: true, isSimulated: true, transactionHash: null, seen: null });
  const namedAnswer = await ada.name(transactionHash.toUpperCase());
  expect(namedAnswer).toMatchObject({ status: 200, body: { transactionHash } });
  const seenAmount = { amount: 0.5, confirmations: 0, required: 6 };
  await expect.poll(ada.deposit, wait).toMatchObject({ transactionHash, seen: seenAmount });
  chain.mine(2);
  await expect.poll(ada.deposit, wait).toMatchObject({ seen: { ...seenAmount, confirmations: 2 } });
});

test('a customer can neither read nor name the deposit of another customer', async () => {
  const ada = await aSale();
  const eve = await aSale();
  const hash = litecoinOf(testbed).pay(ada.address, '0.5');
  expect(await outcome(name(ada.id, eve, hash))).toMatch('404 not_found');
  const read = call('GET', `/api/transactions/${ada.id}/deposit`, { token: eve.token });
  expect(await outcome(read)).toMatch('404 not_found');
  expect(await outcome(ada.name('nonsense'))).toMatch('400 invalid_input');
  for (const customer of [ada, eve]) expect(await outcome(customer.name(hash))).toBe('200');
});

test('a stranger who names a transaction for the sale of another customer stores nothing', async () => {
  const ada = await aSale();
  const eve = await aCustomer();
  const stored = () => testbed.row('select transaction_hash, version, updated_at from orders where id = $1', [ada.id]);
  const before = await stored();
  const [foreign, unknown] = [await name(ada.id, eve, 'ab'.repeat(32)), await name(randomUUID(), eve, 'ab'.repeat(32))];
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  expect(await stored()).toEqual(before);
  expect(await testbed.audit('transaction.hash_named')).not.toContainEqual(
    expect.objectContaining({ subject_id: ada.id }),
  );
});

test('a customer corrects the hash of an order five times, and then asks the team', async () => {
  const ada = await aSale();
  const rename = (digit: number) => ada.name(`${digit}`.repeat(64));
  for (const digit of [0, 1, 2, 3, 4, 5]) expect(await outcome(rename(digit))).toBe('200');
  const refusal = await rename(6);
  expect(await outcome(refusal)).toBe('409 conflict transaction_hash_renamed');
  expect(refusal.body.fields).toHaveProperty('transactionHash');
  // Naming the address on record changes nothing.
  expect(await outcome(rename(5))).toBe('200');
});

test('a simulated transfer reaches the customer and the reviewer, and is in the audit log', async () => {
  const ada = await aSale();
  const browser = await aClient({ token: ada.token });
  litecoinOf(testbed);
  expect(await outcome(play(ada.id, 'exact'))).toBe('200');
  await waitForMessage(browser, { type: 'chain_advanced', chain: 'litecoin' });
  const seenAmount = { amount: 0.5, confirmations: 0, required: 6 };
  await expect.poll(ada.deposit, wait).toMatchObject({ isSimulated: true, seen: seenAmount });
  for (let block = 0; block < 6; block += 1) await play(ada.id, 'block');
  await expect.poll(ada.deposit, wait).toMatchObject({ seen: { ...seenAmount, confirmations: 6 } });
  await sees(ada.id, 'pale fits_shared');
  const auditRows = `select details from audit_log where action = 'deposit.played' and subject_id = $1`;
  expect(await testbed.rows(auditRows, [ada.id])).toEqual([{ details: { play: 'exact' } }]);
  goAway();
});

test('a simulated underpayment, other token, late or reorganised transfer looks like a real one', async () => {
  const aPlayedSale = async (what: Play) => {
    const { id } = await aLitecoinSale(testbed);
    expect(await outcome(play(id, what))).toBe('200');
    return id;
  };
  const shortSale = await aPlayedSale('less');
  const fakeSale = await aPlayedSale('wrong_token');
  const lateSale = await aPlayedSale('late');
  const removedSale = await aPlayedSale('exact');
  litecoinOf(testbed).mine(6);
  await sees(shortSale, 'red short');
  const { body } = await call('GET', '/api/admin/verdicts', reviewer);
  expect(body).toContainEqual({ id: shortSale, level: 'red', uneven: 'short', arrived: 0.4 });
  await sees(fakeSale, 'red other_token');
  for (const id of [lateSale, removedSale]) await sees(id, 'pale fits_shared');
  expect(await outcome(play(removedSale, 'reorganised'))).toBe('200');
  await sees(removedSale, 'red not_found');
});

test('no transfer is simulated in production, on a real chain, by support or for a decided order', async () => {
  const { app, database } = testbed;
  const actor = await aUser(database.pool);
  expect(await outcome(play(await anOrder(app.deps, actor), 'exact'))).toBe('404 not_found page_not_found');
  const { id } = await aLitecoinSale(testbed);
  const production = { ...app.deps, env: { ...app.deps.env, production: true } };
  const inProduction = playTransfer(production, actor, id, 'exact');
  await expect(inProduction).rejects.toMatchObject({ because: { reason: 'page_not_found' } });
  expect(await outcome(play(id, 'exact', await aColleague(testbed, 'support')))).toBe('403 not_permitted');
  const decisionQuery = `update orders set status = 'failed', decided_at = now(), version = version + 1 where id = $1`;
  await testbed.rows(decisionQuery, [id]);
  expect(await outcome(play(id, 'exact'))).toMatch('409 already_decided');
});

/** The orders that name the same transaction, as a reviewer reads them. */
const rivalsOf = async (id: string) =>
  (await verdict(id)).findings.flatMap(({ code, params }) => (code === 'contested' ? [String(params['orderId'])] : []));
const claimsOf = (hash: string) =>
  testbed.rows(
    `select t.out_index as output from transfer_claims c join chain_transfers t on t.id = c.transfer_id
     where t.tx_hash = $1 and c.released_at is null order by t.out_index`,
    [hash],
  );

const refusal = '409 verdict_needs_reason';
const reason = 'The customer showed the wallet.';

test('two customers who are paid by one transaction name it at once, and both are paid', async () => {
  const sales = await salesAtOneAddress(3);
  const [first] = sales;
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(first?.address ?? '', '0.5', '0.5');
  expect(await outcomes(sales.map((sale) => sale.name(hash)))).toEqual(['200', '200', '200']);
  mine(6);
  for (const { id } of sales) await expect.poll(() => verdictOf(id), wait).toContain('contested');
  const rejection = { status: 'failed', adminNotes: 'Nothing arrived.' };
  expect(await outcome(review(testbed, reviewer.token, first?.id ?? '', rejection))).toBe('200');
  for (const { id } of sales.slice(1)) {
    await sees(id, 'pale fits_shared');
    expect(await outcome(approve(id))).toBe('200');
  }
  expect(await claimsOf(hash)).toEqual([{ output: 0 }, { output: 1 }]);
});

test('a transaction that several sales name proves one of them, however many approve at once', async () => {
  const sales = await salesAtOneAddress(3);
  const { pay, mine } = litecoinOf(testbed);
  const txHash = pay(sales[0]?.address ?? '', '0.5');
  expect(await outcomes(sales.map((sale) => sale.name(txHash)))).toEqual(['200', '200', '200']);
  mine(6);
  for (const { id } of sales) {
    await expect.poll(() => verdict(id), wait).toMatchObject({ level: 'amber', transfers: [{ txHash }] });
    const otherIds = sales.filter((sale) => sale.id !== id).map((sale) => sale.id);
    expect((await rivalsOf(id)).toSorted()).toEqual(otherIds.toSorted());
    expect(await outcome(approve(id))).toBe(refusal);
  }
  const decisions = await Promise.all(sales.map(({ id }) => approve(id, { reason })));
  expect(decisions.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(decisions.some(({ status }) => status === 200)).toBe(true);
  expect(await claimsOf(txHash)).toEqual([{ output: 0 }]);
  // A later sender and the reviewer of an order that still names the transaction read which order has it.
  for (const { id } of sales) expect(await verdictOf(id)).toMatch(/contested|belongs_elsewhere|^pale/);
});

test('a sale with a hash that another customer named is accepted, and needs its own output', async () => {
  const ada = await aCustomer();
  const ben = await aCustomer();
  const eve = await aCustomer();
  const aQuoteFor = async (seller: Seller, cryptoAmount: number) => {
    const terms = { cryptoId: 'litecoin', cryptoAmount, targetCurrency: 'USD' };
    return { who: seller, quote: await aQuote(testbed.app, seller, terms) };
  };
  const sales = [await aQuoteFor(ada, 2), await aQuoteFor(ben, 3), await aQuoteFor(eve, 3), await aQuoteFor(ada, 2)];
  const transactionHash = litecoinOf(testbed).pay(sales[0]?.quote.deposit.address ?? '', '2', '3');
  const answers: Awaited<ReturnType<typeof submit>>[] = [];
  for (const { who, quote } of sales) answers.push(await submit(testbed.app, who, orderOf(quote, { transactionHash })));
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([201, 201, 201, 'hash_used']);
  const codes = (index: number) => verdictOf(answers[index]?.body.id ?? '');
  expect(await codes(0)).not.toContain('contested');
  expect(await codes(1)).toContain('contested');
  expect(await codes(2)).toContain('contested');
});

test('an attacker who names every incoming transaction takes nothing from its senders', async () => {
  const address = `ltc1q${randomUUID()}`;
  const thief = await aCustomer();
  const { id } = await aLitecoinSale(testbed, { address, userId: thief.id, amount: '0.01', valueUsd: '8' });
  const { pay, mine } = litecoinOf(testbed);
  for (const _ of [1, 2, 3]) {
    const sale = await aSale(address);
    const transactionHash = pay(address, '0.5');
    await name(id, thief, transactionHash);
    expect(await outcome(sale.name(transactionHash))).toBe('200');
    mine(6);
    await sees(sale.id, 'pale fits_shared');
    expect([await verdictOf(id), await rivalsOf(id)]).toEqual(['amber contested over', [sale.id]]);
    expect(await outcome(approve(sale.id))).toBe('200');
  }
});

test('a coin that is checked by hand needs a reason too if two customers name one transaction', async () => {
  const transactionHash = 'ab'.repeat(32);
  const ids: string[] = [];
  for (const _ of [1, 2])
    ids.push(await anOrder(testbed.app.deps, await aUser(testbed.database.pool), { transactionHash }));
  for (const [at, id] of ids.entries()) {
    expect([await verdictOf(id), await rivalsOf(id)]).toEqual(['amber by_hand contested', [ids[1 - at]]]);
    expect(await outcome(approve(id))).toBe(refusal);
    expect(await outcome(approve(id, { reason }))).toBe('200');
  }
  const levels = await testbed.rows('select level from order_verdicts where order_id = any($1)', [ids]);
  expect(levels).toEqual([{ level: 'amber' }, { level: 'amber' }]);
});
