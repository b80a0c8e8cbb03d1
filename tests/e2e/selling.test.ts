import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, chooseProof, field, fill, heading, press, tabTo } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { aCustomer, as, ask, customer } from './harness/users.ts';

test('a customer who sells XRP is paid by PayPal, and finds that account chosen in the next sale', async () => {
  const { user, page } = await customer('/sell?crypto=ripple&amount=1000&currency=EUR&step=3');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('radio', { name: 'PayPal' }).check({ force: true });
  await expect(page.getByLabel('Bank', { exact: true })).toHaveCount(0);
  await fill(page, { 'Account email': user.email, 'Account name': 'Ada Okafor' });
  await expectGoodInEveryAppearance(page, 'sell-3-paypal');
  await press(page, 'Lock rate and show address');
  await expect(page.getByRole('main')).toContainText('PayPal');
  const deposit = page.getByRole('region', { name: 'Where to send your coins' });
  await expect(deposit).toContainText('Send XRP on XRP Ledger only.');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await press(deposit, 'Copy amount');
  await expect.poll(copied).toBe('1000');
  await press(deposit, 'Copy destination tag');
  await expect.poll(copied).toMatch(/^\d+$/);
  await expect.poll(copied).not.toBe('1000');
  await expectGoodInEveryAppearance(page, 'sell-4-xrp');
  const dialog = await chooseProof(page);
  await press(dialog, /^Submit sale of/);
  await page.waitForURL(/&new/);
  const [order] = await ask<(PlacedOrder & { paymentDetails: unknown })[]>('GET', '/api/transactions', user);
  expect(order?.paymentDetails).toMatchObject({ method: 'paypal', bankName: 'PayPal', accountNumber: user.email });

  await page.goto('/sell?crypto=ripple&amount=50&currency=EUR&step=3');
  const savedAccount = page.getByRole('radio', { name: /^PayPal ad•••@customers\.test/ });
  await expect(savedAccount).toBeChecked();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectGoodInEveryAppearance(page, 'sell-3-saved');
  await page.getByRole('radio', { name: 'Use another account' }).check({ force: true });
  await expect(field(page, 'Account name')).toHaveValue('Ada Okafor');
  await savedAccount.check({ force: true });
  await press(page, 'Lock rate and show address');
  await expect(heading(page)).toHaveText('Send 50 XRP to this address');
});

test('a customer sells with the keyboard alone, and nothing covers the steps', async () => {
  const { user, page } = await customer('/sell');
  const { keyboard } = page;
  const tabToField = (role: 'textbox' | 'radio' | 'combobox' | 'searchbox', name: string | RegExp) =>
    tabTo(page, page.getByRole(role, { name }));
  const pressEnterOn = async (name: string) => {
    await tabTo(page, button(page, name));
    await keyboard.press('Enter');
  };
  await expect(button(page, 'Support chat')).toBeHidden();
  await press(page.getByRole('banner'), 'Help');
  await press(page.getByRole('dialog', { name: 'Help' }), /Assistant/);
  const assistant = page.getByRole('region', { name: 'Assistant' });
  await expect(assistant.getByRole('log')).toContainText('What would you like to know?');
  await expect(assistant.getByRole('link', { name: 'Login' })).toBeHidden();
  await press(assistant, 'Close the chat');
  await expect(assistant).toBeHidden();

  await expect(heading(page)).toHaveText('What are you selling?');
  await tabToField('searchbox', 'Search cryptocurrency');
  await keyboard.type('lite');
  await tabToField('radio', /Litecoin/);
  await keyboard.press('Space');
  await pressEnterOn('Continue with Litecoin');
  await expect(heading(page)).toBeFocused();
  await tabToField('textbox', 'You sell');
  await keyboard.type('1.5');
  await tabToField('combobox', 'Payout currency');
  await keyboard.type('kenya');
  await expect(page.getByRole('option', { name: /^KES / })).toBeVisible();
  await keyboard.press('Enter');
  await pressEnterOn('Continue with 1.5 LTC');
  await expect(heading(page)).toHaveText('Where should we send your KES?');
  await expect(heading(page)).toBeFocused();
  await tabToField('combobox', 'Bank');
  await keyboard.type('Bank of Nairobi');
  await tabToField('textbox', 'Account number');
  await keyboard.type('1234567890');
  await tabToField('textbox', 'Account name');
  await keyboard.type('Ada Okafor');
  await pressEnterOn('Lock rate and show address');
  await expect(heading(page)).toHaveText('Send 1.5 LTC to this address');
  await expect(heading(page)).toBeFocused();
  await pressEnterOn('Next: I’ve sent 1.5 LTC');
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await dialog.waitFor();
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Next: I’ve sent 1.5 LTC')).toBeFocused();
  await chooseProof(page);
  await pressEnterOn('Submit sale of 1.5 LTC');
  await page.waitForURL(/&new/);
  expect(await ask<PlacedOrder[]>('GET', '/api/transactions', user)).toHaveLength(1);
});

test('a customer with a long name and bank reads them whole in the order on a small phone', async () => {
  const user = await aCustomer();
  const paymentDetails = {
    method: 'bank',
    accountName: 'Oluwaseun Chukwuemeka Adebayo-Nwachukwu Ogunbanjo-Okonkwo the Third',
    accountNumber: 'MT84MALT011000012345MTLCAST001S',
    bankName: 'The Very Long-Established Commercial Savings and Credit Bank of the Coast',
  };
  const terms = { cryptoId: 'ripple', amount: 1234.567891, currency: 'VND', paymentDetails };
  const { id } = await placeSellOrder(user, terms);
  const page = await as(user, `/transactions?tx=${id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Rate, fee and account').click();
  await expect(dialog).toContainText(paymentDetails.accountName);
  await press(dialog, 'Show');
  await expect(dialog).toContainText(paymentDetails.accountNumber);
  await expectGoodInEveryAppearance(page, 'details-long');
});
