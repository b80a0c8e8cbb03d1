import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect as check, test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { aCustomer, as, ask, customer } from './harness/users.ts';

async function aPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f6f8f' } })
    .jpeg()
    .toBuffer();
}

interface Order {
  id: string;
  reference: string;
  status: string;
  awaitingProof: boolean;
}

test('a customer exchanges pesos for dollars: terms, bank, payment and proof', async () => {
  const { user, page } = await customer('/fiat-exchange');
  const heading = page.getByRole('heading', { level: 1 });

  await expect(heading).toHaveText('How much do you want to exchange?');
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('PHP');
  await page.getByRole('combobox', { name: 'Currency you receive' }).selectOption('USD');
  await page.getByRole('textbox', { name: 'You send' }).fill('10,000.50');
  await expect(page.getByRole('textbox', { name: 'You receive' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByRole('combobox', { name: 'Currency you send' })).toHaveValue('USD');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByText(/^1\sPHP = 0\.0/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue with ₱10,000.50 PHP' }).click();

  await expect(heading).toHaveText('Where should we send your USD?');
  await page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of New England');
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123 884 421');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  await page.getByRole('textbox', { name: /^Routing number/ }).fill('021000021');
  await expectGoodInEveryAppearance(page, 'exchange-2-bank');
  await page.getByRole('button', { name: 'Show payment instructions' }).click();

  await expect(heading).toHaveText('Pay us ₱10,000.50 PHP');
  await page.getByRole('radio', { name: 'Philippine bank transfer (SAMPLE)' }).check();
  await expect(page.getByText('SAMPLE - replace before use')).toBeVisible();
  const reference = await page.getByText(/^LF-/).first().textContent();
  await expect(page.getByRole('button', { name: 'Copy Account number' })).toBeVisible();
  check(await ask<Order[]>('GET', '/api/transactions', { token: user.token })).toEqual([]);
  await expectAmountOnOneLine(page);
  await expectGoodInEveryAppearance(page, 'exchange-3-pay');
  await page.getByRole('button', { name: 'I Made the Payment' }).click();

  await expect(heading).toHaveText('Upload Payment Proof');
  const [order] = await ask<Order[]>('GET', '/api/transactions', { token: user.token });
  check(order).toMatchObject({ reference, status: 'pending', awaitingProof: true });
  await page.goBack();
  await expect(heading).toHaveText('Upload Payment Proof');
  await page.goto('/dashboard');
  await expect(page.getByText('This exchange is waiting for your proof of payment')).toBeVisible();
  await expect(page.getByText(/Upload it by .*, or the exchange is canceled automatically/)).toBeVisible();
  await page.getByRole('link', { name: 'Fiat Exchange' }).first().click();
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue('');
  await page.goBack();
  await page.getByRole('link', { name: 'Upload proof' }).click();
  await expect(heading).toHaveText('Upload Payment Proof');
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() });
  await expectGoodInEveryAppearance(page, 'exchange-4-proof');
  await page.getByRole('button', { name: 'Upload payment proof' }).click();
  await expect(heading).toHaveText('Success!');
  await expect(
    page.getByText('Payment proof uploaded successfully. Redirecting to transaction history...'),
  ).toBeVisible();
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
  await expect(dialog.getByText('This exchange is waiting for your proof of payment')).toBeVisible();
  await expect(dialog.getByText(paid.reference).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy Routing number' })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'exchange-awaiting-proof');
  await dialog.getByLabel('Choose file').setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer: aPdf });
  await dialog.getByRole('button', { name: 'Upload proof' }).click();
  await expect(dialog.getByText('Proof received')).toBeVisible();
  await expect(dialog.getByText('slip.pdf')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel order' })).toBeHidden();

  const unpaid = await anExchange(user.token);
  await page.goto(`/transactions?tx=${unpaid.id}`);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByRole('button', { name: `Yes, cancel ${unpaid.reference}` }).click();
  await expect(dialog.getByText('Canceled by the customer').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Upload proof' })).toBeHidden();
}, 90_000);
