import { randomBytes } from 'node:crypto';
import { onTestFinished, test } from 'vitest';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';
import { button, expectTexts, expectVisible, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, admin, as, ask, askProven, type TestUser } from './harness/users.ts';

test('a customer watches the own transfer being seen and confirmed while the administrator’s verdict turns green', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'bitcoin-cash', amount: 0.5 });
  const page = await as(seller, `/transactions?tx=${order.id}`);
  const history = page.getByRole('list', { name: 'What has happened so far' });
  await expectVisible(page.getByText('Simulated chain: no real coins move.'), page.getByLabel('Transaction hash'));

  const { user: reviewer, page: review } = await admin(
    `/admin/transactions?q=${encodeURIComponent(seller.email)}&tx=${order.id}`,
  );
  const verdict = review.getByRole('region', { name: 'Not confirmed' });
  await expect(verdict).toContainText('Nothing for this order on the chain yet');
  await review.getByText('Simulated chain', { exact: true }).click();
  const mine = button(review, 'Mine a block');
  // From now on no block is mined automatically.
  await mine.click();
  await review.getByRole('combobox', { name: 'Play a transfer' }).selectOption('Exact amount');
  await press(review, 'Play', true);
  await expect(review.getByRole('region', { name: 'Not certain yet' })).toContainText('Seen, not final (0 of 10)');
  await expectTexts(history, 'Detected', '0 of 10');

  const mineBlocks = async (count: number) => {
    const path = `/api/admin/transactions/${order.id}/play`;
    for (let block = 0; block < count; block += 1)
      await ask('POST', path, { token: reviewer.token, body: { play: 'block' } });
  };
  await mineBlocks(2);
  await expect(history).toContainText('2 of 10');
  await mineBlocks(8);
  await expect(history).toContainText('Confirmed');
  await expectTexts(review.getByRole('region', { name: 'Fits' }), 'Shared address', '0.5 BCH');
});

test('a reviewer filters the queue by verdict, copies address and hash with one key each but never while typing, and looks the hash up where the operator chose', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'bitcoin-cash', amount: 0.7 });
  const queue = `/admin/transactions?q=${encodeURIComponent(seller.email)}`;
  const { user, page } = await admin(`${queue}&verdict=red`);
  const row = page.getByRole('link', { name: `Open ${order.reference}` });
  const dialog = page.getByRole('dialog');
  const filterBy = async (level: string) => {
    await press(page, '1 filter', true);
    await dialog.getByLabel('Deposit on chain').selectOption(level);
    await press(dialog, 'Show the list');
  };
  await expect(row).toBeVisible();
  await filterBy('Fits');
  await expect(page).toHaveURL(/[?&]verdict=pale(&|$)/);
  await expect(row).toHaveCount(0);
  await filterBy('Not confirmed');
  await expect(page).toHaveURL(/[?&]verdict=red(&|$)/);
  await expect(row).toBeVisible();

  const transactionHash = randomBytes(32).toString('hex');
  await ask('PUT', `/api/transactions/${order.id}/hash`, { token: seller.token, body: { transactionHash } });
  await page.goto(`${queue}&tx=${order.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(button(page, 'Copy on-chain hash')).toBeVisible();
  const link = page.getByRole('link', { name: new RegExp(transactionHash.slice(0, 4)) });
  await expect(link).toHaveCount(0);
  await page.keyboard.press('h');
  await expect.poll(copied).toBe(transactionHash);
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  await page.keyboard.press('c');
  await expect.poll(copied).not.toBe(transactionHash);
  const address = await copied();
  await expect(page.getByText(address, { exact: true })).toBeVisible();

  const chosen = await chooseExplorer(user, 'https://explorer.test/tx/{hash}');
  onTestFinished(async () => {
    await chooseExplorer(user, chosen);
  });
  await page.reload();
  await expect(link).toHaveAttribute('href', `https://explorer.test/tx/${transactionHash}`);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  const search = page.getByRole('searchbox', { name: /^Reference, email/ });
  await search.press('End');
  await search.press('h');
  await expect(search).toHaveValue(`${seller.email}h`);
  expect(await copied()).toBe(address);
});

/** Sets where transactions of Bitcoin Cash are looked up; returns the previous one. */
async function chooseExplorer(administrator: TestUser, template: string): Promise<string> {
  const { explorers } = await ask<PublicSettings>('GET', '/api/settings');
  const transactions = { ...explorers.transactions, 'bitcoin-cash': template };
  const body = { explorers: { ...explorers, transactions } };
  await askProven(administrator, 'PUT', '/api/admin/settings', body);
  return explorers.transactions['bitcoin-cash'];
}
