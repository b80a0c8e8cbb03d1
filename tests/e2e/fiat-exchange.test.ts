import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, expectTexts, field, fill, heading, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { aCustomer, as, ask, customer } from './harness/users.ts';

interface Order {
  id: string;
  reference: string;
  status: string;
  awaitingProof: boolean;
}

test('a customer exchanges pesos for dollars: terms, bank, payment and proof', async () => {
  const { user, page } = await customer('/fiat-exchange');
  await expect(heading(page)).toHaveText('How much do you want to exchange?');
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('PHP');
  await page.getByRole('combobox', { name: 'Currency you receive' }).selectOption('USD');
  await page.getByRole('textbox', { name: 'You send' }).fill('10,000.50');
  await expect(page.getByRole('textbox', { name: 'You receive' })).not.toHaveValue('');
  await press(page, 'Swap currencies');
  await expect(page.getByRole('combobox', { name: 'Currency you send' })).toHaveValue('USD');
  await press(page, 'Swap currencies');
  await expect(page.getByText(/^1\sPHP = 0\.0/).first()).toBeVisible();
  await press(page, 'Continue with ₱10,000.50 PHP');

  await expect(heading(page)).toHaveText('Where should we send your USD?');
  await fill(page, { Bank: 'First Coastal Bank of New England', 'Account number': '0123 884 421' });
  await field(page, 'Account name').fill('Ada Okafor');
  await field(page, /^Routing number/).fill('021000021');
  await expectGoodInEveryAppearance(page, 'exchange-2-bank');
  await press(page, 'Show payment instructions');

  await expect(heading(page)).toHaveText('Pay us ₱10,000.50 PHP');
  await page.getByRole('radio', { name: 'Philippine bank transfer (SAMPLE)' }).check();
  await expect(page.getByText('SAMPLE - replace before use')).toBeVisible();
  const reference = await page.getByText(/^LF-/).first().textContent();
  await expect(button(page, 'Copy Account number')).toBeVisible();
  check(await ask<Order[]>('GET', '/api/transactions', { token: user.token })).toEqual([]);
  await expectAmountOnOneLine(page);
  await expectGoodInEveryAppearance(page, 'exchange-3-pay');
  await press(page, 'I Made the Payment');

  await expect(heading(page)).toHaveText('Upload Payment Proof');
  const [order] = await ask<Order[]>('GET', '/api/transactions', { token: user.token });
  check(order).toMatchObject({ reference, status: 'pending', awaitingProof: true });
  await page.goBack();
  await expect(heading(page)).toHaveText('Upload Payment Proof');
  await page.goto('/dashboard');
  await expect(page.getByText('This exchange is waiting for your proof of payment')).toBeVisible();
  await expect(page.getByText(/Upload it by .*, or the exchange is canceled automatically/)).toBeVisible();
  await page.getByRole('link', { name: 'Fiat Exchange' }).first().click();
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue('');
  await page.goBack();
  await page.getByRole('link', { name: 'Upload proof' }).click();
  await expect(heading(page)).toHaveText('Upload Payment Proof');
  await page.getByLabel('Choose file').setInputFiles(aPng('slip.png'));
  await expectGoodInEveryAppearance(page, 'exchange-4-proof');
  await press(page, 'Upload payment proof');
  await expect(heading(page)).toHaveText('Success!');
  await expect(page.getByText(/^Payment proof uploaded successfully\. Redirecting/)).toBeVisible();
  await page.waitForURL(/\/transactions$/);
  await expect(page.getByRole('main').getByText('Pending').first()).toBeVisible();
  await readMail(user.email, new RegExp(`received.*${reference}`));
}, 120_000);

/** On a phone the amount shares its line with its currency and with the button that copies it. */
async function expectAmountOnOneLine(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const amount = page.locator('.slip-amount').filter({ visible: true });
  // The slip of the wide window disappears when the page handles its new width.
  await expect(amount).toHaveCount(1);
  await expect.poll(async () => (await amount.boundingBox())?.height).toBeLessThan(48);
  if (before) await page.setViewportSize(before);
}

/** An exchange straight through the API, left before its proof. */
async function anExchange(token: string): Promise<Order> {
  const terms = { fromCurrency: 'USD', toCurrency: 'NGN', amount: 50 };
  const estimate = await ask<Record<string, number>>('POST', '/api/fiat-exchange/calculate', { token, body: terms });
  const bankDetails = { bankName: 'First Bank', accountNumber: '0123456789', accountName: 'Ada Okafor' };
  const body = { ...terms, ...estimate, bankDetails };
  return (await ask<{ transaction: Order }>('POST', '/api/fiat-exchange/submit', { token, body })).transaction;
}

test('a customer who left after paying uploads the proof from the transaction, and cancels one never paid', async () => {
  const user = await aCustomer();
  const paid = await anExchange(user.token);
  const page = await as(user, `/transactions?tx=${paid.id}`);
  const dialog = page.getByRole('dialog');
  await expectTexts(dialog, 'This exchange is waiting for your proof of payment', paid.reference);
  await expect(button(dialog, 'Copy Routing number')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'exchange-awaiting-proof');
  await dialog.getByLabel('Choose file').setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: aPdf });
  await press(dialog, 'Upload proof');
  await expectTexts(dialog, 'Proof received', 'slip.pdf');
  await expect(button(dialog, 'Cancel order')).toBeHidden();

  const unpaid = await anExchange(user.token);
  await page.goto(`/transactions?tx=${unpaid.id}`);
  await press(dialog, 'Cancel order');
  await press(dialog, `Yes, cancel ${unpaid.reference}`);
  await expect(dialog).toContainText('Canceled by the customer');
  await expect(button(dialog, 'Upload proof')).toBeHidden();
}, 90_000);
