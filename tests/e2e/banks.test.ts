import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { field, heading, pickCurrency, press, tabTo } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { ask, customer } from './harness/users.ts';

const bank = (page: Page) => page.getByRole('combobox', { name: 'Bank', exact: true });
const code = (page: Page) => field(page, /^Bank code \(3 digits\)/);
const numberProblem = 'This is not a number of GTBank. Check the bank and each digit.';

test('a customer finds the bank by the keyboard, with its code, and reads that the number is wrong', async () => {
  const { user, page } = await customer('/sell?crypto=ripple&amount=100&currency=NGN&step=3');
  await expect(code(page)).toBeVisible();
  await tabTo(page, bank(page));
  await page.keyboard.type('gtb');
  await expect(page.getByRole('option', { name: 'GTBank' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bank(page)).toHaveValue('GTBank');
  await expect(bank(page)).toHaveAccessibleDescription('Bank code 058');
  await expect(code(page)).toHaveCount(0);
  await tabTo(page, field(page, 'Account number'));
  await page.keyboard.type('0152792741');
  await expect(page.getByText(numberProblem)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(page.getByText(numberProblem)).toBeVisible();
  await expect(field(page, 'Account number')).toHaveAccessibleDescription(new RegExp(numberProblem));
  await expectGoodInEveryAppearance(page, 'sell-3-bank-listed');

  // The draft restores both.
  await page.reload();
  await expect(bank(page)).toHaveValue('GTBank');
  await expect(code(page)).toHaveCount(0);
  await expect(page.getByText(numberProblem)).toBeVisible();
  await field(page, 'Account number').fill('0152792740');
  await field(page, 'Account name').fill('Ada Okafor');
  await expect(page.getByText(numberProblem)).toHaveCount(0);
  await press(page, 'Lock rate and show address');
  await expect(heading(page)).toHaveText('Send 100 XRP to this address');

  await ask('POST', '/api/payout-accounts', {
    token: user.token,
    body: { currency: 'NGN', bankName: 'GTBank', accountNumber: '0152792740', accountName: 'Ada Okafor' },
  });
  await page.goto('/sell?crypto=ripple&amount=50&currency=NGN&step=3');
  await expect(page.getByRole('radio', { name: /^GTBank/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Use another account' }).check({ force: true });
  await bank(page).fill('ZENITH  bank');
  await field(page, 'Account name').focus();
  await expect(bank(page)).toHaveValue('Zenith Bank');
  await expect(code(page)).toHaveCount(0);
  await bank(page).fill('Lagos Building Society');
  await field(page, 'Account name').focus();
  await expect(code(page)).toBeVisible();
  await code(page).fill('900');
  await expectGoodInEveryAppearance(page, 'sell-3-bank-other');
  await page.getByRole('radio', { name: /^GTBank/ }).check({ force: true });
  await press(page, 'Lock rate and show address');
  await expect(heading(page)).toHaveText('Send 50 XRP to this address');
});

test('a customer adds an account in Mexico, and reads that its number is one of another bank', async () => {
  const { user, page } = await customer('/profile?tab=payout');
  await press(page, 'Add an account');
  const dialog = page.getByRole('dialog', { name: 'Add an account' });
  await pickCurrency(dialog, 'MXN');
  const bankField = dialog.getByRole('combobox', { name: 'Bank', exact: true });
  await bankField.fill('banorte');
  await dialog.getByRole('textbox', { name: 'CLABE' }).fill('032180000118359719');
  await dialog.getByRole('textbox', { name: 'Account name' }).focus();
  await expect(bankField).toHaveValue('Banorte');
  await expect(dialog.getByText('This is not a number of Banorte. Check the bank and each digit.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'profile-account-clabe');
  await dialog.getByRole('textbox', { name: 'CLABE' }).fill('072180000118359711');
  await dialog.getByRole('textbox', { name: 'Account name' }).focus();
  await expect(dialog.getByText(/^This is not a number of/)).toHaveCount(0);
  await press(dialog, 'Save account');
  await expect(dialog).toHaveCount(0);
  const [savedAccount] = await ask<{ bankCode?: string }[]>('GET', '/api/payout-accounts', user);
  expect(savedAccount?.bankCode).toBe('072');
});
