import type { Page } from 'playwright';
import sharp from 'sharp';
import { expect as check, test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { chooseTooLarge } from './harness/files.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { anAdmin, ask, customer, stepUpOf } from './harness/users.ts';

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
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please fill in all fields')).toBeVisible();
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('NGN');
  await expect(page.getByText('Please select different currencies')).toBeVisible();
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('PHP');
  await page.getByRole('combobox', { name: 'Currency you receive' }).selectOption('USD');
  await page.getByRole('textbox', { name: 'You send' }).fill('10,000.50');
  await expect(page.getByRole('textbox', { name: 'You receive' })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByRole('combobox', { name: 'Currency you send' })).toHaveValue('USD');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByText(/^1\sPHP = 0\.0/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue with ₱10,000.50 PHP' }).waitFor();
  await expectGoodInEveryAppearance(page, 'exchange-1-terms');
  await page.getByRole('button', { name: /^Continue with/ }).click();

  await expect(heading).toHaveText('Where should we send your USD?');
  await page.getByRole('button', { name: 'Show payment instructions' }).click();
  await expect(page.getByText('Please enter the name of your bank')).toBeVisible();
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('First Coastal Bank of New England');
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123 884 421');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  await page.getByRole('textbox', { name: /^Routing number/ }).fill('021000021');
  await expectGoodInEveryAppearance(page, 'exchange-2-bank');
  await page.getByRole('button', { name: 'Show payment instructions' }).click();

  await expect(heading).toHaveText('Pay us ₱10,000.50 PHP');
  await page.getByRole('button', { name: 'I Made the Payment' }).click();
  await expect(page.getByText('Please choose how you’ll pay')).toBeVisible();
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
  await page.goto('/fiat-exchange');
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue('');
  await page.goto('/dashboard');
  await expect(page.getByText('This exchange is waiting for your proof of payment')).toBeVisible();
  await expect(page.getByText(/Upload it by .*, or the exchange is canceled automatically/)).toBeVisible();
  await page.getByRole('link', { name: 'Upload proof' }).click();
  await expect(heading).toHaveText('Upload Payment Proof');
  await page.goto(`/fiat-exchange?order=${order?.id}`);
  await page.getByRole('button', { name: 'Upload payment proof' }).click();
  await expect(page.getByText(/^Upload Required/)).toBeVisible();
  await chooseTooLarge(page.getByLabel('Choose file'), 'slip.pdf', 'application/pdf');
  await expect(page.getByText('File Too Large. Please select a file smaller than 10MB')).toBeVisible();
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
  const { user, page } = await customer();
  const paid = await anExchange(user.token);
  await page.goto(`/transactions?tx=${paid.id}`);
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

test('a rate that moves while the customer pays counts only once the lock has expired, and then another button accepts it', async () => {
  const { user, page } = await customer('/fiat-exchange');
  const admin = await anAdmin();
  await page.getByRole('combobox', { name: 'Currency you send' }).selectOption('HKD');
  await page.getByRole('textbox', { name: 'You send' }).fill('100');
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('First Bank');
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123456789');
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  await page.getByRole('button', { name: 'Show payment instructions' }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();

  const rates = await ask<Record<string, string>[]>('GET', '/api/admin/fiat-exchange-rates', { token: admin.token });
  const pair = rates.find(({ fromCurrency, toCurrency }) => fromCurrency === 'HKD' && toCurrency === 'NGN');
  const body = { exchangeRate: 180 };
  await ask('PUT', `/api/admin/fiat-exchange-rates/${pair?.id}`, {
    token: admin.token,
    stepUp: await stepUpOf(admin),
    body: { ...body, confirm: true },
  });
  expectError(page, /409 POST .*fiat-exchange\/submit/);
  await expect(page.getByText(/^Rate locked until/)).toBeVisible();
  await inTheDatabase(
    "update exchange_quotes set locked_until = now() - interval '1 second' where user_id = (select id from users where email = $1)",
    [user.email],
  );
  await page.getByRole('button', { name: 'I Made the Payment' }).click();
  await expect(page.getByText('The exchange rate has changed')).toBeInViewport();
  await expect(page.getByText('₦18,000.00 NGN').last()).toBeVisible();
  check(await ask<Order[]>('GET', '/api/transactions', { token: user.token })).toEqual([]);
  await expect(page.getByRole('button', { name: 'I Made the Payment' })).toBeHidden();
  await page.getByRole('button', { name: /^Accept .* and continue$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upload Payment Proof');
}, 60_000);

test('more than may be exchanged without an identity is said on the first step', async () => {
  const { page } = await customer('/fiat-exchange');
  await page.getByRole('textbox', { name: 'You send' }).fill('2000');
  await expect(page.getByText('Verify your identity to continue with this exchange')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Verify identity' })).toBeVisible();
});
