import { expect, test } from 'vitest';
import { theDesk } from '#tests/factories/exchanges.ts';
import { anOrder, aPerson, completed } from '#tests/factories/orders.ts';
import { aHold, aSeller } from '#tests/factories/sales.ts';
import { openDesk } from '#tests/setup/desk.ts';

const desk = openDesk();
const dayMs = 24 * 60 * 60 * 1000;

test('before an address is changed the desk reads what still shows it and what it took in 30 days', async () => {
  const { app, database } = desk;
  const hold = await aHold(app, await aSeller(app, database.pool));
  const address = hold.deposit.address;
  const deposit = { address, memo: null, network: 'Bitcoin Network' };
  const ada = await aPerson(database.pool);
  const daysAgo = (days: number) => new Date(app.deps.now().getTime() - days * dayMs);
  await anOrder(app.deps, ada, { deposit });
  for (const days of [1, 29, 31])
    await completed(app.deps, await anOrder(app.deps, ada, { deposit, at: daysAgo(days) }));
  const elsewhere = { ...deposit, address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };
  await completed(app.deps, await anOrder(app.deps, ada, { deposit: elsewhere }));

  const { token } = await theDesk(app);
  const { body } = await app.call('GET', `/api/admin/wallets/bitcoin/use?address=${address}`, { token });
  expect(body).toEqual({
    openOrders: 1,
    openHolds: 1,
    amount: 0.02,
    lastHoldEndsAt: hold.expiresAt,
    received: 0.02,
  });
});
