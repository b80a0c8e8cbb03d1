import type { Page } from 'playwright';
import { test } from 'vitest';
import { onThisMachine } from '#tests/setup/machine.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase, signInTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { chooseLargePhoto } from './harness/files.ts';
import { readMail } from './harness/mail.ts';
import { aPicture, type PlacedOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { chooseProof, createQuote, fillAmount, fillBank } from './harness/sales.ts';
import { admin, as, ask, customer, type TestUser } from './harness/users.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ordersOf = ({ token }: TestUser) => ask<PlacedOrder[]>('GET', '/api/transactions', { token });

test('a customer sells bitcoin for naira, and sees the payout the moment the administrator makes it', async () => {
  const { user, page } = await customer('/dashboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Sell crypto', exact: true }).click();

  await expect(heading(page)).toHaveText('What are you selling?');
  await page.getByRole('radio', { name: /BTC · Bitcoin Network/ }).check({ force: true });
  await page.getByRole('button', { name: 'Continue with Bitcoin' }).click();

  await expect(heading(page)).toHaveText('How much do you want to sell?');
  await fillAmount(page, '0.02', 'NGN');
  await expect(page.getByRole('textbox', { name: 'You get about' })).toHaveValue(/^₦[\d,]+\.\d\d$/);
  await expectGoodInEveryAppearance(page, 'sell-2-amount');
  await page.getByRole('button', { name: 'Continue with 0.02 BTC' }).click();

  await fillBank(page, '0123 456 789');
  await expectGoodInEveryAppearance(page, 'sell-3-payment');
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();

  await expect(heading(page)).toHaveText('Send 0.02 BTC to this address');
  const deposit = page.getByRole('region', { name: 'Where to send your coins' });
  await expect(deposit).toContainText('Send BTC on Bitcoin Network only.');
  await expect(deposit).toContainText('0.02000000');
  await expect(deposit).toContainText('Not needed for BTC');
  await expect(deposit).toContainText(/Rate locked until \d\d:\d\d/);
  await expect(page.getByRole('main')).toContainText('•••• 6789');
  expect(await deposit.ariaSnapshot()).toMatch(/bc1[a-z0-9]{30,}/);
  await deposit.getByRole('button', { name: 'Copy address' }).click();
  await expect(deposit.getByText('Address copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^bc1[a-z0-9]+$/);
  await expectGoodInEveryAppearance(page, 'sell-4-confirm');

  await page.getByRole('button', { name: 'Next: I’ve sent 0.02 BTC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add proof of your transfer' });
  await expect(dialog.getByLabel('Choose photo')).toBeFocused();
  const choose = (name: string, mimeType: string) =>
    dialog.getByLabel('Choose photo').setInputFiles({ name, mimeType, buffer: Buffer.from('no photo') });
  await choose('transfer.jpg', 'image/jpeg');
  await expect(dialog.getByText('We can’t open this picture.')).toBeVisible();
  await choose('IMG_0042.HEIC', '');
  await expect(dialog.getByText('This browser can’t open HEIC photos.')).toBeVisible();
  await chooseLargePhoto(dialog.getByLabel('Choose photo'), 'camera.png');
  await expect(dialog.getByText('camera.jpg')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove camera.jpg' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await chooseProof(page, 'a-rather-long-name-of-a-screenshot-taken-on-a-telephone-20260312-140211.jpg');
  await expectGoodInEveryAppearance(page, 'sell-4-proof');
  await dialog.getByRole('button', { name: 'Submit sale of 0.02 BTC' }).click();

  await page.waitForURL(/\/transactions/);
  await expect(page.getByRole('heading', { name: 'Order submitted successfully' })).toBeFocused();
  await expect(page.getByText('Your crypto sell order has been placed and will be processed shortly.')).toHaveCount(1);
  await expectGoodInEveryAppearance(page, 'sell-submitted');
  const [order] = await ordersOf(user);
  if (!order) throw new Error('The order is not in the list.');
  await readMail(user.email, new RegExp(order.reference));

  const list = page.getByRole('region', { name: 'Transactions' });
  await expect(list.getByText('Pending')).toBeVisible();
  const { page: adminPage } = await admin(`/admin/transactions?q=${encodeURIComponent(user.email)}`);
  await adminPage.getByRole('button', { name: 'Start processing' }).click();
  await expect(adminPage.getByText('Transaction updated successfully').first()).toBeVisible();
  // The list polls every five seconds; only the socket is faster than half of that.
  await expect(list.getByText('Processing')).toBeVisible({ timeout: onThisMachine(2_500) });
  await adminPage.getByLabel('Final transaction ID').fill('PAY-2026-0001');
  await adminPage.getByRole('button', { name: 'Confirmed, paid' }).click();
  await adminPage
    .getByLabel(/Payout screenshots$/)
    .setInputFiles({ name: 'payout.png', mimeType: 'image/png', buffer: aPicture() });
  await adminPage.getByRole('button', { name: /^Approve(?!,)/ }).click();
  await expect(adminPage.getByText('Transaction Approved').first()).toBeVisible();
  await expect(list.getByText('Completed')).toBeVisible({ timeout: onThisMachine(2_500) });
});

test('a customer who closed the tab finishes the sale on another device', async () => {
  const { user, page } = await customer('/sell?crypto=bitcoin');
  await createQuote(page);
  const address = await page
    .getByRole('region', { name: 'Where to send your coins' })
    .locator('bdi.font-mono')
    .innerText();
  await page.close();

  const again = await as(user, '/dashboard');
  await expect(again.getByText('Finish your sale')).toBeVisible();
  await expectGoodInEveryAppearance(again, 'dashboard-open-sale');
  await again.getByRole('link', { name: 'Resume sale' }).click();
  await expect(heading(again)).toHaveText('Send 0.02 BTC to this address');
  await expect(again.getByText(address)).toBeVisible();
  // Bank data stay on the device where they were typed.
  await expect(
    again.getByText('Your payout account is no longer saved on this device. Please enter it again.'),
  ).toBeVisible();
  await again.getByRole('button', { name: /^Next: I’ve sent/ }).click();
  await expect(heading(again)).toHaveText('Where should we send your NGN?');
  await fillBank(again);
  await again.getByRole('button', { name: 'Lock rate and show address' }).click();
  await expect(again.getByText(address)).toBeVisible();
  const dialog = await chooseProof(again);
  await dialog.getByRole('button', { name: /^Submit sale of/ }).click();
  await again.waitForURL(/submitted=/);
  expect(await ordersOf(user)).toHaveLength(1);
  await again.goto('/dashboard');
  await expect(heading(again)).toHaveText('Live Crypto Rates');
  await expect(again.getByText('Finish your sale')).toHaveCount(0);
});

test('a customer who comes back after the hold ran out accepts the new figure with one tap', async () => {
  const { user, page } = await customer('/sell?crypto=bitcoin');
  await createQuote(page);
  await inTheDatabase(
    `update sell_quotes set expires_at = now() - interval '1 second', fee_amount = fee_amount - 1000, net_amount = net_amount + 1000,
       signature = null where user_id = (select id from users where email = $1)`,
    [user.email],
  );
  await signInTheDatabase();
  await page.reload();
  await expect(page.getByText('Your locked rate has expired').first()).toBeVisible();
  const left = await as(user, '/dashboard');
  await expect(
    left.getByText(/at the rate we locked\. You can still finish at today’s rate until \d+ \w+ \d{4}, /),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Where to send your coins' })).toContainText(/Today₦[\d,.]+\sNGN/);
  await expectGoodInEveryAppearance(page, 'sell-4-expired');
  const dialog = await chooseProof(page);
  expectError(page, /409 POST .*\/api\/transactions/);
  await dialog.getByRole('button', { name: /^Submit sale of/ }).click();
  await expect(dialog.getByText('Your locked rate', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Today', { exact: true })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'sell-4-changed');
  await dialog.getByRole('button', { name: /^Accept ₦[\d,.]+ NGN and submit$/ }).click();
  await page.waitForURL(/submitted=/);
  expect(await ordersOf(user)).toHaveLength(1);
});

test('a customer who cancels the upload and retries has made one order', async () => {
  const { user, page } = await customer('/sell?crypto=bitcoin');
  await createQuote(page);
  const dialog = await chooseProof(page);
  // The server stores the order; its response never arrives.
  const stored = new Promise<void>((resolve) => {
    void page.route('**/api/transactions', (route) => route.fetch().then(() => resolve()));
  });
  await dialog.getByRole('button', { name: /^Submit sale of/ }).click();
  await stored;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/transactions');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Submit sale of/ }).click();
  await page.waitForURL(/submitted=/);
  expect(await ordersOf(user)).toHaveLength(1);
});

test('a customer who leaves before the rate is locked finds the sale on the dashboard, resumes it or starts over', async () => {
  const { page } = await customer('/sell?crypto=ripple');
  await fillAmount(page, '100', 'KES');
  await page.getByRole('button', { name: 'Continue with 100 XRP' }).click();
  await page.getByRole('textbox', { name: 'Bank', exact: true }).fill('Bank of Nairobi');
  await page.getByRole('link', { name: 'Save and exit' }).click();
  const unfinished = page.getByRole('listitem').filter({ hasText: 'Finish your sale' });
  await expect(unfinished).toContainText(
    '100 XRP to KES. Still to do: choose an account, send the coins, add a photo.',
  );
  await expectGoodInEveryAppearance(page, 'dashboard-unfinished');
  await unfinished.getByRole('link', { name: 'Resume sale' }).click();
  await expect(heading(page)).toHaveText('Where should we send your KES?');
  await expect(page.getByRole('textbox', { name: 'Bank', exact: true })).toHaveValue('Bank of Nairobi');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(heading(page)).toHaveText('What are you selling?');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Live Crypto Rates');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(unfinished).toHaveCount(0);
});
