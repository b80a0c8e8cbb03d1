import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { rootDir } from '#server/paths.ts';
import { aCustomer, anAdmin, as, ask, visitor } from './harness/users.ts';

const built = join(rootDir, 'dist', 'client');
const phone = { viewport: { width: 360, height: 740 } };

test('a first visit weighs at most 245 KB on the wire, 170 of them scripts, with everything the home page brings by itself', async () => {
  const page = await visitor('/contact', phone);
  const wire = await page.context().newCDPSession(page);
  let bytes = 0;
  const scripts = new Set<string>();
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await wire.send('Network.enable');
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto('/');
  // The last of the automatic requests.
  await page.getByRole('button', { name: 'Help' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(bytes / 1000).toBeLessThanOrEqual(245);
  // The bytes on the wire are even fewer: this browser supports brotli.
  const zipped = [...scripts].map((path) => gzipSync(readFileSync(join(built, path)), { level: 9 }).length);
  expect(zipped.length).toBeGreaterThan(5);
  expect(zipped.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(170);
});

const publicPaths = ['/', '/blog', '/contact', '/privacy-policy', '/login', '/register', '/forgot-password'];
const ownPaths = ['/', '/dashboard', '/sell', '/fiat-exchange', '/transactions', '/kyc', '/profile'];
const tabs = ['overview', 'transactions', 'users', 'fiat-exchange', 'payment-methods', 'wallet', 'kyc', 'blog'];
const adminPaths = [...tabs.map((tab) => `/admin/dashboard?tab=${tab}`), '/admin/settings', '/admin/agent-chat'];

test('nothing that a user reads jumps while a page loads, on any page', async () => {
  const jumps: string[] = [];
  for (const path of publicPaths) jumps.push(...(await jumpsOn(await visitor(path, phone), path)));
  const customer = await aCustomer();
  for (const path of ownPaths) jumps.push(...(await jumpsOn(await as(customer, path, phone), path)));
  const administrator = await anAdmin();
  for (const path of adminPaths) jumps.push(...(await jumpsOn(await as(administrator, path), path)));
  expect(jumps).toEqual([]);
}, 180_000);

test('a customer with a sale to finish sees nothing jump when word of it comes last', async () => {
  const user = await aCustomer();
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.01, targetCurrency: 'NGN' };
  await ask('POST', '/api/sell-quotes', { token: user.token, body: terms });
  const page = await as(user, '/contact', phone);
  const rates = page.waitForResponse(/\/api\/crypto-assets$/);
  await page.route(/\/api\/sell-quotes$/, async (route) => {
    await rates;
    await route.continue();
  });
  await page.goto('/dashboard');
  await page.getByText('Finish your sale').waitFor();
  expect(await jumpsOn(page, '/dashboard')).toEqual([]);
});

/** Reports a layout shift above the limit. */
async function jumpsOn(page: Page, path: string): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
          resolve(shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        // Where nothing moved there is nothing to observe.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
  await page.close();
  return moved > 0.1 ? [`${path} ${moved.toFixed(3)}`] : [];
}
