import type { Page } from 'playwright';
import { test } from 'vitest';
import type { SellQuoteView } from '#shared/sell/sell.contract.ts';
import { onThisMachine } from '#tests/setup/machine.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase, signInTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { chooseLargePhoto } from './harness/files.ts';
import { readMail } from './harness/mail.ts';
import type { PlacedOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { chooseProof, decide, fillAmount, fillBank } from './harness/sales.ts';
import { aCustomer, as, ask, customer, type TestUser } from './harness/users.ts';

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
  await decide(order.id, 'processing');
  // The list polls every five seconds; only the socket is faster than half of that.
  await expect(list.getByText('Processing')).toBeVisible({ timeout: onThisMachine(2_500) });
  await decide(order.id, 'completed', 'Paid to the Bank of Lagos.');
  await expect(list.getByText('Completed')).toBeVisible({ timeout: onThisMachine(2_500) });
});

test('a customer who closed the tab finishes the sale on another device, and has made one order after a canceled upload', async () => {
  const user = await aCustomer();
  const { token } = user;
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  const { deposit } = await ask<SellQuoteView>('POST', '/api/sell-quotes', { token, body: terms });
  const page = await as(user, '/dashboard');
  await expect(page.getByText('Finish your sale')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'dashboard-open-sale');
  await page.getByRole('link', { name: 'Resume sale' }).click();
  await expect(heading(page)).toHaveText('Send 0.02 BTC to this address');
  const address = page.getByRole('img', { name: deposit.address, exact: true });
  await expect(address).toBeVisible();
  // Bank data stay on the device where they were typed.
  await expect(
    page.getByText('Your payout account is no longer saved on this device. Please enter it again.'),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Next: I’ve sent/ }).click();
  await expect(heading(page)).toHaveText('Where should we send your NGN?');
  await fillBank(page);
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await expect(address).toBeVisible();
  const dialog = await chooseProof(page);
  const submit = dialog.getByRole('button', { name: /^Submit sale of/ });
  // The server stores the order; its response never arrives.
  const stored = new Promise<void>((resolve) => {
    void page.route('**/api/transactions', (route) => route.fetch().then(() => resolve()));
  });
  await submit.click();
  await stored;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.unroute('**/api/transactions');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await submit.click();
  await page.waitForURL(/submitted=/);
  expect(await ordersOf(user)).toHaveLength(1);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(heading(page)).toHaveText('Live Crypto Rates');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Finish your sale')).toHaveCount(0);
});

test('a customer who comes back after the hold ran out accepts the new figure with one tap', async () => {
  const { user, page } = await customer('/sell?crypto=bitcoin&amount=0.02&currency=NGN&step=3');
  await fillBank(page);
  await page.getByRole('button', { name: 'Lock rate and show address' }).click();
  await page.getByRole('region', { name: 'Where to send your coins' }).waitFor();
  await inTheDatabase(
    `update sell_quotes set expires_at = now() - interval '1 second', fee_amount = fee_amount - 1000, net_amount = net_amount + 1000,
       signature = null where user_id = (select id from users where email = $1)`,
    [user.email],
  );
  await signInTheDatabase();
  await page.goto('/dashboard');
  await expect(
    page.getByText(/at the rate we locked\. You can still finish at today’s rate until \d+ \w+ \d{4}, /),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Resume sale' }).click();
  await expect(page.getByText('Your locked rate has expired').first()).toBeVisible();
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
