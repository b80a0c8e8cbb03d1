import { beforeAll, expect, test } from 'vitest';
import { verdictView } from '#shared/deposits/deposits.contract.ts';
import { aLitecoinSale, litecoinOf, review } from '#tests/factories/deposits.ts';
import { aMember } from '#tests/factories/members.ts';
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
async function salesAtOneAddress(count: number) {
  const address = `ltc1q${crypto.randomUUID()}`;
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
  const { level, transfers } = verdictView.parse(body);
  return { level, outputs: transfers.map(({ txHash, outIndex }) => `${txHash} ${outIndex}`) };
};
const outcomes = (answers: readonly { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : String(body.code))).toSorted();
const claimsOf = (hash: string) =>
  testbed.rows(
    `select t.out_index as output from transfer_claims c join chain_transfers t on t.id = c.transfer_id
     where t.tx_hash = $1 and c.released_at is null order by t.out_index`,
    [hash],
  );

test('two customers whom one transaction pays name it at once and are both paid, each for another output; a third is refused', async () => {
  const sales = await salesAtOneAddress(3);
  const [one, other] = sales;
  if (!one || !other) throw new Error('There are three sales.');
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(one.address, '0.5', '0.5');
  expect(outcomes(await Promise.all(sales.map(({ name }) => name(hash))))).toEqual(['done', 'done', 'hash_used']);
  mine(6);
  const named = await testbed.rows('select id from orders where transaction_hash = $1', [hash]);
  for (const { id } of named) {
    await expect.poll(() => verdictOf(String(id)), wait).toMatchObject({ level: 'amber' });
  }
  // The third sale names nothing, so either output could be its own; once it is gone, nothing is left to fight about.
  const third = sales.find(({ id }) => named.every((row) => row.id !== id));
  const refused = { status: 'failed', adminNotes: 'Nothing arrived.' };
  expect((await review(testbed, token, third?.id ?? '', refused)).status).toBe(200);
  for (const { id } of named) {
    await expect.poll(() => verdictOf(String(id)), wait).toMatchObject({ level: 'pale' });
    expect((await review(testbed, token, String(id), approved(String(id)))).status).toBe(200);
  }
  expect(await claimsOf(hash)).toEqual([{ output: 0 }, { output: 1 }]);
}, 60_000);

test('one output is named by one sale, whoever comes first, and never proves two, however many approve at once', async () => {
  const sales = await salesAtOneAddress(4);
  const { pay, mine } = litecoinOf(testbed);
  const hash = pay(sales[0]?.address ?? '', '0.5');
  const named = await Promise.all(sales.slice(1).map(({ name }) => name(hash)));
  expect(outcomes(named)).toEqual(['done', 'hash_used', 'hash_used']);
  mine(6);
  const first = sales[0]?.id ?? '';
  await expect.poll(() => verdictOf(first), wait).toMatchObject({ outputs: [`${hash} 0`] });
  const decided = await Promise.all(
    sales.map(({ id }) => review(testbed, token, id, { ...approved(id), reason: 'The customer showed the wallet.' })),
  );
  const done = decided.filter(({ status }) => status === 200);
  expect(decided.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  expect(done.length).toBeGreaterThan(0);
  expect(await claimsOf(hash)).toEqual([{ output: 0 }]);
}, 60_000);

test('a customer submits a sale with a hash that another sale names when the transaction pays both, else not', async () => {
  const [ada, ben, eve] = [
    await aSeller(testbed.app, testbed.database.pool),
    await aSeller(testbed.app, testbed.database.pool),
    await aSeller(testbed.app, testbed.database.pool),
  ];
  const terms = { cryptoId: 'litecoin', cryptoAmount: 2, targetCurrency: 'USD' };
  const quotes = [
    await aQuote(testbed.app, ada, terms),
    await aQuote(testbed.app, ben, { ...terms, cryptoAmount: 3 }),
    await aQuote(testbed.app, eve, { ...terms, cryptoAmount: 3 }),
  ] as const;
  const transactionHash = litecoinOf(testbed).pay(quotes[0].deposit.address, '2', '3');
  const order = (index: 0 | 1 | 2) => orderOf(quotes[index], { transactionHash });
  expect((await submit(testbed.app, ada, order(0))).status).toBe(201);
  expect((await submit(testbed.app, ben, order(1))).status).toBe(201);
  expect(await submit(testbed.app, eve, order(2))).toMatchObject({ status: 409, body: { code: 'hash_used' } });
}, 60_000);
