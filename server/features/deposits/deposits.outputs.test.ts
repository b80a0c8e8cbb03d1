import { beforeAll, expect, test } from 'vitest';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { aQuote, aSeller, orderOf, submit } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated' });
let token: string;
beforeAll(async () => {
  ({ token } = await aMember(testbed.database.pool, testbed.app.deps, 'reviewer'));
});

const wait = { timeout: 20_000 };
const approved = (id: string) => ({ status: 'completed', adminNotes: 'Paid.', adminTransactionId: `WIRE-${id}` });

/** Sales of half a Litecoin at one address, each of another customer. */
async function salesAtOneAddress(count: number, address = `ltc1q${crypto.randomUUID()}`) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const seller = await aSeller(testbed.app, testbed.database.pool);
      const { id } = await aLitecoinSale(testbed, { address, userId: seller.id });
      const name = (transactionHash: string) =>
        testbed.app.call('PUT', `/api/transactions/${id}/hash`, { token: seller.token, json: { transactionHash } });
      return { id, address, name };
    }),
  );
}

const verdictOf = async (id: string) => {
  const { body } = await testbed.app.call('GET', `/api/admin/transactions/${id}/verdict`, { token });
  const { level, findings, transfers } = verdictView.parse(body);
  return {
    level,
    codes: findings.map(({ code }) => code),
    contested: findings.flatMap(({ code, params }) => (code === 'contested' ? [String(params['orderId'])] : [])),
    outputs: transfers.map(({ txHash, outIndex }) => `${txHash} ${outIndex}`),
  };
};
const outcomes = (answers: readonly { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : String(body.code))).toSorted();
const claimsOf = (hash: string) =>
  testbed.rows(
    `select t.out_index as output from transfer_claims c join chain_transfers t on t.id = c.transfer_id
     where t.tx_hash = $1 and c.released_at is null order by t.out_index`,
    [hash],
  );

const wants = { status: 409, body: { code: 'verdict_needs_reason' } };
const reason = 'The customer showed the wallet.';

test('two customers whom one transaction pays name it at once and are both paid, each for another output; a third contests it', async () => {
  const sales = await salesAtOneAddress(3);
  const [item] = sales;
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(item?.address ?? '', '0.5', '0.5');
  expect(outcomes(await Promise.all(sales.map(({ name }) => name(hash))))).toEqual(['done', 'done', 'done']);
  mine(6);
  const codesOf = async (id: string) => (await verdictOf(id)).codes;
  for (const { id } of sales) await expect.poll(() => codesOf(id), wait).toContain('contested');
  const refused = { status: 'failed', adminNotes: 'Nothing arrived.' };
  expect((await review(testbed, token, item?.id ?? '', refused)).status).toBe(200);
  for (const { id } of sales.slice(1)) {
    await expect.poll(() => verdictOf(id), wait).toMatchObject({ level: 'pale', codes: ['fits_shared'] });
    expect((await review(testbed, token, id, approved(id))).status).toBe(200);
  }
  expect(await claimsOf(hash)).toEqual([{ output: 0 }, { output: 1 }]);
}, 60_000);

test('a transaction that several sales name refuses none, is approved for none without a reason, and proves one however many approve at once', async () => {
  const sales = await salesAtOneAddress(3);
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(sales[0]?.address ?? '', '0.5');
  expect(outcomes(await Promise.all(sales.map(({ name }) => name(hash))))).toEqual(['done', 'done', 'done']);
  mine(6);
  for (const { id } of sales) {
    await expect.poll(() => verdictOf(id), wait).toMatchObject({ outputs: [`${hash} 0`], level: 'amber' });
    const others = sales.filter((sale) => sale.id !== id).map((sale) => sale.id);
    expect((await verdictOf(id)).contested.toSorted()).toEqual(others.toSorted());
    expect(await review(testbed, token, id, approved(id))).toMatchObject(wants);
  }
  const decided = await Promise.all(sales.map(({ id }) => review(testbed, token, id, { ...approved(id), reason })));
  expect(decided.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(decided.some(({ status }) => status === 200)).toBe(true);
  expect(await claimsOf(hash)).toEqual([{ output: 0 }]);
  // A sender who comes after the decision reads whose it is, and so does the reviewer of an order that still names it.
  for (const { id } of sales) {
    const { level, codes } = await verdictOf(id);
    expect(codes.some((code) => ['contested', 'belongs_elsewhere'].includes(code)) || level === 'pale').toBe(true);
  }
}, 60_000);

test('a customer submits a sale with a hash that another customer names; two sales of one customer need two outputs', async () => {
  const [ada, ben, eve] = [
    await aSeller(testbed.app, testbed.database.pool),
    await aSeller(testbed.app, testbed.database.pool),
    await aSeller(testbed.app, testbed.database.pool),
  ];
  const terms = { cryptoId: 'litecoin', cryptoAmount: 2, targetCurrency: 'USD' };
  const more = { ...terms, cryptoAmount: 3 };
  const quoted = async (who: typeof ada, what: object) => ({ who, quote: await aQuote(testbed.app, who, what) });
  const sales = [await quoted(ada, terms), await quoted(ben, more), await quoted(eve, more), await quoted(ada, terms)];
  const transactionHash = litecoinOf(testbed).pay(sales[0]?.quote.deposit.address ?? '', '2', '3');
  const answers: Awaited<ReturnType<typeof submit>>[] = [];
  for (const { who, quote } of sales) answers.push(await submit(testbed.app, who, orderOf(quote, { transactionHash })));
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([201, 201, 201, 'hash_used']);
  const codes = async (index: number) => (await verdictOf(answers[index]?.body.id ?? '')).codes;
  expect(await codes(0)).not.toContain('contested');
  expect(await codes(1)).toContain('contested');
  expect(await codes(2)).toContain('contested');
}, 60_000);

test('an order of another size that follows every incoming transaction takes nothing from those who sent it', async () => {
  const address = `ltc1q${crypto.randomUUID()}`;
  const thief = await aSeller(testbed.app, testbed.database.pool);
  const { id } = await aLitecoinSale(testbed, { address, userId: thief.id, amount: '0.01', valueUsd: '8' });
  const { pay, mine } = litecoinOf(testbed);
  for (const _ of [1, 2, 3]) {
    const [sale] = await salesAtOneAddress(1, address);
    const transactionHash = pay(address, '0.5');
    const json = { transactionHash };
    await testbed.app.call('PUT', `/api/transactions/${id}/hash`, { token: thief.token, json });
    expect((await sale?.name(transactionHash))?.status).toBe(200);
    mine(6);
    const saleId = sale?.id ?? '';
    await expect.poll(() => verdictOf(saleId), wait).toMatchObject({ level: 'pale', contested: [] });
    expect(await verdictOf(id)).toMatchObject({ level: 'amber', codes: ['contested', 'over'], contested: [saleId] });
    expect((await review(testbed, token, saleId, approved(saleId))).status).toBe(200);
  }
}, 60_000);

test('a coin that is checked by hand asks for a reason as well where two customers name one transaction', async () => {
  const transactionHash = 'ab'.repeat(32);
  const ids = [];
  for (const _ of [1, 2]) {
    ids.push(await anOrder(testbed.app.deps, await aUser(testbed.database.pool), { transactionHash }));
  }
  for (const [at, id] of ids.entries()) {
    const other = ids[1 - at];
    expect(await verdictOf(id)).toMatchObject({ level: 'amber', codes: ['by_hand', 'contested'], contested: [other] });
    expect(await review(testbed, token, id, approved(id))).toMatchObject(wants);
    expect((await review(testbed, token, id, { ...approved(id), reason })).status).toBe(200);
  }
  expect(await testbed.rows('select level from order_verdicts where order_id = any($1)', [ids])).toEqual([
    { level: 'amber' },
    { level: 'amber' },
  ]);
});
