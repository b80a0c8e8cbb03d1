import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { administrator } from './harness/server.ts';
import { aCustomer, admin, ask, proveAgain } from './harness/users.ts';

type Row = Record<string, unknown>;

test('the administrator sets rates: in place, confirmed when far off, switched, added and deleted; and orders and adds currencies', async () => {
  const { page } = await admin('/admin/dashboard?tab=fiat-exchange');
  const customer = await aCustomer();
  const terms = { fromCurrency: 'HKD', toCurrency: 'PHP', amount: 100 };
  const quote = () => ask<Row>('POST', '/api/fiat-exchange/calculate', { token: customer.token, body: terms });
  const row = page.getByRole('row', { name: /HKD → PHP/ });
  await expect(row.getByText('Sample')).toBeVisible();

  await row.getByRole('button', { name: 'Edit HKD → PHP' }).click();
  const field = page.getByRole('textbox', { name: '1 HKD in PHP' });
  await field.fill('8.25');
  await expect(page.getByText(/\+\d+\.\d\d%/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /Change this rate by \+/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, set 1 HKD = 8.25 PHP' }).click();
  await proveAgain(page);
  await expect(page.getByRole('dialog', { name: /Change this rate/ })).toBeHidden();
  await expect(row.getByText('1 HKD = 8.25 PHP')).toBeVisible();
  await expect(row.getByText(/There and back gains \+/)).toBeVisible();
  check(await quote()).toMatchObject({ exchangeRate: 8.25, outputAmount: 825, source: 'desk' });

  await row.getByRole('switch', { name: 'HKD → PHP quoted to customers' }).click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await check(quote()).rejects.toThrow('Failed to calculate exchange rate');

  await row.getByRole('button', { name: 'Delete HKD → PHP' }).click();
  await dialog.getByRole('button', { name: 'Delete HKD → PHP' }).click();
  await expect(row).toBeHidden();

  const add = page.getByRole('form', { name: 'Add an exchange rate' });
  await add.getByRole('combobox', { name: 'From' }).selectOption('HKD');
  await add.getByRole('combobox', { name: 'To' }).selectOption('PHP');
  await add.getByRole('textbox', { name: 'Rate' }).fill('7.5');
  await add.getByRole('button', { name: 'Add rate' }).click();
  await expect(page.getByText('Fiat exchange rate added successfully').first()).toBeVisible();
  await expect(row.getByText('1 HKD = 7.50 PHP')).toBeVisible();

  await page.getByRole('link', { name: 'Fiat Currencies' }).first().click();
  const codes = page.getByRole('row').filter({ hasText: /USD|PHP|NGN|HKD/ });
  await expect(codes.first()).toContainText('USD');
  await page.getByRole('button', { name: 'Move USD down' }).click();
  await expect(codes.first()).toContainText('PHP');
  await page.getByRole('button', { name: 'Move USD up' }).click();
  await expect(codes.first()).toContainText('USD');
  // A control without effect is shown as disabled.
  await expect(page.getByRole('button', { name: 'Move USD up' })).toHaveCSS('opacity', '0.4');
  await expect(page.getByRole('button', { name: 'Move USD down' })).toHaveCSS('opacity', '1');

  await page.getByRole('button', { name: 'Add currency' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('ghs');
  await dialog.getByRole('textbox', { name: 'Symbol' }).fill('₵');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ghanaian Cedi');
  await dialog.getByRole('button', { name: 'Create currency' }).click();
  await expect(page.getByRole('row', { name: /GHS/ })).toContainText('Ghanaian Cedi');

  await page.getByRole('button', { name: 'Delete GHS' }).click();
  await dialog.getByRole('button', { name: 'Delete GHS' }).click();
  await expect(page.getByRole('row', { name: /GHS/ })).toBeHidden();

  await page.getByRole('button', { name: 'Seed defaults' }).click();
  await expect(dialog.getByText('All of them are there: nothing will change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Seed defaults' }).click();
  await expect(page.getByText('Default currencies seeded successfully').first()).toBeVisible();
}, 120_000);

test('the administrator adds an account with the password given again, and customers see just what the preview showed', async () => {
  const { page } = await admin('/admin/dashboard?tab=payment-methods');
  const customer = await aCustomer();
  await expect(page.getByText('SAMPLE - replace before use').first()).toBeVisible();

  await page.getByRole('button', { name: 'Add payment method' }).click();
  await expect(page.getByRole('button', { name: 'Create payment method' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('HKD');
  await expect(page.getByRole('textbox', { name: 'Country' })).toHaveValue('HK');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('hkd-second');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Harbour Bank, FPS');
  await page.getByRole('textbox', { name: 'Value 1' }).fill('Harbour Bank of Hong Kong Limited');
  await page.getByRole('textbox', { name: 'Value 3' }).fill('123-456789-001');
  const preview = page.getByRole('complementary', { name: 'What customers will see' });
  await expect(preview.getByText('123-456789-001')).toBeVisible();
  await page.getByRole('button', { name: 'Edit as JSON or text' }).click();
  await expect(page.getByRole('textbox', { name: 'JSON or text' })).toHaveValue(/"Bank name": "Harbour Bank/);
  await expectGoodInEveryAppearance(page, 'admin-method-form');
  await page.getByRole('button', { name: 'Create payment method' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add Harbour Bank, FPS?' });
  expectError(page, /401 POST .*step-up/);
  await dialog.getByRole('button', { name: 'Add this account' }).click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
  await dialog.getByRole('button', { name: 'Add this account' }).click();
  await expect(dialog.getByText('That password isn’t right. Please try again.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-step-up');
  await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await dialog.getByRole('button', { name: 'Add this account' }).click();
  await expect(page.getByText('Payment method created successfully').first()).toBeVisible();
  await readMail(administrator.email, /receiving account/);

  const seen = () => ask<Row[]>('GET', '/api/payment-methods?currency=HKD', { token: customer.token });
  check(await seen()).toContainEqual(
    check.objectContaining({
      displayName: 'Harbour Bank, FPS',
      accountDetails: { 'Bank name': 'Harbour Bank of Hong Kong Limited', 'Account number': '123-456789-001' },
    }),
  );
  await page.getByRole('button', { name: 'HKD', exact: true }).click();
  await expect(page.getByRole('row', { name: /Philippine/ })).toBeHidden();
  await page.getByRole('button', { name: 'Edit Harbour Bank, FPS' }).click();
  await page.reload();
  await page.getByRole('textbox', { name: 'Value 2' }).fill('987-654321-001');
  await page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const change = page.getByRole('dialog', { name: 'Change Harbour Bank, FPS?' });
  await expect(change.getByText('123-456789-001')).toBeVisible();
  await expect(change.getByText('987-654321-001')).toBeVisible();
  await expect(change.getByText('Harbour Bank of Hong Kong Limited')).toBeHidden();
  await change.getByRole('button', { name: 'Cancel' }).click();
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('switch', { name: 'Harbour Bank, FPS shown to customers' }).click();
  const hide = page.getByRole('dialog', { name: 'Hide Harbour Bank, FPS from customers?' });
  await hide.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await hide.getByRole('button', { name: 'Switch it off' }).click();
  await expect(page.getByRole('switch', { name: 'Harbour Bank, FPS shown to customers' })).not.toBeChecked();
  check((await seen()).map(({ displayName }) => displayName)).not.toContain('Harbour Bank, FPS');
  await page.getByRole('button', { name: 'Delete Harbour Bank, FPS' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete Harbour Bank, FPS?' });
  await remove.getByLabel('Your password', { exact: true }).fill(administrator.password);
  await remove.getByRole('button', { name: 'Delete this account' }).click();
  await expect(page.getByRole('row', { name: /Harbour Bank/ })).toBeHidden();
}, 120_000);
