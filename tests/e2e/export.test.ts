import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { readCsv, readPdf } from '#tests/factories/documents.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { decide } from './harness/sales.ts';
import { aCustomer, as, visitor } from './harness/users.ts';

/** What a press on this button saves. */
async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent('download', { timeout: 40_000 });
  await page.getByRole('button', { name: button }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

test('a customer takes the orders of a range away as CSV and as PDF', async () => {
  const user = await aCustomer();
  const bitcoin = await placeSellOrder(user);
  const ripple = await placeSellOrder(user, { cryptoId: 'ripple', amount: 25, currency: 'KES' });
  const page = await as(user, '/transactions');
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('2 transactions match.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'export');
  const day = new Date().toISOString().slice(0, 10);

  const sheet = await saved(page, 'CSV');
  check(sheet.name).toBe(`landfall-transactions-${day}.csv`);
  const [header, ...rows] = readCsv(sheet.bytes);
  check(rows.map((row) => row[header?.indexOf('Reference') ?? -1])).toEqual([ripple.reference, bitcoin.reference]);
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Export' }).click();
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Last day').fill(day);
  const report = await saved(page, 'PDF report');
  check(report.name).toBe(`landfall-transactions-${day}.pdf`);
  const { text } = await readPdf(report.bytes);
  for (const detail of [ripple.reference, bitcoin.reference, 'Ada Okafor', '0.005 BTC']) check(text).toContain(detail);
}, 120_000);

test('the receipt of a completed order leads anybody to a page that confirms it and names nobody', async () => {
  const user = await aCustomer();
  const { id, reference } = await placeSellOrder(user);
  await decide(id, 'processing');
  await decide(id, 'completed', 'Paid to your bank.');
  const page = await as(user, `/transactions?tx=${id}`);
  await page.getByRole('button', { name: 'Receipt (PDF)' }).waitFor();
  await expectGoodInEveryAppearance(page, 'transaction-completed');
  const { name, bytes } = await saved(page, 'Receipt (PDF)');
  check(name).toBe(`receipt-${reference}.pdf`);
  const { text } = await readPdf(bytes);
  check(text).toContain('PAY-2026-0001');
  const [, first = '', rest = ''] = /receipt\/([\w-]+)\s*([\w-]*)/.exec(text) ?? [];

  const stranger = await visitor(`/receipt/${first}${rest}`);
  const main = stranger.getByRole('main');
  await expect(main.getByText('This receipt was issued by Landfall.')).toBeVisible();
  await expect(main.getByText(reference).first()).toBeVisible();
  await expect(main.getByText('0.005 BTC')).toBeVisible();
  await expect(main.getByText('Completed', { exact: true }).last()).toBeVisible();
  await expect(main.getByText(/Okafor|Adebayo|First Coastal/)).toBeHidden();
  await expectGoodInEveryAppearance(stranger, 'receipt-check');
}, 120_000);
