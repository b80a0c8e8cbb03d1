import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

type Guide = { steps: { id: string; state: string }[] };

test('the set-up guide comes to its end: each step is shown by the data, looked at or skipped', async () => {
  const { token } = await theAdmin(testbed.app);
  const inState = (guide: unknown, wanted: string) =>
    (guide as Guide).steps.filter(({ state }) => state === wanted).map(({ id }) => id);
  const read = async () => (await testbed.app.call('GET', '/api/admin/setup', { token })).body;
  const mark = async (step: string, state: string) =>
    (await testbed.app.call('PUT', `/api/admin/setup/${step}`, { token, json: { state } })).body;
  expect(inState(await read(), 'open')).toHaveLength(9);

  // Fees that are right need no change, and a mail that never left is not proven by a claim.
  expect(inState(await mark('fees', 'done'), 'done')).toEqual(['fees']);
  expect(inState(await mark('mail', 'done'), 'done')).toEqual(['fees']);
  await testbed.app.call('POST', '/api/admin/setup/mail', { token });
  await expect.poll(async () => inState(await read(), 'done')).toEqual(['mail', 'fees']);

  // An own address is not enough while a sample still receives.
  await testbed.rows('alter table deposit_wallets disable trigger user');
  await testbed.rows(`update deposit_wallets set is_sample = false where crypto_id = 'bitcoin'`);
  await testbed.rows('update payment_methods set is_sample = false');
  expect(inState(await read(), 'done')).not.toContain('addresses');
  await testbed.rows('update deposit_wallets set is_active = false where is_sample');
  expect(inState(await read(), 'done')).toEqual(['mail', 'addresses', 'fees']);

  for (const step of ['secondFactor', 'brand', 'rates', 'currencies', 'terms', 'team']) await mark(step, 'skipped');
  expect(inState(await read(), 'open')).toEqual([]);
  expect(inState(await mark('rates', 'open'), 'open')).toEqual(['rates']);
});
