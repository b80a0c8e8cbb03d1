import { expect, test } from 'vitest';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { aSeller, plainOrder, submit } from '#tests/factories/sales.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();
const noticesOf = async (reference: string) =>
  (await testbed.mailbox.to(adminEmail)).filter(({ data }) => data.reference === reference);

test('the administrator is told of a sale by mail, without a word about the bank, until its settings say not to', async () => {
  const ada = await aSeller(testbed.app, testbed.database.pool);
  const sold = await submit(testbed.app, ada, plainOrder());
  const [notice, ...more] = await noticesOf(sold.body.reference);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({
    template: 'new_order_notice',
    data: { id: sold.body.id, gives: '0.01 BTC', pays: '371.88 USD', kind: 'sell' },
  });
  expect(JSON.stringify(notice)).not.toContain(sold.body.paymentDetails?.accountNumber);

  const { token, stepUp } = await theAdmin(testbed.app);
  const json = { rules: { newOrderMail: false } };
  expect((await testbed.app.call('PUT', '/api/admin/settings', { token, headers: stepUp, json })).status).toBe(200);
  const next = await submit(testbed.app, ada, plainOrder());
  expect(next.status).toBe(201);
  expect(await noticesOf(next.body.reference)).toEqual([]);
});
