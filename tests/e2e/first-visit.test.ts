import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Route } from 'playwright';
import { expect, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { layoutShift } from '#tests/screens/axe.ts';
import { openPage } from './harness/page.ts';
import { aCustomer, as, ask, visitor } from './harness/users.ts';

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

test.each(['/', '/terms-of-service'])('a visitor whose typeface comes last sees %s stay where it is', async (path) => {
  const page = await openPage(phone);
  const held: Route[] = [];
  await page.route('**/*.woff2', (route) => {
    held.push(route);
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Help' }).first().waitFor();
  for (const route of held) await route.continue();
  await page.evaluate(async () => document.fonts.ready);
  expect(held.length).toBeGreaterThan(0);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.1);
});

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
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.1);
});
