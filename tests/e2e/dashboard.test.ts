import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { customer } from './harness/users.ts';

test('a customer finds a coin by its name or symbol and begins to sell it from its card', async () => {
  const { page } = await customer('/dashboard');
  const main = page.getByRole('main');
  const cards = main.getByRole('article');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Live Crypto Rates');
  await expect(main).toContainText('Updated every 60 seconds');
  await expect(cards).toHaveCount(9);
  await expect(cards.filter({ hasText: 'XRP' })).toContainText('−1.92%');
  await expect(cards.filter({ hasText: 'Litecoin' })).toContainText('+0.62%');
  await expectGoodInEveryAppearance(page, 'dashboard');

  const search = page.getByRole('searchbox', { name: 'Search cryptocurrency' });
  await search.fill('bitC');
  await expect(cards).toHaveCount(2);
  await search.fill('usdt');
  await expect(cards).toHaveCount(2);
  await search.fill('dogecoin');
  await expect(main.getByText('No cryptocurrencies found')).toBeVisible();
  await expect(main.getByText('No cryptocurrencies match your search query')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'dashboard-none');
  await main.getByRole('button', { name: 'Clear Search' }).click();
  await expect(cards).toHaveCount(9);
  await expect(main.getByRole('heading', { name: 'Ready to Sell?' })).toBeVisible();

  await cards.filter({ hasText: 'XRP' }).getByRole('link', { name: 'Sell XRP' }).click();
  await page.waitForURL('/sell?crypto=ripple');
  await expect(page.getByRole('combobox', { name: 'Cryptocurrency' })).toHaveValue('ripple');
});
