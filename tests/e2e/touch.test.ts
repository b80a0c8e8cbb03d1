import { expect as check, test } from 'vitest';
import { waitUntilIdle } from '#tests/screens/appearance.ts';
import { lostFocus, smallTargets } from '#tests/screens/measurements.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, anAdmin, as } from './harness/users.ts';

test('an administrator on a phone hits and sees each control of the queue', async () => {
  const { reference } = await placeSellOrder(await aCustomer());
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const page = await as(await anAdmin(), `/admin/transactions?view=table&q=${reference}`, phone);
  await expect(page.getByRole('checkbox', { name: `Choose ${reference}` })).toBeVisible();
  await waitUntilIdle(page);
  check(await smallTargets(page, 24)).toEqual([]);
  check(await lostFocus(page)).toEqual([]);
});

test('an administrator on a touch screen opens a customer by the arrow of the row', async () => {
  const { email } = await aCustomer();
  const page = await as(await anAdmin(), `/admin/users?q=${encodeURIComponent(email)}`, { hasTouch: true });
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByRole('link')
    .tap();
  await expect(page.getByRole('dialog').getByText(email).first()).toBeVisible();
});
