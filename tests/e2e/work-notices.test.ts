import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin } from './harness/users.ts';

test('an administrator on any screen sees in the title and on the narrow sidebar that new work waits', async () => {
  const { page } = await admin('/admin/users');
  await page.setViewportSize({ width: 1024, height: 768 });
  await placeSellOrder(await aCustomer());
  await expect(page).toHaveTitle(/^\(\d+\) Users/);
  const entry = page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: /^Transactions/ });
  const badge = entry.locator('.figures');
  await expect(badge).toBeVisible();
  expect((await badge.boundingBox())?.width).toBeGreaterThan(10);

  await page.goto('/admin/account');
  const sound = page.getByRole('switch', { name: 'Play a sound for new work' });
  await expect(sound).not.toBeChecked();
  await sound.click();
  await expect(sound).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Show desktop notifications' })).not.toBeChecked();
});
