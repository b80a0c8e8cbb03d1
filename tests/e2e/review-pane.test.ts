import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { aPicture, placeSellOrder, type PlacedOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, ask, type TestUser } from './harness/users.ts';

const statusOf = async ({ token }: TestUser, { id }: PlacedOrder) =>
  (await ask<PlacedOrder>('GET', `/api/transactions/${id}`, { token })).status;

/** The queue with just this customer's orders: other tests share it. */
const queueOf = ({ email }: TestUser, more = '') => admin(`/admin/transactions?q=${encodeURIComponent(email)}${more}`);

const row = (page: Page, { reference }: PlacedOrder) => page.getByRole('link', { name: `Open ${reference}` });
const title = (page: Page, { reference }: PlacedOrder) => page.getByRole('heading', { name: reference });
const search = (page: Page) => page.getByRole('searchbox', { name: /^Reference, email/ });
const finalId = (page: Page) => page.getByLabel('Final transaction ID');
const start = (page: Page) => page.getByRole('button', { name: 'Start processing' });
const approve = (page: Page) => page.getByRole('button', { name: /^Approve ₦/ });
const outside = (page: Page) => page.getByText(/^This order is not in the list/);

/** No button that decides about an order is on the screen. */
async function expectNothingToDecide(page: Page): Promise<void> {
  for (const name of [/^Start processing$/, /^Approve /, /^Reject…$/]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
}

/** Holds lists of orders that fit back until it is called. */
async function holdLists(page: Page, fits: (query: URLSearchParams) => boolean): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname, searchParams }) => pathname === '/api/admin/transactions' && fits(searchParams),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

test('an administrator who searches for another order can pay that one only, also while the list is on its way', async () => {
  const seller = await aCustomer();
  const [first, second] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await queueOf(seller);
  await start(page).click();
  await finalId(page).fill('FOR-THE-FIRST');
  await expect(approve(page)).toBeVisible();

  const release = await holdLists(page, (query) => query.get('q') === second.reference);
  await search(page).fill(second.reference);
  await expect(page).toHaveURL(new RegExp(`q=${second.reference}`));
  await expectNothingToDecide(page);
  await expect(title(page, first)).toHaveCount(0);
  release();

  await expect(title(page, second)).toBeVisible();
  await expect(row(page, second)).toHaveAttribute('aria-current', 'true');
  await expect(row(page, first)).toHaveCount(0);
  await expect(approve(page)).toHaveCount(0);
  await start(page).click();
  await expect(finalId(page)).toHaveValue('');
  await finalId(page).fill('FOR-THE-SECOND');

  await search(page).fill(seller.email);
  await expect(row(page, first)).toHaveAttribute('aria-current', 'true');
  await expect(finalId(page)).toHaveValue('FOR-THE-FIRST');
  await page.reload();
  await expect(finalId(page)).toHaveValue('FOR-THE-FIRST');

  expectError(page, /WebSocket|ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline\./)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Before this payout can be approved' })).toBeInViewport({ ratio: 1 });
  await page.context().setOffline(false);
});

test('an administrator whose search or filter finds nothing reads why no order is open, and comes back with one press', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller);
  const { page } = await queueOf(seller);
  await expect(start(page)).toBeVisible();
  await search(page).fill('nobody-has-such-a-name');
  await expect(page.getByRole('heading', { name: 'No order is open' })).toBeVisible();
  await expect(page.getByText('An order that was open before is not in this list.')).toBeVisible();
  await expectNothingToDecide(page);
  await expect(title(page, order)).toHaveCount(0);
  await expectGoodInEveryAppearance(page, 'admin-review-none');
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.locator('a[aria-current=true][id^=queue-]')).toBeVisible();

  await search(page).fill(seller.email);
  await expect(title(page, order)).toBeVisible();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Status').selectOption('completed');
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expect(page.getByRole('heading', { name: 'No order is open' })).toBeVisible();
  await expectNothingToDecide(page);
});

test('an administrator who filters or sorts the queue has the first order of the new list in front of them', async () => {
  const seller = await aCustomer();
  const [first, second] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await queueOf(seller);
  await start(page).click();
  await expect(approve(page)).toBeVisible();

  await page.getByRole('button', { name: /^Pending/ }).click();
  await expect(row(page, second)).toHaveAttribute('aria-current', 'true');
  await expect(title(page, second)).toBeVisible();
  await expect(approve(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Processing/ }).click();
  await expect(title(page, first)).toBeVisible();
  await expect(start(page)).toHaveCount(0);

  await page.getByRole('button', { name: /^Processing/ }).click();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Order', { exact: true }).selectOption('newest');
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expect(title(page, second)).toBeVisible();
  await expect(approve(page)).toHaveCount(0);
});

test('an administrator who turns the page decides about an order of that page, and back again about the one before', async () => {
  const seller = await aCustomer();
  const orders: PlacedOrder[] = [];
  for (let placed = 0; placed < 26; placed += 1) {
    orders.push(await placeSellOrder(seller, { cryptoId: 'usdt-trc20', amount: 10 }));
  }
  const [first, last] = [orders[0], orders[25]];
  if (!first || !last) throw new Error('The orders are missing.');
  const { page } = await queueOf(seller);
  await expect(title(page, first)).toBeVisible();
  await start(page).click();
  await expect(approve(page)).toBeVisible();

  const release = await holdLists(page, (query) => query.get('page') === '2');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expectNothingToDecide(page);
  // A row of the page that is being left opens nothing any more.
  await row(page, first).click({ force: true });
  await expect(page).not.toHaveURL(/tx=/);
  await expect(title(page, first)).toHaveCount(0);
  release();
  await expect(row(page, last)).toHaveAttribute('aria-current', 'true');
  await expect(title(page, last)).toBeVisible();
  await expect(title(page, first)).toHaveCount(0);
  await expect(approve(page)).toHaveCount(0);

  await page.goBack();
  await expect(row(page, first)).toHaveAttribute('aria-current', 'true');
  await expect(title(page, first)).toBeVisible();
  await expect(approve(page)).toBeVisible();
});

test('single keys decide about nothing while a list is on its way, and then about its first order', async () => {
  const seller = await aCustomer();
  const [first, second] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await queueOf(seller);
  await expect(start(page)).toBeVisible();
  const release = await holdLists(page, (query) => query.get('q') === second.reference);
  await search(page).fill(second.reference);
  await expect(page).toHaveURL(new RegExp(`q=${second.reference}`));
  await page.getByRole('button', { name: /^Pending/ }).focus();
  for (const key of ['s', 'r', 'a', 'j', 's', 'r']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(title(page, second)).toBeVisible();
  await expect(start(page)).toBeVisible();
  expect([await statusOf(seller, first), await statusOf(seller, second)]).toEqual(['pending', 'pending']);

  await page.keyboard.press('s');
  await expect(approve(page)).toBeVisible();
  expect([await statusOf(seller, first), await statusOf(seller, second)]).toEqual(['pending', 'processing']);
});

test('an order opened by a link from elsewhere is shown as outside the list, and the next search leaves it', async () => {
  const [linked, listed] = [await aCustomer(), await aCustomer()];
  const [order, other] = [await placeSellOrder(linked), await placeSellOrder(listed)];
  const user = encodeURIComponent(listed.email);
  const { page } = await admin('/');
  const release = await holdLists(page, (query) => query.get('q') === listed.email);
  await page.goto(`/admin/transactions?q=${user}&tx=${order.id}`);
  await expect(title(page, order)).toBeVisible();
  await expectNothingToDecide(page);
  release();

  await expect(outside(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Not in this list' }).getByRole('link')).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(row(page, other)).not.toHaveAttribute('aria-current');
  await expect(start(page)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-review-outside');

  await search(page).fill(other.reference);
  await expect(title(page, other)).toBeVisible();
  await expect(row(page, order)).toHaveCount(0);
  await expect(outside(page)).toHaveCount(0);

  await page.goto(`/admin/transactions?q=${user}&tx=${order.id}`);
  await page.getByRole('button', { name: 'Open the first of the list' }).click();
  await expect(row(page, other)).toHaveAttribute('aria-current', 'true');
  await expect(outside(page)).toHaveCount(0);
});

test('an order that leaves its list because it was started stays in front of the administrator, and the next one follows it', async () => {
  const seller = await aCustomer();
  const [first, second] = [await placeSellOrder(seller), await placeSellOrder(seller, { amount: 0.004 })];
  const { page } = await queueOf(seller, '&show=pending');
  await start(page).click();
  await expect(outside(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Not in this list' })).toContainText('Processing');
  await finalId(page).fill('FCB/7');
  await page.getByRole('button', { name: 'Confirmed, paid' }).click();
  await page
    .getByLabel(/Payout screenshots$/)
    .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: aPicture() });
  await approve(page).click();
  await expect(row(page, second)).toBeFocused();
  await expect(title(page, second)).toBeVisible();
  await expect(outside(page)).toHaveCount(0);
  await expect(start(page)).toBeVisible();
  expect([await statusOf(seller, first), await statusOf(seller, second)]).toEqual(['completed', 'pending']);
});
