import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { handInDocuments, reviewDocuments } from './harness/identity.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { fillBank } from './harness/sales.ts';
import { aCustomer, as, ask } from './harness/users.ts';

const note = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });
const overSale = 'Verify your identity to continue with this sale';
const overExchange = 'Verify your identity to continue with this exchange';

test('both wizards say what is left, refuse what another tab used meanwhile and lead to verification, and an approval lifts the limit on the open pages', async () => {
  const user = await aCustomer();
  const selling = await as(user, '/sell?crypto=bitcoin&amount=0.02&currency=USD');
  await expect(selling.getByText('You can sell or exchange $1,000.00 USD more without ID')).toBeVisible();
  await selling.getByLabel('You sell').fill('0.03');
  await expect(note(selling, overSale)).toContainText('You have $1,000.00 USD left');
  const verifySale = selling.getByRole('link', { name: 'Verify identity' });
  await expect(verifySale).toHaveAttribute('href', /^\/kyc\?next=%2Fsell/);
  await selling.setViewportSize({ width: 360, height: 740 });
  await expect(selling.getByText('We’ll keep your sale while you verify.')).toBeInViewport({ ratio: 1 });
  await expectGoodInEveryAppearance(selling, 'limit-sell');
  await selling.getByLabel('You sell').fill('0.02');
  await selling.getByRole('button', { name: 'Continue with 0.02 BTC' }).click();
  await fillBank(selling);
  await placeSellOrder(user, { amount: 0.02 });
  expectError(selling, /403 POST .*sell-quotes/);
  const lock = selling.getByRole('button', { name: 'Lock rate and show address' });
  await lock.click();
  await expect(note(selling, overSale)).toContainText('you have 217.09 USD left');
  await expect(verifySale).toHaveAttribute('href', /^\/kyc\?next=%2Fsell/);

  const exchanging = await as(user, '/fiat-exchange');
  await exchanging.getByRole('textbox', { name: 'You send' }).fill('700');
  await expect(note(exchanging, overExchange)).toContainText('You have $217.09 USD left');
  const verifyExchange = exchanging.getByRole('link', { name: 'Verify identity' });
  await expect(verifyExchange).toHaveAttribute('href', /^\/kyc\?next=%2Ffiat-exchange/);
  await expectGoodInEveryAppearance(exchanging, 'limit-exchange');

  await handInDocuments(user);
  await expect(note(exchanging, overExchange)).toBeVisible();
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expect(note(selling, overSale)).toBeHidden();
  await expect(note(exchanging, overExchange)).toBeHidden();
  await lock.click();
  await expect(selling.getByText('Send exactly')).toBeVisible();
  await placeSellOrder(user, { amount: 0.5 });
}, 120_000);

test('a customer above the limit gets no address, verifies, and is back at the same sale', async () => {
  const user = await aCustomer();
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  const { token } = user;
  const quote = await ask<{ quoteId: string }>('POST', '/api/sell-quotes', { token, body: terms });
  const page = await as(user, `/sell?quote=${quote.quoteId}`);
  await expect(page.getByText('Send exactly')).toBeVisible();
  await placeSellOrder(user, { amount: 0.02 });
  await page.reload();
  await expect(note(page, overSale)).toContainText('You have $217.09 USD left');
  await expect(page.getByText('Send exactly')).toBeHidden();
  await expect(page.getByRole('button', { name: /I’ve sent/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Verify identity' }).click();
  // From here on the screen receives what changes elsewhere.
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeVisible();
  await handInDocuments(user);
  await expect(page.getByText('It’s saved, and you can continue as soon as your identity is verified.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'limit-held');
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expect(page.getByText('It’s saved')).toBeHidden();
  await page.getByRole('link', { name: 'Back to your sale' }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();
});
