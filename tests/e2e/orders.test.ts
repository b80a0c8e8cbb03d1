import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { readCsv, readPdf } from '#tests/factories/documents.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, expectTexts, field, fill, heading, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { listenForOrders, wordMs } from './harness/live.ts';
import { readMail } from './harness/mail.ts';
import { decide, placeSellOrder } from './harness/orders.ts';
import { aCustomer, as, visitor, ask, customer } from './harness/users.ts';

const listOf = (page: Page) => page.getByRole('table', { name: 'Transactions' });
const rowsOf = (page: Page) => listOf(page).getByRole('link', { name: /^Details of/ });

/** The file that a press on this button downloads. */
async function savedFile(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const downloadPromise = page.waitForEvent('download');
  await press(page, name);
  const download = await downloadPromise;
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

test('a customer filters and searches through a reload, and exports a range as CSV and PDF', async () => {
  const day = () => new Date().toISOString().slice(0, 10);
  // Midnight may pass meanwhile.
  const beginDay = day();
  const user = await aCustomer();
  const bitcoin = await placeSellOrder(user);
  for (const amount of [21, 22, 23, 24, 25])
    await placeSellOrder(user, { cryptoId: 'ripple', amount, currency: 'KES' });
  await decide(bitcoin.id, 'rejected', 'The transfer never arrived.');
  const page = await as(user, '/transactions');
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(page.getByText('1 to 5 of 6')).toBeVisible();
  await press(page, 'Next');
  await page.waitForURL('/transactions?page=2');
  await expect(rowsOf(page)).toHaveCount(1);
  const rejectedFilter = button(page, 'Rejected');
  await press(page, 'Filter');
  await expect(rejectedFilter).toBeHidden();
  await press(page, 'Filter');
  await rejectedFilter.click();
  await page.waitForURL('/transactions?status=rejected');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(rejectedFilter).toHaveAttribute('aria-pressed', 'true');
  await rejectedFilter.click();
  const search = page.getByRole('searchbox');
  await search.fill(bitcoin.reference.toLowerCase());
  await page.waitForURL(/\/transactions\?q=/);
  await expect(rowsOf(page)).toHaveCount(1);
  await search.fill('nothing like it');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await press(page, 'Clear search');
  await page.waitForURL('/transactions');
  await expect(search).toHaveValue('');
  await expect(rowsOf(page)).toHaveCount(5);

  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await press(page, 'Export');
  await expect(dialog.getByText('6 transactions match.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'export');
  const sheet = await savedFile(page, 'CSV');
  check(sheet.name).toMatch(/^landfall-transactions-\d{4}-\d\d-\d\d\.csv$/);
  const [header, ...rows] = readCsv(sheet.bytes);
  check(rows.map((row) => row[header?.indexOf('Reference') ?? -1])).toHaveLength(6);
  check(rows.at(-1)).toContain(bitcoin.reference);
  await expect(dialog).toBeHidden();

  await press(page, 'Export');
  await dialog.getByLabel('First day').fill(beginDay);
  await dialog.getByLabel('Last day').fill(day());
  const report = await savedFile(page, 'PDF report');
  check(report.name).toMatch(/^landfall-transactions-\d{4}-\d\d-\d\d\.pdf$/);
  const { text } = await readPdf(report.bytes);
  for (const detail of [bitcoin.reference, 'Ada Okafor', '0.005 BTC']) check(text).toContain(detail);
});

test('a customer follows one order, and a visitor verifies its receipt', async () => {
  const user = await aCustomer();
  const order = await placeSellOrder(user);
  let byTheSocketAlone = () => Promise.resolve();
  const page = await as(user, '/transactions', {}, (window) => {
    byTheSocketAlone = listenForOrders(window);
  });
  await rowsOf(page).click();
  await page.waitForURL(`/transactions?tx=${order.id}`);
  const dialog = page.getByRole('dialog');
  await expectTexts(dialog, order.reference, 'Order received');
  await dialog.getByText('What has happened so far').click();
  await expectGoodInEveryAppearance(page, 'details-pending');

  await byTheSocketAlone();
  await decide(order.id, 'processing');
  await expect(dialog.getByText('Paying you')).toBeVisible({ timeout: wordMs });
  await byTheSocketAlone();
  await decide(order.id, 'completed', 'Paid to the Bank of Lagos.');
  await expect(dialog.getByText('Paid to the Bank of Lagos.')).toBeVisible({ timeout: wordMs });
  await expect(dialog).toContainText('PAY-2026-0001');
  await expectGoodInEveryAppearance(page, 'details-completed');

  const proof = await savedFile(page, 'Download proof.png');
  check(proof.name).toBe('proof.png');
  check(proof.bytes.subarray(1, 4).toString()).toBe('PNG');
  const popupPromise = page.waitForEvent('popup');
  await press(dialog, 'View payout.png');
  const tab = await popupPromise;
  await tab.waitForURL(/\/api\/files\/.+token=/);
  check(await tab.evaluate(() => document.images[0]?.naturalWidth)).toBe(8);
  await tab.close();

  const { name, bytes } = await savedFile(page, 'Receipt (PDF)');
  check(name).toBe(`receipt-${order.reference}.pdf`);
  const { text } = await readPdf(bytes);
  check(text).toContain('PAY-2026-0001');
  const [, first = '', rest = ''] = /receipt\/([\w-]+)\s*([\w-]*)/.exec(text) ?? [];

  await page.reload();
  await expect(dialog).toContainText(order.reference);
  await press(dialog, 'Close');
  await page.waitForURL((url) => url.pathname === '/transactions' && !url.searchParams.has('tx'));
  await expect(dialog).toHaveCount(0);
  await expect(listOf(page).getByText('Completed')).toBeVisible();

  const stranger = await visitor(`/receipt/${first}${rest}`);
  const main = stranger.getByRole('main');
  await expectTexts(main, 'This receipt was issued by Landfall.', order.reference, '0.005 BTC');
  await expect(main.getByText('Completed', { exact: true }).last()).toBeVisible();
  await expect(main.getByText(/Okafor|Adebayo|First Coastal/)).toBeHidden();
  await expectGoodInEveryAppearance(stranger, 'receipt-check');
});

interface Order {
  id: string;
  reference: string;
  status: string;
  awaitingProof: boolean;
}

test('a customer exchanges pesos for dollars through terms, bank, payment and proof', async () => {
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
  await fill(page, { 'Account number': '0123 884 421', 'Account name': 'Ada Okafor' });
  await page.getByLabel('Bank', { exact: true }).fill('First Coastal Bank of New England');
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
  await expect(page.getByText('This exchange needs your proof of payment')).toBeVisible();
  await expect(page.getByText(/^Upload it by /)).toBeVisible();
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
  await page.waitForURL(/\/transactions\?tx=.*&new/);
  await expect(heading(page)).toHaveText('Order submitted successfully');
  await expect(page.getByText('We have your proof and are checking it')).toBeVisible();
  await readMail(user.email, new RegExp(`received.*${reference}`));
});

/** On a phone the amount shares its line with its currency and with the button that copies it. */
async function expectAmountOnOneLine(page: Page): Promise<void> {
  const previousViewport = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const amount = page.locator('.slip-amount').filter({ visible: true });
  // The slip of the wide window disappears when the page handles its new width.
  await expect(amount).toHaveCount(1);
  await expect.poll(async () => (await amount.boundingBox())?.height).toBeLessThan(48);
  if (previousViewport) await page.setViewportSize(previousViewport);
}
