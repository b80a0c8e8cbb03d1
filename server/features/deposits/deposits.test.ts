import { expect, test } from 'vitest';
import { anOrder, aUser, completedOrder } from '#tests/factories/orders.ts';
import { testDeps } from '#tests/setup/deps.ts';
import { fixture, openDatabase } from '#tests/setup/testbed.ts';
import { watchedAddresses } from './deposits.service.ts';

const database = openDatabase();
const deps = fixture(async () => testDeps(database));
const rows = async (text: string, values: unknown[] = []) =>
  (await database.pool.query<{ id: string }>(text, values)).rows;

const inMinutes = (minutes: number) => new Date(deps.now().getTime() + minutes * 60_000);
const daysAgo = (days: number) => inMinutes(-days * 24 * 60);
/** An order at this address, opened at this time; decided where `isPaid`. */
async function sale(address: string, isPaid = false, at = deps.now()) {
  const deposit = { address, memo: null, network: 'Bitcoin Network' };
  const id = await anOrder(deps, await aUser(database.pool), { deposit, at });
  if (isPaid) await completedOrder(deps, id);
  return id;
}
/** The addresses among these that are watched, and whether a customer is awaited there. */
async function watched(...addresses: string[]) {
  const result = await watchedAddresses(deps, deps.db, ['bitcoin']);
  return result.filter(({ address }) => addresses.includes(address)).map((item) => [item.address, item.isAwaited]);
}

test('the addresses of open sales and of the last thirty days are watched', async () => {
  await sale('open', false, daysAgo(90));
  await sale('late', true, daysAgo(29));
  await sale('old', true, daysAgo(31));
  expect(Object.fromEntries(await watched('open', 'late', 'old'))).toEqual({ open: true, late: false });
});

test('a payment is awaited only while a quote is open or a sale is undecided', async () => {
  const ada = await aUser(database.pool);
  await rows(
    `insert into crypto_assets (id, name, symbol, color, icon, network, network_hint, decimals, minimum_deposit,
       group_name, sort_order) values ('bitcoin', 'Bitcoin', 'BTC', '#f7931a', 'bitcoin', 'Bitcoin Network', '', 8,
  0.001, 'main', 1)`,
  );
  const quote = (address: string, minutes: number, usedAt: Date | null = null) =>
    rows(
      `insert into sell_quotes (user_id, reference, crypto_id, amount, currency, buying_rate, gross_amount, fee_percent,
         fee_amount, net_amount, value_usd, rate_at, rate_source, deposit_address, deposit_network, expires_at, used_at)
       values ($1, $2, 'bitcoin', 1, 'USD', 1, 1, 0, 0, 1, 1, now(), 'sample', $2, 'Bitcoin Network', $3, $4)`,
      [ada.userId, address, inMinutes(minutes), usedAt],
    );
  await quote('quoted', 10);
  await quote('expired', -1);
  await quote('used', 10, deps.now());
  await sale('sold');
  await sale('paid out', true);
  // Opens two sales at one address: one that is decided, one that is not.
  await sale('shared', true);
  await sale('shared');
  const expected = { quoted: true, expired: false, used: false, sold: true, 'paid out': false, shared: true };
  const result = await watched(...Object.keys(expected));
  expect([result.length, Object.fromEntries(result)]).toEqual([6, expected]);
});

test('a transfer proves at most one live order, and the stored verdict never changes', async () => {
  const first = await sale('a');
  const second = await sale('b');
  const [transfer] = await rows(
    `insert into chain_transfers (chain, tx_hash, out_index, coin_id, to_address, from_addresses, amount, by_contract,
       first_seen_at, state) values ('bitcoin', 'hash', 0, 'bitcoin', 'open', '{}', 1, false, now(), 'seen')
  returning id`,
  );
  const claim = (orderId: string) =>
    rows(`insert into transfer_claims (transfer_id, order_id, grade) values ($1, $2, 'shared')`, [
      transfer?.id,
      orderId,
    ]);
  await claim(first);
  await expect(claim(second)).rejects.toThrow('transfer_claims_live');
  await rows('update transfer_claims set released_at = now()');
  await claim(second);
  await expect(rows('delete from transfer_claims')).rejects.toThrow('append only');
  await rows(
    `insert into order_verdicts (order_id, level, findings, transfers, decision)
     values ($1, 'red', '[]', '[]', 'rejected')`,
    [first],
  );
  await expect(rows(`update order_verdicts set level = 'green'`)).rejects.toThrow('append only');
});
