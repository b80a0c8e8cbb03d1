import { afterAll, beforeAll, expect, test } from 'vitest';
import { anOrder, aUser, completed } from '#tests/factories/orders.ts';
import { createTestDatabase, type TestDatabase } from '#tests/setup/database.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { watchedAddresses } from './deposits.service.ts';

let database: TestDatabase;
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database);
});
afterAll(() => database.drop());

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(deps.now().getTime() - days * dayMs);
const deposit = (address: string) => ({ address, memo: null, network: 'Bitcoin Network' });
const watched = async () => (await watchedAddresses(deps, deps.db)).map(({ address }) => address).toSorted();

test('the addresses of open sales are watched, and those of the last thirty days for customers who pay late', async () => {
  const ada = await aUser(database.pool);
  await anOrder(deps, ada, { deposit: deposit('open'), at: daysAgo(90) });
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('late'), at: daysAgo(29) }));
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('old'), at: daysAgo(31) }));
  expect(await watched()).toEqual(['late', 'open']);
});

test('a transfer proves at most one live order, and what a reviewer saw is never changed', async () => {
  const ada = await aUser(database.pool);
  const [one, other] = [await anOrder(deps, ada, {}), await anOrder(deps, ada, {})];
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into chain_transfers (chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount, by_contract,
       first_seen_at, state) values ('bitcoin', 'hash', 0, 'bitcoin', 'open', '{}', 1, false, now(), 'seen') returning id`,
  );
  const claim = (orderId: string) =>
    database.pool.query(`insert into transfer_claims (transfer_id, order_id, grade) values ($1, $2, 'shared')`, [
      rows[0]?.id,
      orderId,
    ]);
  await claim(one);
  await expect(claim(other)).rejects.toThrow('transfer_claims_live');
  await database.pool.query('update transfer_claims set released_at = now()');
  await claim(other);
  await expect(database.pool.query('delete from transfer_claims')).rejects.toThrow('append only');
  await database.pool.query(
    `insert into order_verdicts (order_id, level, findings, transfers, decision) values ($1, 'red', '[]', '[]', 'rejected')`,
    [one],
  );
  await expect(database.pool.query(`update order_verdicts set level = 'green'`)).rejects.toThrow('append only');
});
