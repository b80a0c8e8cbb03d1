import { beforeAll, expect, test } from 'vitest';
import { anOrder, aUser, completed } from '#tests/factories/orders.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { openDatabase } from '#tests/setup/testbed.ts';
import { watchedAddresses } from './deposits.service.ts';

const database = openDatabase();
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  deps = testDeps(database);
});

const dayMs = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(deps.now().getTime() - days * dayMs);
const deposit = (address: string) => ({ address, memo: null, network: 'Bitcoin Network' });
const watched = async () =>
  (await watchedAddresses(deps, deps.db, ['bitcoin'])).map(({ address }) => address).toSorted();

test('the addresses of open sales are watched, and those of the last thirty days for customers who pay late', async () => {
  const ada = await aUser(database.pool);
  await anOrder(deps, ada, { deposit: deposit('open'), at: daysAgo(90) });
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('late'), at: daysAgo(29) }));
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('old'), at: daysAgo(31) }));
  expect(await watched()).toEqual(['late', 'open']);
});

test('somebody is awaited where a quote is open or a sale is not decided, and nowhere else', async () => {
  const ada = await aUser(database.pool);
  await database.pool.query(
    `insert into crypto_assets (id, name, symbol, color, icon, network, network_hint, decimals, minimum_deposit, group_name,
       sort_order) values ('bitcoin', 'Bitcoin', 'BTC', '#f7931a', 'bitcoin', 'Bitcoin Network', '', 8, 0.001, 'main', 1)`,
  );
  const quote = (address: string, minutes: number, usedAt: Date | null = null) =>
    database.pool.query(
      `insert into sell_quotes (user_id, reference, crypto_id, amount, currency, buying_rate, gross_amount, fee_percent,
         fee_amount, net_amount, value_usd, rate_at, rate_source, deposit_address, deposit_network, expires_at, used_at)
       values ($1, $2, 'bitcoin', 1, 'USD', 1, 1, 0, 0, 1, 1, now(), 'sample', $2, 'Bitcoin Network', $3, $4)`,
      [ada.userId, address, new Date(deps.now().getTime() + minutes * 60_000), usedAt],
    );
  await quote('quoted', 10);
  await quote('expired', -1);
  await quote('used', 10, deps.now());
  await anOrder(deps, ada, { deposit: deposit('sold') });
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('paid out') }));
  // At one address: one sale that is decided, one that is not.
  await completed(deps, await anOrder(deps, ada, { deposit: deposit('shared') }));
  await anOrder(deps, ada, { deposit: deposit('shared') });
  const found = await watchedAddresses(deps, deps.db, ['bitcoin']);
  const mine = found.filter(({ address }) => !['open', 'late'].includes(address));
  expect(Object.fromEntries(mine.map(({ address, isAwaited }) => [address, isAwaited]))).toEqual({
    quoted: true,
    expired: false,
    used: false,
    sold: true,
    'paid out': false,
    shared: true,
  });
  expect(mine).toHaveLength(6);
});

test('a transfer proves at most one live order, and what a reviewer saw is never changed', async () => {
  const ada = await aUser(database.pool);
  const [item, other] = [await anOrder(deps, ada, {}), await anOrder(deps, ada, {})];
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into chain_transfers (chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount, by_contract,
       first_seen_at, state) values ('bitcoin', 'hash', 0, 'bitcoin', 'open', '{}', 1, false, now(), 'seen') returning id`,
  );
  const claim = (orderId: string) =>
    database.pool.query(`insert into transfer_claims (transfer_id, order_id, grade) values ($1, $2, 'shared')`, [
      rows[0]?.id,
      orderId,
    ]);
  await claim(item);
  await expect(claim(other)).rejects.toThrow('transfer_claims_live');
  await database.pool.query('update transfer_claims set released_at = now()');
  await claim(other);
  await expect(database.pool.query('delete from transfer_claims')).rejects.toThrow('append only');
  await database.pool.query(
    `insert into order_verdicts (order_id, level, findings, transfers, decision) values ($1, 'red', '[]', '[]', 'rejected')`,
    [item],
  );
  await expect(database.pool.query(`update order_verdicts set level = 'green'`)).rejects.toThrow('append only');
});
