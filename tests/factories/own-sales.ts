import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { decimal, rateOf, unnamedAmount } from '#shared/kernel/money.ts';
import type { Testbed } from '#tests/setup/testbed.ts';
import { litecoinOf } from './deposits.ts';
import { anOrder, aUser, litecoin, worthUsd } from './orders.ts';

const tolerance = { tolerancePercent: 0.5, toleranceMaxUsd: 5, overPercent: 10 };
const shownRules = { ...tolerance, graceMinutes: 10, topUpMinutes: 60, minedMinutes: 120, watchDays: 30 };

/** An address of its own, leased for a quote of two Litecoin at 100 USD, fee 5 %. */
async function aLease({ database, rows }: Testbed, userId: string, { expired = false } = {}) {
  const quoteId = randomUUID();
  const address = `ltc1q${randomUUID()}`;
  const reference = `LF-${randomUUID().slice(0, 6).toUpperCase()}`;
  const [row] = await rows(
    `with s as (insert into deposit_sources (chain, kind, when_empty, is_active, live_at, signature)
       values ('ethereum', 'pool', 'refuse', false, now(), '') returning id),
     a as (insert into deposit_addresses (source_id, chain, address_index, address, live_at, signature)
       select id, 'litecoin', 0, $1, now(), '' from s returning id)
     insert into address_leases (address_id, quote_id, user_id, reference, crypto_id, amount, value_usd, rate,
       expires_at, watched_until, leased_at) select id, $2, $3, $4, 'litecoin', 2, 200, 100, now() + $5::interval,
       now() + interval '30 days', now() - interval '2 hours' from a returning id`,
    [address, quoteId, userId, reference, expired ? '-1 hour' : '15 minutes'],
  );
  await database.pool.query(
    `insert into sell_quotes (id, user_id, reference, crypto_id, amount, currency, buying_rate, gross_amount,
       fee_percent, fee_amount, net_amount, value_usd, rate_at, rate_source, deposit_address, deposit_network,
       is_own, rules, lease_id, expires_at, used_at)
     select $1, $2, reference, 'litecoin', 2, 'USD', 100, 200, 5, 10, 190, 200, now(), 'test', $3,
       'Litecoin Network', true, $4::jsonb, id, expires_at, now() from address_leases where id = $5`,
    [quoteId, userId, address, JSON.stringify(shownRules), row?.id],
  );
  return { quoteId, address, reference };
}

/** The terms of a sale of two Litecoin to an address, worth 200 dollars, fee 5 %. */
export const twoLitecoin = (address: string, { currency = 'USD', rate = '100' } = {}) => ({
  gives: { type: 'sell', coin: litecoin } as const,
  ...worthUsd('200'),
  amount: unnamedAmount('coin', '2'),
  payoutCurrency: currency,
  rate: rateOf('coin', 'payout', rate),
  grossAmount: unnamedAmount('payout', rate).times(decimal('2')),
  feePercent: decimal('5'),
  feeAmount: unnamedAmount('payout', rate).times(decimal('0.1')),
  payoutAmount: unnamedAmount('payout', rate).times(decimal('1.9')),
  deposit: { address, memo: null, network: 'Litecoin Network' },
});

type Options = { userId?: string; expired?: boolean; currency?: string; rate?: string };

/**
 * An open sale at an address of its own: two Litecoin at 100 USD by default, fee 5 %, of a customer whose identity is
 * approved.
 */
export async function anOwnSale(
  testbed: Testbed,
  { userId = '', expired = false, currency = 'USD', rate = '100' }: Options = {},
) {
  const { database, app } = testbed;
  const customer = await aUser(database.pool);
  const owner = userId === '' ? customer : { ...customer, userId };
  const { quoteId, address, reference } = await aLease(testbed, owner.userId, { expired });
  const id = await anOrder(app.deps, owner, {
    ...twoLitecoin(address, { currency, rate }),
    quoteId,
    hasProof: false,
    isOwn: true,
  });
  return { id, address, reference, userId: owner.userId };
}

const wait = { timeout: 30_000 };

/** A sale of two Litecoin at an own address for which these amounts arrived for good. */
export async function aPaidSale(testbed: Testbed, amounts: readonly string[], options: Options = {}) {
  const sale = await anOwnSale(testbed, options);
  const chain = litecoinOf(testbed);
  for (const amount of amounts) chain.pay(sale.address, amount);
  chain.mine(12);
  const seenTransfer = `select 1 from chain_transfers where to_address = $1 and state in ('included', 'final')`;
  await expect.poll(() => testbed.rows(seenTransfer, [sale.address]), wait).toHaveLength(amounts.length);
  return sale;
}

/** A final transfer to the address of a sale that was refused before. */
export async function aStray(testbed: Testbed, { amount = '0.3', userId = '' } = {}) {
  const { address, id } = await anOwnSale(testbed, { userId });
  await testbed.rows(
    `update orders set status = 'failed', stage = 'closed', decided_at = now(), version = version + 1 where id = $1`,
    [id],
  );
  const chain = litecoinOf(testbed);
  chain.pay(address, amount);
  chain.mine(12);
  const finalTransfer = () =>
    testbed.rows(`select id from chain_transfers where to_address = $1 and state = 'final'`, [address]);
  await expect.poll(finalTransfer, wait).toHaveLength(1);
  return { id: String((await finalTransfer())[0]?.id), address };
}
