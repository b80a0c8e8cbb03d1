import { expect as check, test } from 'vitest';
import { expect } from './harness/expect.ts';
import { aCustomer, admin, anAdmin, ask, stepUpOf } from './harness/users.ts';

type Listed = { id: string }[];

test('the administrator finds who did what, follows one user through the log, and sees that it is sealed', async () => {
  const customer = await aCustomer();
  const account = await anAdmin();
  const [user] = await ask<Listed>('GET', `/api/admin/users?q=${encodeURIComponent(customer.email)}`, account);
  await ask('POST', `/api/admin/users/${user?.id}/block`, {
    token: account.token,
    stepUp: await stepUpOf(account),
    body: { reason: 'Stolen proof of payment' },
  });

  const { page } = await admin('/admin/audit-log');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(page.getByText(/rows are sealed/)).toBeVisible();
  // Other tests block their own users meanwhile.
  const blocked = rows
    .filter({ hasText: 'Blocked the user', has: page.getByTitle(user?.id ?? '', { exact: true }) })
    .first();
  await expect(blocked).toContainText(account.email);
  await blocked.getByText('Reason: Stolen proof of payment').click();
  await expect(blocked.getByRole('definition').first()).toBeVisible();
  // No column is cut by the edge of the table.
  const table = page.getByRole('region', { name: 'Audit log' });
  check(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);

  await expect(blocked.getByRole('button', { name: `Copy the ID ${user?.id}` })).toBeVisible();
  await blocked.getByRole('link', { name: 'Everything done to this' }).click();
  await expect(page).toHaveURL(/subjectId=/);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();

  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(page.getByText(/^Verified .* rows, no difference\.$/)).toBeVisible();

  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Action' }).selectOption('auth');
  await expect(rows.filter({ hasText: 'Blocked the user' })).toHaveCount(0);
  await filters.getByRole('combobox', { name: 'Actor' }).selectOption('visitor');
  await filters.getByRole('button', { name: 'Show the list' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, email or id' }).fill('nobody is called so');
  await expect(page).toHaveURL(/[?&]q=nobody/); // Once the typing has paused.
  await expect(page.getByRole('heading', { name: 'Nothing recorded' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/[?&](q|action|actor)=/);
  await expect(page.getByRole('searchbox', { name: 'Search by name, email or id' })).toHaveValue('');
  await expect(rows.nth(1)).toBeVisible();
}, 120_000);
