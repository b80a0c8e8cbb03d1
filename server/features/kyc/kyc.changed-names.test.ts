import { expect, test } from 'vitest';
import { kycRequestDetails } from '#shared/kyc/kyc.contract.ts';
import { adminOrderDetails } from '#shared/orders/orders.contract.ts';
import { theAdmin } from '#tests/factories/exchanges.ts';
import { decide, requestOf, submitDocuments } from '#tests/factories/kyc.ts';
import { aSeller, plainOrder, submit } from '#tests/factories/sales.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed();

const admin = fixture(() => theAdmin(testbed.app));

test('the administrator is warned at the identity and at every order of a customer who changed their name after the check', async () => {
  const { app } = testbed;
  const ada = await aSeller(app, testbed.database.pool, { kyc: 'none' });
  await submitDocuments(app, ada);
  const { id } = await requestOf(app, admin.token, ada);
  await decide(app, admin.token, id);
  const order = (await submit(app, ada, plainOrder())).body;
  const rename = (json: object) => app.call('PUT', '/api/profile', { token: ada.token, json });
  const warnings = async () => {
    const request = await app.call('GET', `/api/admin/kyc-requests/${id}`, { token: admin.token });
    const review = await app.call('GET', `/api/admin/transactions/${order.id}`, { token: admin.token });
    const { nameAtCheck } = kycRequestDetails.parse(request.body);
    return [nameAtCheck?.name, adminOrderDetails.parse(review.body).customer.nameAtCheck?.name];
  };

  expect(await warnings()).toEqual([undefined, undefined]);
  await rename({ mobileNumber: '+2348031234568' });
  expect(await warnings()).toEqual([undefined, undefined]);
  await rename({ lastName: 'Mallory' });
  expect(await warnings()).toEqual(['Ada Obi', 'Ada Obi']);
  await rename({ lastName: 'Obi' });
  expect(await warnings()).toEqual([undefined, undefined]);
});
