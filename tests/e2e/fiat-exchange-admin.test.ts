import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectVisible, fill, press, pressProven } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { administrator } from './harness/server.ts';
import { aCustomer, admin, ask, passSureTime, proveAgain } from './harness/users.ts';

type Row = Record<string, unknown>;

test('the administrator sets rates in place, confirms a distant one, and adds currencies', async () => {
  const { page, user } = await admin('/admin/dashboard?tab=fiat-exchange');
  expectError(page, /403 PUT .*fiat-exchange-rates/);
  await passSureTime(user);
  const customer = await aCustomer();
  const terms = { fromCurrency: 'HKD', toCurrency: 'PHP', amount: 100 };
  const quote = () => ask<Row>('POST', '/api/fiat-exchange/calculate', { token: customer.token, body: terms });
  const row = page.getByRole('row', { name: /HKD → PHP/ });
  await expect(page.getByText(/^Sample rates: \d+\./)).toBeVisible();

  await press(row, 'Edit HKD → PHP');
  const field = page.getByRole('textbox', { name: '1 HKD in PHP' });
  await field.fill('8.25');
  await expect(page.getByText(/\+\d+\.\d\d%/).first()).toBeVisible();
  await press(page, 'Save', true);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /Change this rate by \+/ })).toBeVisible();
  await press(dialog, 'Yes, set 1 HKD = 8.25 PHP');
  await proveAgain(page);
  await expect(page.getByRole('dialog', { name: /Change this rate/ })).toBeHidden();
  await expectVisible(row.getByText('1 HKD = 8.25 PHP'), row.getByText(/There and back gains \+/));
  check(await quote()).toMatchObject({ exchangeRate: 8.25, outputAmount: 825, source: 'manual' });

  await press(row, 'More for HKD → PHP');
  await press(row, 'Delete HKD → PHP');
  await press(dialog, 'Delete HKD → PHP');
  await expect(row).toBeHidden();
  const add = page.getByRole('form', { name: 'Add an exchange rate' });
  await add.getByRole('combobox', { name: 'From' }).selectOption('HKD');
  await add.getByRole('combobox', { name: 'To' }).selectOption('PHP');
  await add.getByRole('textbox', { name: 'Rate' }).fill('7.5');
  await press(add, 'Add rate');
  await expect(page.getByText('Fiat exchange rate added successfully').first()).toBeVisible();
  await expect(row.getByText('1 HKD = 7.50 PHP')).toBeVisible();

  await page.getByRole('link', { name: 'Fiat Currencies' }).first().click();
  const codes = page.getByRole('row').filter({ hasText: /USD|PHP|NGN|HKD/ });
  await expect(codes.first()).toContainText('USD');
  await press(page, 'Move USD down');
  await expect(codes.first()).toContainText('PHP');
  await press(page, 'Move USD up');
  await expect(codes.first()).toContainText('USD');
  // A control without effect is shown as disabled.
  await expect(button(page, 'Move USD up')).toHaveCSS('opacity', '0.4');
  await expect(button(page, 'Move USD down')).toHaveCSS('opacity', '1');

  await press(page, 'Add currency');
  await fill(dialog, { Code: 'ghs', Symbol: '₵', Name: 'Ghanaian Cedi' });
  await press(dialog, 'Create currency');
  await expect(page.getByRole('row', { name: /GHS/ })).toContainText('Ghanaian Cedi');
});

test('the administrator adds an account, and customers see the preview’s lines', async () => {
  const { page, user } = await admin('/admin/dashboard?tab=payment-methods');
  const customer = await aCustomer();
  await expect(page.getByText(/^Sample accounts: \d+\./)).toBeVisible();

  await press(page, 'Add payment method');
  await expect(button(page, 'Create payment method')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('HKD');
  await expect(page.getByRole('textbox', { name: 'Country' })).toHaveValue('HK');
  await fill(page, { Name: 'hkd-second', 'Display name': 'Harbour Bank, FPS' });
  await fill(page, { 'Value 1': 'Harbour Bank of Hong Kong Limited', 'Value 3': '123-456789-001' });
  const preview = page.getByRole('complementary', { name: 'What customers will see' });
  await expect(preview.getByText('123-456789-001')).toBeVisible();
  await press(page, 'Edit as JSON or text');
  await expect(page.getByRole('textbox', { name: 'JSON or text' })).toHaveValue(/"Bank name": "Harbour Bank/);
  await expectGoodInEveryAppearance(page, 'admin-method-form');
  await press(page, 'Create payment method');

  const dialog = page.getByRole('dialog', { name: 'Add Harbour Bank, FPS?' });
  expectError(page, /401 POST .*step-up|403 POST .*payment-methods/);
  await passSureTime(user);
  await press(dialog, 'Add this account');
  const prompt = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await pressProven(prompt, 'Continue', 'not this one');
  await expect(prompt.getByText('That password isn’t right. Please try again.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-step-up');
  await proveAgain(page);
  await expect(page.getByText('Payment method created successfully').first()).toBeVisible();
  await readMail(administrator.email, /receiving account/);

  const seenMethods = () => ask<Row[]>('GET', '/api/payment-methods?currency=HKD', { token: customer.token });
  check(await seenMethods()).toContainEqual(
    check.objectContaining({
      displayName: 'Harbour Bank, FPS',
      accountDetails: { 'Bank name': 'Harbour Bank of Hong Kong Limited', 'Account number': '123-456789-001' },
    }),
  );
  await press(page, 'HKD', true);
  await expect(page.getByRole('row', { name: /Philippine/ })).toBeHidden();
  await press(page, 'Edit Harbour Bank, FPS');
  const number = page.getByRole('textbox', { name: 'Value 2' });
  await expect(number).toHaveValue('123-456789-001');
  await page.reload();
  await number.fill('987-654321-001');
  await press(page, 'Save changes');
  const change = page.getByRole('dialog', { name: 'Change Harbour Bank, FPS?' });
  await expectVisible(change.getByText('123-456789-001'), change.getByText('987-654321-001'));
  await expect(change.getByText('Harbour Bank of Hong Kong Limited')).toBeHidden();
  await press(change, 'Cancel');
  await page.goto('/admin/dashboard?tab=payment-methods');
  await press(page, 'More for Harbour Bank, FPS');
  await press(page, 'Delete Harbour Bank, FPS');
  const remove = page.getByRole('dialog', { name: 'Delete Harbour Bank, FPS?' });
  await press(remove, 'Delete this account', true);
  await expect(page.getByRole('row', { name: /Harbour Bank/ })).toBeHidden();
});
