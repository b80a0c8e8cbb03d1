import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aLitecoinSale, depositReviews, litecoinOf, review } from '#tests/factories/deposits.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit, type Seller } from '#tests/factories/sales.ts';
import { outcome, outcomes } from '#tests/setup/outcomes.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
const { reviewer, verdict, verdictOf, sees, approve, name } = depositReviews(testbed);
const aCustomer = () => aSeller(testbed.app, testbed.database.pool);

/** Sales of half a Litecoin at one address, each of another customer. */
async function salesAtOneAddress(count: number, address = `ltc1q${randomUUID()}`) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const seller = await aCustomer();
      const { id } = await aLitecoinSale(testbed, { address, userId: seller.id });
      return { id, address, name: (transactionHash: string) => name(id, seller, transactionHash) };
    }),
  );
}

/** The orders that name the same transaction, as a reviewer reads them. */
const rivalsOf = async (id: string) =>
  (await verdict(id)).findings.flatMap(({ code, params }) => (code === 'contested' ? [String(params['orderId'])] : []));
const claimsOf = (hash: string) =>
  testbed.rows(
    `select t.out_index as output from transfer_claims c join chain_transfers t on t.id = c.transfer_id
     where t.tx_hash = $1 and c.released_at is null order by t.out_index`,
    [hash],
  );

const refused = '409 verdict_needs_reason';
const reason = 'The customer showed the wallet.';

test('two customers whom one transaction pays name it at once and are both paid, each for another output; a third contests it', async () => {
  const sales = await salesAtOneAddress(3);
  const [first] = sales;
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(first?.address ?? '', '0.5', '0.5');
  expect(await outcomes(sales.map((sale) => sale.name(hash)))).toEqual(['200', '200', '200']);
  mine(6);
  for (const { id } of sales) await expect.poll(() => verdictOf(id), { timeout: 30_000 }).toContain('contested');
  const nothing = { status: 'failed', adminNotes: 'Nothing arrived.' };
  expect(await outcome(review(testbed, reviewer.token, first?.id ?? '', nothing))).toBe('200');
  for (const { id } of sales.slice(1)) {
    await sees(id, 'pale fits_shared');
    expect(await outcome(approve(id))).toBe('200');
  }
  expect(await claimsOf(hash)).toEqual([{ output: 0 }, { output: 1 }]);
}, 60_000);

test('a transaction that several sales name refuses none, is approved for none without a reason, and proves one however many approve at once', async () => {
  const sales = await salesAtOneAddress(3);
  const { pay, mine } = litecoinOf(testbed);
  const txHash = pay(sales[0]?.address ?? '', '0.5');
  expect(await outcomes(sales.map((sale) => sale.name(txHash)))).toEqual(['200', '200', '200']);
  mine(6);
  for (const { id } of sales) {
    await expect
      .poll(() => verdict(id), { timeout: 30_000 })
      .toMatchObject({ level: 'amber', transfers: [{ txHash }] });
    const others = sales.filter((sale) => sale.id !== id).map((sale) => sale.id);
    expect((await rivalsOf(id)).toSorted()).toEqual(others.toSorted());
    expect(await outcome(approve(id))).toBe(refused);
  }
  const decided = await Promise.all(sales.map(({ id }) => approve(id, { reason })));
  expect(decided.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(decided.some(({ status }) => status === 200)).toBe(true);
  expect(await claimsOf(txHash)).toEqual([{ output: 0 }]);
  // A sender who comes after the decision reads whose it is, and so does the reviewer of an order that still names it.
  for (const { id } of sales) expect(await verdictOf(id)).toMatch(/contested|belongs_elsewhere|^pale/);
}, 60_000);

test('a customer submits a sale with a hash that another customer names; two sales of one customer need two outputs', async () => {
  const [ada, ben, eve] = [await aCustomer(), await aCustomer(), await aCustomer()];
  const quoted = async (who: Seller, cryptoAmount: number) => {
    const terms = { cryptoId: 'litecoin', cryptoAmount, targetCurrency: 'USD' };
    return { who, quote: await aQuote(testbed.app, who, terms) };
  };
  const sales = [await quoted(ada, 2), await quoted(ben, 3), await quoted(eve, 3), await quoted(ada, 2)];
  const transactionHash = litecoinOf(testbed).pay(sales[0]?.quote.deposit.address ?? '', '2', '3');
  const answers: Awaited<ReturnType<typeof submit>>[] = [];
  for (const { who, quote } of sales) answers.push(await submit(testbed.app, who, orderOf(quote, { transactionHash })));
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([201, 201, 201, 'hash_used']);
  const codes = (index: number) => verdictOf(answers[index]?.body.id ?? '');
  expect(await codes(0)).not.toContain('contested');
  expect(await codes(1)).toContain('contested');
  expect(await codes(2)).toContain('contested');
}, 60_000);

test('an order of another size that follows every incoming transaction takes nothing from those who sent it', async () => {
  const address = `ltc1q${randomUUID()}`;
  const thief = await aCustomer();
  const { id } = await aLitecoinSale(testbed, { address, userId: thief.id, amount: '0.01', valueUsd: '8' });
  const { pay, mine } = litecoinOf(testbed);
  for (const _ of [1, 2, 3]) {
    const [sale] = await salesAtOneAddress(1, address);
    const saleId = sale?.id ?? '';
    const transactionHash = pay(address, '0.5');
    await name(id, thief, transactionHash);
    expect((await sale?.name(transactionHash))?.status).toBe(200);
    mine(6);
    await sees(saleId, 'pale fits_shared');
    expect([await verdictOf(id), await rivalsOf(id)]).toEqual(['amber contested over', [saleId]]);
    expect(await outcome(approve(saleId))).toBe('200');
  }
}, 60_000);

test('a coin that is checked by hand asks for a reason as well where two customers name one transaction', async () => {
  const transactionHash = 'ab'.repeat(32);
  const ids: string[] = [];
  for (const _ of [1, 2])
    ids.push(await anOrder(testbed.app.deps, await aUser(testbed.database.pool), { transactionHash }));
  for (const [at, id] of ids.entries()) {
    expect([await verdictOf(id), await rivalsOf(id)]).toEqual(['amber by_hand contested', [ids[1 - at]]]);
    expect(await outcome(approve(id))).toBe(refused);
    expect(await outcome(approve(id, { reason }))).toBe('200');
  }
  const levels = await testbed.rows('select level from order_verdicts where order_id = any($1)', [ids]);
  expect(levels).toEqual([{ level: 'amber' }, { level: 'amber' }]);
});
