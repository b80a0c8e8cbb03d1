import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { handInDocuments } from './harness/identity.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, as, ask, proveAgain, type TestUser } from './harness/users.ts';

/** An admin approves this user's documents, in a window of its own. */
async function approveAsAdmin({ email }: TestUser): Promise<void> {
  const { page } = await admin(`/admin/kyc?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: 'Ada Okafor' }).click();
  await page.getByRole('button', { name: 'Document matches' }).click();
  await page.getByRole('button', { name: 'Approve Ada Ngozi Okafor' }).click();
  await proveAgain(page);
  await expect(page.getByText('KYC request approved successfully').first()).toBeVisible();
}

const note = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });
const overSale = 'Verify your identity to continue with this sale';
const overExchange = 'Verify your identity to continue with this exchange';

test('both wizards say what is left and lead to verification, and an approval lifts the limit on the open pages', async () => {
  const user = await aCustomer();
  await placeSellOrder(user, { amount: 0.01 });
  const selling = await as(user, '/sell?crypto=bitcoin&amount=0.005&currency=USD');
  await expect(selling.getByText('You can sell or exchange $608.55 USD more without ID')).toBeVisible();
  await selling.getByLabel('You sell').fill('0.02');
  await expect(note(selling, overSale)).toContainText('You have $608.55 USD left');
  await expect(selling.getByRole('link', { name: 'Verify identity' })).toHaveAttribute('href', /^\/kyc\?next=%2Fsell/);
  const go = selling.getByRole('button', { name: 'Continue with 0.02 BTC' });
  await expectGoodInEveryAppearance(selling, 'limit-sell');
  await selling.setViewportSize({ width: 360, height: 740 });
  await expect(selling.getByText('We’ll keep your sale while you verify.')).toBeInViewport({ ratio: 1 });

  const exchanging = await as(user, '/fiat-exchange');
  await exchanging.getByRole('textbox', { name: 'You send' }).fill('700');
  await expect(note(exchanging, overExchange)).toContainText('You have $608.55 USD left');
  const verify = exchanging.getByRole('link', { name: 'Verify identity' });
  await expect(verify).toHaveAttribute('href', /^\/kyc\?next=%2Ffiat-exchange/);
  await expectGoodInEveryAppearance(exchanging, 'limit-exchange');

  await handInDocuments(user);
  await expect(note(selling, overSale)).toBeVisible();
  await approveAsAdmin(user);
  await expect(note(selling, overSale)).toBeHidden();
  await expect(note(exchanging, overExchange)).toBeHidden();
  await go.click();
  await expect(selling.getByRole('heading', { name: /Where should we send your USD/ })).toBeVisible();
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
  await approveAsAdmin(user);
  await expect(page.getByText('It’s saved')).toBeHidden();
  await page.getByRole('link', { name: 'Back to your sale' }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();
});

test('where another tab used the room meanwhile, holding a rate is refused with the way to verification', async () => {
  const user = await aCustomer();
  const page = await as(user, '/sell?crypto=bitcoin&amount=0.02&currency=USD');
  await page.getByRole('button', { name: 'Continue with 0.02 BTC' }).click();
  await page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of Nigeria');
  await page.getByLabel('Account number').fill('0123884421');
  await page.getByLabel('Account name').fill('Ada Okafor');
  await placeSellOrder(user, { amount: 0.02 });
  expectError(page, /403 POST .*sell-quotes/);
  await page.getByRole('button', { name: /Lock rate and show address/ }).click();
  await expect(note(page, overSale)).toContainText('you have 217.09 USD left');
  await expect(page.getByRole('link', { name: 'Verify identity' })).toHaveAttribute('href', /^\/kyc\?next=%2Fsell/);
  await expectGoodInEveryAppearance(page, 'limit-hold-refused');
  await handInDocuments(user);
  await approveAsAdmin(user);
  await expect(note(page, overSale)).toBeHidden();
  await page.getByRole('button', { name: /Lock rate and show address/ }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();
});
