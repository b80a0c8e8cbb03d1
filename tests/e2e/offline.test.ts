import type { Page } from 'playwright';
import { test } from 'vitest';
import { button, expectVisible, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, as, ask } from './harness/users.ts';

test('a customer without a network reads the last orders and rates, and the next user does not', async () => {
  const user = await aCustomer();
  const { reference } = await placeSellOrder(user);
  const page = await as(user, '/dashboard', { serviceWorkers: 'allow' });
  const context = page.context();
  expectError(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|websocket|sw\.js/i);
  const rate = page.getByText('$39,145.28').first();
  await expect(rate).toBeVisible();
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  const order = page.getByRole('dialog');
  const details = page.getByRole('link', { name: `Details of ${reference}` });
  await details.click();
  await order.getByText('Rate, fee and account').click();
  await expect(button(order, 'Show')).toBeVisible();
  await press(order, 'Close');
  // The worker caches them once the page is idle.
  await expect.poll(() => page.evaluate(notCached)).toEqual([]);
  expect((await page.evaluate(cachedPaths)).filter((path) => /^\/(api|ws)/.test(path))).toEqual([]);

  await context.setOffline(true);
  await page.goto('/transactions');
  await expectVisible(page.getByText(reference).first(), page.getByText(/^Saved copy from /));
  await expect(page.getByText(/^You’re offline\./)).toBeVisible();
  for (const name of ['Sell More', 'Export'])
    await expect(button(page, name)).toHaveAccessibleDescription(/^Saved copy from .* You’re offline\./);
  await details.click();
  await expect(order.getByText(/^Saved copy from .* Addresses, full account numbers/)).toBeVisible();
  await expect(order.getByText(reference).first()).toBeVisible();
  await press(order, 'Close');
  const storedText = await storedTexts(page, '');
  for (const secret of ['0123884421', '2348031234567']) expect(storedText).not.toContain(secret);
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expectVisible(rate, page.getByText(/^These rates may be out of date/));
  await page.reload();
  await expect(rate).toBeVisible();

  // A form opens too, says why it is disabled, and becomes usable again with its input.
  await page.goto('/sell?crypto=bitcoin&amount=0.02&step=3');
  const lockButton = button(page, 'Lock rate and show address');
  await expect(lockButton).toHaveAttribute('aria-disabled', 'true');
  await expect(lockButton).toHaveAccessibleDescription(/^You’re offline\. This works again when you’re back online/);
  const account = page.getByLabel('Account number');
  await account.fill('0123884421');

  await context.setOffline(false);
  await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
  await expect(lockButton).not.toHaveAttribute('aria-disabled');
  await expect(account).toHaveValue('0123884421');

  // The operator switches it off, as OFFLINE_READING=off does: the next page removes the worker and its cache.
  await page.route('**/sw.js', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect.poll(() => page.evaluate(workers)).toBe(0);
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);

  await ask('DELETE', '/api/sessions', { token: user.token });
  await page.goto('/sign-out');
  await page.waitForLoadState('networkidle');
  expect(await storedTexts(page, 'landfall-cache')).toBe('');
});

test('bank data, the picture and the orders of a customer leave the device once the session expires', async () => {
  const user = await aCustomer();
  const [, claims = ''] = user.token.split('.');
  const { sub, exp } = JSON.parse(atob(claims)) as { sub: string; exp: number };
  const page = await as(user, '/transactions');
  await expect.poll(() => storedTexts(page, 'landfall-cache:')).toContain('/api/transactions');
  await page.goto('/sell?crypto=bitcoin&amount=0.02&step=3');
  await page.getByLabel('Account number').fill('0123884421');
  await page.getByLabel('Account number').blur();
  await expect.poll(() => storedTexts(page, 'landfall-draft:')).toContain('0123884421');
  expect(await page.evaluate(pictures, `landfall-draft:sell:${sub}`)).toBe(1);

  // The next page opens after that moment, without a sign-in or sign-out.
  await page.clock.setSystemTime(exp * 1000 + 1000);
  await page.goto('/');
  await expect.poll(() => storedTexts(page, 'landfall-cache:')).toBe('');
  await expect.poll(() => storedTexts(page, 'landfall-draft:')).not.toContain('0123884421');
  expect(await storedTexts(page, 'landfall-draft:')).toContain('0.02');
  await expect.poll(() => page.evaluate(pictures, undefined)).toBe(0);
});

/** The values in the browser's storage whose keys begin with `prefix`. */
function storedTexts(page: Page, prefix: string): Promise<string> {
  return page.evaluate((start) => {
    const entries = Object.entries(localStorage).filter(([key]) => key.startsWith(start));
    return entries.map((entry) => entry.join('=')).join();
  }, prefix);
}

/** Puts a file into the store of idb-keyval under this key, like a draft; returns the number of files there. */
function pictures(key?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open('keyval-store');
    openRequest.addEventListener('upgradeneeded', () => openRequest.result.createObjectStore('keyval'));
    openRequest.addEventListener('error', () => reject(new Error('The store did not open.')));
    openRequest.addEventListener('success', () => {
      const store = openRequest.result.transaction('keyval', 'readwrite').objectStore('keyval');
      if (key) store.put(new File(['proof'], 'proof.png', { type: 'image/png' }), key);
      const countRequest = store.count();
      countRequest.addEventListener('success', () => resolve(countRequest.result));
    });
  });
}

async function workers(): Promise<number> {
  return (await navigator.serviceWorker.getRegistrations()).length;
}

/** The path of everything that the worker has cached. */
async function cachedPaths(): Promise<string[]> {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}

/** Files of the page that the worker has not cached yet; initially all of them. */
async function notCached(): Promise<string[]> {
  const storedFiles = await (await caches.open('landfall-assets')).keys();
  const names = new Set(storedFiles.map(({ url }) => new URL(url).pathname));
  const loadedPaths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return loadedPaths.filter((path) => path.startsWith('/assets/') && !names.has(path));
}

test('a page that failed without a network loads by itself once there is one again', async () => {
  const user = await aCustomer();
  const page = await as(user, '/dashboard');
  // The screens that are fetched ahead need a network as well.
  expectError(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|websocket|dynamically imported module/i);
  await page.route('**/api/refunds*', (route) => route.abort());
  await page.goto('/refunds');
  await button(page, 'Try Again').waitFor();
  await page.context().setOffline(true);
  await page.unroute('**/api/refunds*');
  await expect(button(page, 'Try Again')).toBeVisible();
  await page.context().setOffline(false);
  await expectVisible(page.getByText('No refunds', { exact: true }));
});
