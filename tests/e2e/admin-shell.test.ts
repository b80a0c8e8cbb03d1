import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { aCustomer, admin } from './harness/users.ts';

test('the administrator goes anywhere and finds anybody by the keyboard alone', async () => {
  const customer = await aCustomer();
  const { page } = await admin('/admin/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(nav.getByRole('link', { name: 'Main Dashboard' })).toHaveAttribute('aria-current', 'page');

  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Screen, order reference, name or email' });
  await expect(box).toBeFocused();
  await expectGoodInEveryAppearance(page, 'admin-command-menu');
  await box.fill('blo');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Blog/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=blog/);
  await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');

  await page.keyboard.press('Control+k');
  await box.fill(customer.email);
  await expect(page.getByRole('option', { name: customer.email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\?user=/);
  await expect(page.getByRole('dialog').getByText(customer.email).first()).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search or go to' }).click();
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Search or go to' })).toBeFocused();
}, 90_000);
