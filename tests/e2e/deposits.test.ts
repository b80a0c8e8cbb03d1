import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin, as } from './harness/users.ts';

test('a customer watches the own transfer being seen and confirmed while the administrator’s verdict turns green', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'bitcoin-cash', amount: 0.5 });
  const page = await as(seller, `/transactions?tx=${order.id}`);
  const history = page.getByRole('list', { name: 'What has happened so far' });
  await expect(page.getByText('Simulated chain: no real coins move.')).toBeVisible();
  await expect(page.getByLabel('Transaction hash')).toBeVisible();

  const { page: review } = await admin(`/admin/transactions?q=${encodeURIComponent(seller.email)}&tx=${order.id}`);
  const verdict = review.getByRole('region', { name: 'Not confirmed' });
  await expect(verdict).toContainText('Not found');
  const mine = review.getByRole('button', { name: 'Mine a block' });
  // From now on no block comes by itself.
  await mine.click();
  await review.getByRole('combobox', { name: 'Play a transfer' }).selectOption('Exact amount');
  await review.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(review.getByRole('region', { name: 'Not certain yet' })).toContainText('Seen, not final (0 of 10)');
  await expect(history).toContainText('Seen');
  await expect(history).toContainText('0 of 10');

  for (let block = 0; block < 2; block += 1) {
    await mine.click();
    await expect(mine).toBeEnabled();
  }
  await expect(history).toContainText('2 of 10');
  for (let block = 2; block < 10; block += 1) {
    await mine.click();
    await expect(mine).toBeEnabled();
  }
  await expect(history).toContainText('Confirmed');
  await expect(review.getByRole('region', { name: 'Fits' })).toContainText('Shared address');
});
