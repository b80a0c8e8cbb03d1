import { expect } from 'playwright/test';
import sharp from 'sharp';
import { test } from 'vitest';
import { readMail } from './harness/mail.ts';
import { anAdmin, ask, customer } from './harness/people.ts';

async function aPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#2f6f8f' } })
    .jpeg()
    .toBuffer();
}

interface Order {
  id: string;
  reference: string;
  version: number;
}

test('a customer sells bitcoin for naira, and sees the payout the moment the desk makes it', async () => {
  const { person, page } = await customer('/sell?crypto=bitcoin');

  await page.getByRole('textbox', { name: 'You sell' }).fill('0.02');
  const currency = page.getByRole('combobox', { name: 'Paid out in' });
  await currency.fill('NGN');
  await page.getByRole('option', { name: /NGN/ }).click();
  await page.getByRole('button', { name: 'Continue with 0.02 BTC' }).click();

  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
  await page.getByRole('textbox', { name: 'Account number' }).fill('0123456789');
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Bank of Lagos');
  await page.getByRole('button', { name: 'Hold the rate' }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send 0.02 BTC to this address');
  await page.getByRole('button', { name: /^Next: I've sent/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Show us the transfer' });
  await dialog
    .getByLabel('Choose photo')
    .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() });
  await dialog.getByRole('button', { name: /^Submit sale of/ }).click();

  await page.waitForURL(/\/transactions/);
  await expect(page.getByText('Order submitted successfully').first()).toBeVisible();
  const [order] = await ask<Order[]>('GET', '/api/transactions', { token: person.token });
  if (!order) throw new Error('The order is not in the list.');
  await readMail(person.email, new RegExp(order.reference));

  const { token } = await anAdmin();
  const evidence = new FormData();
  evidence.set('status', 'completed');
  evidence.set('adminNotes', 'Paid to the Bank of Lagos.');
  evidence.set('adminTransactionId', 'PAY-2026-0001');
  evidence.set('payoutFiles', new Blob([new Uint8Array(await aPhoto())], { type: 'image/jpeg' }), 'payout.jpg');
  await page.goto('/transactions');
  const list = page.getByRole('main');
  await expect(list.getByText('Pending').first()).toBeVisible();
  await ask('PATCH', `/api/admin/transactions/${order.id}/status`, { token, body: evidence });

  // The list asks again every five seconds; only the socket is faster than one.
  await expect(list.getByText('Completed').first()).toBeVisible({ timeout: 1000 });
});
