import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { chooseProof, fillBank } from './harness/sales.ts';
import { aCustomer, as, ask, customer } from './harness/users.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a customer who sells XRP copies the amount and the destination tag', async () => {
  const { page } = await customer('/sell?crypto=ripple&amount=1000&currency=KES&step=3');
  await fillBank(page);
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  const deposit = page.getByRole('region', { name: 'Where to send your coins' });
  await expect(deposit).toContainText('Send XRP on XRP Ledger only.');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await deposit.getByRole('button', { name: 'Copy amount' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1000');
  await deposit.getByRole('button', { name: 'Copy destination tag' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+$/);
  await expectGoodInEveryAppearance(page, 'sell-4-xrp');
});

test('a customer is paid by PayPal, and finds that account chosen at the next sale', async () => {
  const { user, page } = await customer('/sell?crypto=ripple&amount=100&currency=EUR&step=3');
  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
  await expect(page.getByLabel('Bank', { exact: true })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Account email' }).fill(user.email);
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  await expectGoodInEveryAppearance(page, 'sell-3-paypal');
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await expect(page.getByRole('main')).toContainText('PayPal');
  const dialog = await chooseProof(page);
  await dialog.getByRole('button', { name: 'Submit sale of 100 XRP' }).click();
  await page.waitForURL(/submitted=/);
  const [order] = await ask<(PlacedOrder & { paymentDetails: unknown })[]>('GET', '/api/transactions', user);
  expect(order?.paymentDetails).toMatchObject({ method: 'paypal', bankName: 'PayPal', accountNumber: user.email });

  await page.goto('/sell?crypto=ripple&amount=50&currency=EUR&step=3');
  await expect(page.getByRole('radio', { name: /^PayPal ad•••@customers\.test/ })).toBeChecked();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectGoodInEveryAppearance(page, 'sell-3-saved');
  await page.getByRole('radio', { name: 'Use another account' }).check({ force: true });
  await expect(page.getByRole('textbox', { name: 'Account name' })).toHaveValue('Ada Okafor');
  await page.getByRole('radio', { name: /^PayPal ad/ }).check({ force: true });
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await expect(heading(page)).toHaveText('Send 50 XRP to this address');
});

test('a customer sells with the keyboard alone', async () => {
  const { user, page } = await customer('/sell');
  const { keyboard } = page;
  const tabTo = async (name: string | RegExp, role: 'button' | 'textbox' | 'radio' | 'combobox' | 'searchbox') => {
    const aim = page.getByRole(role, { name }).first();
    await aim.waitFor();
    for (let presses = 0; presses < 40; presses++) {
      if (await aim.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${String(name)}`);
  };
  await expect(heading(page)).toHaveText('What are you selling?');
  await tabTo('Search cryptocurrency', 'searchbox');
  await keyboard.type('lite');
  await tabTo(/Litecoin/, 'radio');
  await keyboard.press('Space');
  await tabTo('Continue with Litecoin', 'button');
  await keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  await tabTo('You sell', 'textbox');
  await keyboard.type('1.5');
  await tabTo('Payout currency', 'combobox');
  await keyboard.type('kenya');
  await keyboard.press('Enter');
  await tabTo('Continue with 1.5 LTC', 'button');
  await keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Where should we send your KES?');
  await tabTo('Bank', 'combobox');
  await keyboard.type('Bank of Nairobi');
  await tabTo('Account number', 'textbox');
  await keyboard.type('1234567890');
  await tabTo('Account name', 'textbox');
  await keyboard.type('Ada Okafor');
  await tabTo('Lock rate and show address', 'button');
  await keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Send 1.5 LTC to this address');
  await expect(heading(page)).toBeFocused();
  await tabTo('Next: I’ve sent 1.5 LTC', 'button');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await dialog.waitFor();
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next: I’ve sent 1.5 LTC' })).toBeFocused();
  await chooseProof(page);
  await tabTo('Submit sale of 1.5 LTC', 'button');
  await keyboard.press('Enter');
  await page.waitForURL(/submitted=/);
  expect(await ask<PlacedOrder[]>('GET', '/api/transactions', user)).toHaveLength(1);
});

test('a customer whose long name and bank stand in the order reads them whole on a small phone', async () => {
  const user = await aCustomer();
  const paymentDetails = {
    method: 'bank',
    accountName: 'Oluwaseun Chukwuemeka Adebayo-Nwachukwu Ogunbanjo-Okonkwo the Third',
    accountNumber: 'MT84MALT011000012345MTLCAST001S',
    bankName: 'The Very Long-Established Commercial Savings and Credit Bank of the Coast',
  };
  const { id } = await placeSellOrder(user, {
    cryptoId: 'ripple',
    amount: 1234.567891,
    currency: 'VND',
    paymentDetails,
  });
  const page = await as(user, `/transactions?tx=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(paymentDetails.accountName);
  await dialog.getByRole('button', { name: 'Show' }).click();
  await expect(dialog).toContainText(paymentDetails.accountNumber);
  await expectGoodInEveryAppearance(page, 'details-long');
});
