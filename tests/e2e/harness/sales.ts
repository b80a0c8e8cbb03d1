import type { Page } from 'playwright';
import { aPicture } from './orders.ts';
import { anAdmin, ask } from './users.ts';

/** Step 2: how much, paid out in what. */
export async function fillAmount(page: Page, amount: string, currency: string): Promise<void> {
  await page.getByRole('textbox', { name: 'You sell' }).fill(amount);
  await page.getByRole('combobox', { name: 'Payout currency' }).fill(currency);
  await page.getByRole('option', { name: new RegExp(`^${currency} `) }).click();
}

/** Step 3: a bank account. */
export async function fillBank(page: Page, number = '0123456789'): Promise<void> {
  await page.getByLabel('Bank', { exact: true }).fill('Bank of Lagos');
  await page.getByRole('textbox', { name: 'Account number' }).fill(number);
  await page.getByRole('textbox', { name: 'Account name' }).fill('Ada Okafor');
}

/** Opens the dialog of step 4 and chooses a photo in it. */
export async function chooseProof(page: Page, name = 'transfer.png') {
  await page.getByRole('button', { name: /^Next: I’ve sent/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await dialog.getByLabel('Choose photo').setInputFiles({ name, mimeType: 'image/png', buffer: aPicture() });
  return dialog;
}

/** An admin decision, through the API: evidence is sent with a completed order. */
export async function decide(id: string, status: 'processing' | 'completed' | 'rejected', note = ''): Promise<void> {
  const { token } = await anAdmin();
  const body = new FormData();
  body.set('status', status);
  body.set('adminNotes', note);
  if (status === 'completed') {
    body.set('adminTransactionId', 'PAY-2026-0001');
    body.set('payoutFiles', new Blob([new Uint8Array(aPicture())], { type: 'image/png' }), 'payout.png');
  }
  await ask('PATCH', `/api/admin/transactions/${id}/status`, { token, body });
}
