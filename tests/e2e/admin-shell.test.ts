import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, press, pressKey } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin, ask } from './harness/users.ts';

test('the administrator opens every page by the keyboard, and sees waiting work in the title', async () => {
  const customer = await aCustomer();
  const { page } = await admin('/admin/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(nav.getByRole('link', { name: 'Main Dashboard' })).toHaveAttribute('aria-current', 'page');

  await button(page, 'Find or do').waitFor();
  await pressKey(page, 'Control+k');
  const box = page.getByRole('combobox', { name: /^Screen, setting, reference/ });
  await expect(box).toBeFocused();
  await expectGoodInEveryAppearance(page, 'admin-command-menu');
  await box.fill('blog');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([/^Blog/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/blog$/);
  await expect(nav.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');

  await pressKey(page, 'Control+k');
  await box.fill(customer.email);
  await expect(page.getByRole('option', { name: customer.email, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/users\?user=/);
  await expect(page.getByRole('dialog')).toContainText(customer.email);

  await page.keyboard.press('Escape');
  await press(page, 'Find or do');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Find or do')).toBeFocused();

  await page.setViewportSize({ width: 1024, height: 768 });
  await placeSellOrder(customer);
  await expect(page).toHaveTitle(/^\(\d+\) List · Users/);
  const badge = nav.getByRole('link', { name: /^Transactions/ }).locator('.figures');
  await expect(badge).toBeVisible();
  check((await badge.boundingBox())?.width).toBeGreaterThan(10);
});

/** Ninety days of decided orders, as the daily stats store them. */
const ninetyDays = `
  insert into order_day_changes (day, kind, key, orders, value_usd, amount, fee)
  select (now() at time zone 'UTC')::date - n, k.kind, k.key, k.orders, (4000 + (n * 7919) % 9000) * k.part,
    k.orders * 1000, k.orders * 5
  from generate_series(0, 89) n cross join (values ('decided', 'completed', 9, 1.0), ('status', 'completed', 9, 1.0),
    ('status', 'rejected', 1, 0.1), ('asset', 'BTC', 5, 0.6), ('asset', 'USDT', 3, 0.3), ('asset', 'ETH', 1, 0.1),
    ('currency', 'NGN', 6, 0.66), ('currency', 'USD', 2, 0.24), ('currency', 'PHP', 1, 0.1))
     k(kind, key, orders, part)`;
const medians = `
  insert into order_day_medians (day, seconds, payouts)
  select (now() at time zone 'UTC')::date - n, 1800 + n * 40 + (n * 131) % 600, 9 from generate_series(1, 89) n
  on conflict (day) do update set seconds = excluded.seconds, payouts = excluded.payouts`;

test('the administrator reads every chart as a table too, and sees a new sale at once', async () => {
  await inTheDatabase(ninetyDays);
  await inTheDatabase(medians);
  const { page, user } = await admin('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview', level: 2 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total Volume' })).toContainText('USD');
  await expect(page.getByRole('region', { name: 'Total Transactions' })).toContainText('vs the 30 days before');
  await expect(page.getByRole('region', { name: 'Fees', exact: true })).toContainText('Completed in the last 30 days');
  await expect(page.getByRole('figure', { name: /was the busiest of 30 days/ })).toBeVisible();
  await expect(page.getByRole('figure', { name: /Median time to payout (fell|rose|is steady)/ })).toBeVisible();
  for (const title of [/of the volume$/, /of payouts$/, /^Median time/]) {
    await expect(page.getByRole('region', { name: title })).toContainText('· 30 days');
  }

  for (const toggle of await page.getByRole('button', { name: /show as table/ }).all()) await toggle.click();
  await expect(page.getByRole('rowheader', { name: 'NGN' }).first()).toBeVisible();
  await expectGoodInEveryAppearance(page, 'overview-tables');

  await press(page, '90 days');
  await expect(page).toHaveURL(/days=90/);
  await expect(page.getByRole('table', { name: /busiest of 90 days/ }).getByRole('row')).toHaveCount(91);

  // A new sale appears without a reload, and leads to its review.
  const pendingApprovals = page.getByRole('region', { name: 'Pending Approvals' });
  await expect(pendingApprovals).toBeVisible();
  await placeSellOrder(await aCustomer());
  // Other files sell and decide meanwhile, so the number is fetched again: the screen must eventually show it with this
  // sale.
  const isShown = async () => {
    const { needs } = await ask<{ needs: { orders: { count: number } } }>('GET', '/api/admin/overview', {
      token: user.token,
    });
    return pendingApprovals.getByText(String(needs.orders.count), { exact: true }).isVisible();
  };
  await expect.poll(isShown).toBe(true);
  const needsRegion = page.getByRole('region', { name: 'Needs you now' });
  await expect(needsRegion.getByText(/sample deposit addresses are shown to customers/)).toBeVisible();
  await needsRegion.getByRole('link', { name: /^Decide: .* orders? waits? for your decision/ }).click();
  await expect(page).toHaveURL(/\/admin\/transactions\?tx=/);
});

test('an administrator on a phone finds the way out of a dialog and its act in one row', async () => {
  const { page } = await admin('/admin/payouts?tab=accounts');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('combobox', { name: 'Money out' })).toHaveValue('accounts');
  await press(page, 'Add an account');
  const foot = page.locator('dialog [data-foot]');
  const parts = [foot, button(foot, 'Cancel'), button(foot, 'Save')];
  const [row, cancel, act] = await Promise.all(parts.map((part) => part.boundingBox()));
  if (!row || !cancel || !act) throw new Error('The foot of the dialog is not shown.');
  check(row.height).toBeLessThanOrEqual(70);
  check(cancel.y).toBe(act.y);
  check(Math.min(cancel.height, act.height)).toBeGreaterThanOrEqual(44);
  check(act.x + act.width).toBeCloseTo(row.width - 16, 0);
});
