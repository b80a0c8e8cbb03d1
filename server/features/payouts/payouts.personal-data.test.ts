import { expect, test } from 'vitest';
import { aUser } from '#tests/factories/orders.ts';
import { inEuro, payoutCalls } from '#tests/factories/payouts.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { exportPayoutsPersonalData } from './payouts.verify.service.ts';

const testbed = openTestbed({ RATE_LIMIT_FACTOR: '10000' });
const { app, database } = testbed;
const { aPayout, sendAlone } = payoutCalls(testbed);

test('a customer reads in their data export amount, time and account of each payout', async () => {
  const customer = await aUser(database.pool);
  const { id } = await aPayout(inEuro(), customer);
  await sendAlone(id);
  const exported = await exportPayoutsPersonalData(app.deps.db, { id: customer.userId });
  const paidTo = { method: 'bank' };
  expect(exported).toMatchObject([
    {
      kind: 'order',
      state: 'sent',
      amount: '93.02',
      currency: 'EUR',
      paidTo,
      attempts: [{ state: 'sent', paidTo, settledAt: null, returned: null }],
    },
  ]);
});
