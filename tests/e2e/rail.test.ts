import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expectTexts, heading, tabTo } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { admin } from './harness/users.ts';

/** Each entry with its tabs and their addresses. */
const entries = {
  'Coins in': { 'Open Quotes': '/admin/sell-quotes', Unmatched: '/admin/unmatched', Refunds: '/admin/refunds' },
  'Money out': { Statements: '/admin/statements', 'Desk accounts': '/admin/payouts?tab=accounts' },
  Prices: {
    Market: '/admin/prices',
    'Fiat Exchange': '/admin/fiat-exchange',
    'Fiat Currencies': '/admin/fiat-currencies',
    'Held Rates': '/admin/held-rates',
  },
  'Wallet Settings': {
    Addresses: '/admin/wallets',
    Receiving: '/admin/deposit-sources',
    'Payment Methods': '/admin/payment-methods',
  },
} as const;

test('the administrator opens each screen of an entry by keyboard, and again after a reload', async () => {
  const { page } = await admin('/admin/settings');
  const rail = page.getByRole('navigation', { name: 'Main', exact: true });
  for (const [entry, tabs] of Object.entries(entries)) {
    const link = rail.getByRole('link', { name: new RegExp(`^${entry}`) });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(entry);
    await expect(link).toHaveAttribute('aria-current', 'page');
    const strip = page.getByRole('navigation', { name: entry, exact: true });
    for (const [name, address] of Object.entries(tabs)) {
      const tab = strip.getByRole('link', { name: new RegExp(`^${name}`) });
      await tabTo(page, tab);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${address.replace('?', '\\?')}$`));
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(heading(page)).toHaveText(entry);
    }
    await page.reload();
    const lastTab = Object.keys(tabs).at(-1) ?? '';
    await expect(strip.getByRole('link', { name: new RegExp(`^${lastTab}`) })).toHaveAttribute('aria-current', 'page');
    await expect(heading(page)).toHaveText(entry);
    await expectGoodInEveryAppearance(page, `rail-${entry.toLowerCase().replace(' ', '-')}`);
  }
});

test('the administrator follows earlier addresses, and reads the fifteen entries of the sidebar', async () => {
  const { page } = await admin('/admin/dashboard?tab=fiat-exchange');
  const rail = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(heading(page)).toHaveText('Main Dashboard');
  // The sidebar marks the page that the heading names.
  await expect(rail.getByRole('link', { name: 'Main Dashboard' })).toHaveAttribute('aria-current', 'page');
  await expectTexts(
    rail,
    'Main Dashboard',
    'Transactions',
    'Coins in',
    'Money out',
    'KYC',
    'Agent Chat',
    'Prices',
    'Wallet Settings',
  );
  await expectTexts(rail, 'Books', 'Users', 'Blog', 'Team', 'System Settings', 'Audit log');
  for (const formerName of ['Open Quotes', 'Unmatched', 'Statements', 'Held Rates', 'Receiving', 'Payment Methods']) {
    await expect(rail.getByRole('link', { name: formerName })).toHaveCount(0);
  }
  await page.goto('/admin/statements?state=unmatched');
  await expect(heading(page)).toHaveText('Money out');
  await expect(rail.getByRole('link', { name: /^Money out/ })).toHaveAttribute('aria-current', 'page');
});
