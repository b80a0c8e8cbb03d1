import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { decide } from './harness/sales.ts';
import { aCustomer, as } from './harness/users.ts';

const listOf = (page: Page) => page.getByRole('region', { name: 'Transactions' });
const rowsOf = (page: Page) => listOf(page).getByRole('link', { name: /^Details of/ });

test('a customer pages, filters and searches, and the address keeps all of it through a reload', async () => {
  const user = await aCustomer();
  const bitcoin = await placeSellOrder(user);
  for (const amount of [21, 22, 23, 24, 25])
    await placeSellOrder(user, { cryptoId: 'ripple', amount, currency: 'KES' });
  await decide(bitcoin.id, 'rejected', 'The transfer never arrived.');
  const page = await as(user, '/transactions');
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(page.getByText('1 to 5 of 6')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL('/transactions?page=2');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Rejected' }).click();
  await page.waitForURL('/transactions?status=rejected');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Rejected' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Rejected' }).click();
  await page.getByRole('searchbox').fill(bitcoin.reference.toLowerCase());
  await page.waitForURL(/\/transactions\?q=/);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL('/transactions');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(rowsOf(page)).toHaveCount(5);
});

test('a customer follows one order at an address of its own, and it moves while they look', async () => {
  const user = await aCustomer();
  const order = await placeSellOrder(user);
  const page = await as(user, '/transactions');
  await rowsOf(page).click();
  await page.waitForURL(`/transactions?tx=${order.id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(order.reference);
  await expect(dialog).toContainText('Order received');
  await expect(dialog).toContainText('•••• 4421');
  await expectGoodInEveryAppearance(page, 'details-pending');

  await decide(order.id, 'processing');
  await expect(dialog.getByText('Paying you')).toBeVisible({ timeout: onThisMachine(2_500) });
  await decide(order.id, 'completed', 'Paid to the Bank of Lagos.');
  await expect(dialog.getByText('Paid to the Bank of Lagos.')).toBeVisible({ timeout: onThisMachine(2_500) });
  await expect(dialog).toContainText('PAY-2026-0001');
  await expectGoodInEveryAppearance(page, 'details-completed');

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download proof.png' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('proof.png');
  expect((await buffer(await saved.createReadStream())).subarray(1, 4).toString()).toBe('PNG');
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'View payout.png' }).click(),
  ]);
  await tab.waitForURL(/\/api\/files\/.+token=/);
  expect(await tab.evaluate(() => document.images[0]?.naturalWidth)).toBe(8);
  await tab.close();

  await page.reload();
  await expect(dialog).toContainText(order.reference);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => url.pathname === '/transactions' && !url.searchParams.has('tx'));
  await expect(dialog).toHaveCount(0);
  await expect(listOf(page).getByText('Completed')).toBeVisible();
});
