import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exchange, exchangeEstimate, exchangeOf, someDollars } from '#tests/factories/exchanges.ts';
import { aQuote, aSeller, plainOrder, someBitcoin, submit, type Seller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const { database, app } = openTestbed();

const unverified = () => aSeller(app, database.pool, { kyc: 'none' });
const ofDollars = async (who: Seller, amount: number) =>
  exchangeOf(await exchangeEstimate(app, who, { ...someDollars, amount }));
const allowanceOf = async ({ token }: Seller) => (await app.call('GET', '/api/sell-allowance', { token })).body;

test('of sales and exchanges at the same moment as many are taken as fit the limit together, and no more', async () => {
  const eve = await unverified();
  const order = await ofDollars(eve, 250);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => [submit(app, eve, plainOrder()), exchange(app, eve, order, randomUUID())]).flat(),
  );
  const codes = answers.map(({ status, body }) => body.code ?? status);
  expect(codes.filter((code) => ![201, 'kyc_required', 'unavailable'].includes(code as string))).toEqual([]);
  const { rows } = await database.pool.query<{ orders: number; used: string }>(
    'select count(*)::int as orders, sum(value_usd) as used from orders where user_id = $1',
    [eve.id],
  );
  expect(rows[0]?.orders).toBe(codes.filter((code) => code === 201).length);
  const used = Number(rows[0]?.used);
  expect(used).toBeLessThanOrEqual(1000);
  // None that was refused would have fitted: the smaller ones are of 250.
  expect(used).toBeGreaterThan(750);
  expect(await allowanceOf(eve)).toMatchObject({ usedUsd: used, leftUsd: Number((1000 - used).toFixed(2)) });
}, 60_000);

test('exactly the limit is taken, and not a cent more', async () => {
  const eve = await unverified();
  expect((await exchange(app, eve, await ofDollars(eve, 1000.01))).body).toMatchObject({
    code: 'kyc_required',
    limitUsd: 1000,
    usedUsd: 0,
    leftUsd: 1000,
  });
  expect((await exchange(app, eve, await ofDollars(eve, 1000))).status).toBe(201);
  expect(await allowanceOf(eve)).toMatchObject({ usedUsd: 1000, leftUsd: 0 });
  expect((await exchange(app, eve, await ofDollars(eve, 0.01))).body).toMatchObject({ code: 'kyc_required' });
});

test('a sale whose address was shown leaves no room for an exchange of the same money', async () => {
  const eve = await unverified();
  const order = await ofDollars(eve, 300);
  await aQuote(app, eve, { ...someBitcoin, cryptoAmount: 0.02 });
  expect((await exchange(app, eve, order)).body).toMatchObject({ code: 'kyc_required', reason: 'kyc_limit_held' });
});
