import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { anOrder, aUser, completed } from '#tests/factories/orders.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

test('the set-up guide knows from the data what the administrator has done', async () => {
  const { token, stepUp } = await theAdmin(testbed.app);
  const done = async () => {
    const { body } = await testbed.app.call('GET', '/api/admin/setup', { token });
    const { steps } = body as { steps: { id: string; isDone: boolean }[] };
    expect(steps).toHaveLength(9);
    return steps.filter(({ isDone }) => isDone).map(({ id }) => id);
  };
  const save = (json: object) => testbed.app.call('PUT', '/api/admin/settings', { token, headers: stepUp, json });
  expect(await done()).toEqual([]);

  await save({ brand: { name: 'Kuda Cashpoint' } });
  expect(await done()).toEqual(['brand']);
  await save({ brand: { supportEmail: 'help@kuda.test' }, times: { payout: 'the same day' } });
  await save({ fees: { tiers: [{ overUsd: 0, percent: 2 }] } });
  expect(await done()).toEqual(['brand', 'supportEmail', 'hours', 'fees']);

  // An own address is not enough while a sample still receives.
  await testbed.rows('alter table deposit_wallets disable trigger user');
  await testbed.rows(`update deposit_wallets set is_sample = false where crypto_id = 'bitcoin'`);
  expect(await done()).not.toContain('addresses');
  await testbed.rows('update deposit_wallets set is_active = false where is_sample');
  await testbed.rows('update payment_methods set is_sample = false');
  expect(await done()).toEqual(['brand', 'supportEmail', 'hours', 'addresses', 'accounts', 'fees']);

  await completed(testbed.app.deps, await anOrder(testbed.app.deps, await aUser(testbed.database.pool)));
  expect(await done()).toContain('testOrder');
});
