import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser, completed } from '#tests/factories/orders.ts';
import { aQuote, aSeller } from '#tests/factories/sales.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const dayMs = 24 * 60 * 60 * 1000;

test('before an address is changed the administrator reads what still shows it and what it took in 30 days', async () => {
  const { app, database } = testbed;
  const quote = await aQuote(app, await aSeller(app, database.pool));
  const address = quote.deposit.address;
  const deposit = { address, memo: null, network: 'Bitcoin Network' };
  const ada = await aUser(database.pool);
  const daysAgo = (days: number) => new Date(app.deps.now().getTime() - days * dayMs);
  await anOrder(app.deps, ada, { deposit });
  for (const days of [1, 29, 31])
    await completed(app.deps, await anOrder(app.deps, ada, { deposit, at: daysAgo(days) }));
  const personalData = { ...deposit, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  await completed(app.deps, await anOrder(app.deps, ada, { deposit: personalData }));

  const { token } = await theAdmin(app);
  const { body } = await app.call('GET', `/api/admin/wallets/bitcoin/use?address=${address}`, { token });
  expect(body).toEqual({
    openOrders: 1,
    openQuotes: 1,
    amount: 0.02,
    lastQuoteEndsAt: quote.expiresAt,
    received: 0.02,
  });
});
