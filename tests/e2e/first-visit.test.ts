import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import lighthouse from 'lighthouse';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { layoutShift } from '#tests/screens/axe.ts';
import { withDebuggedBrowser } from './harness/browser.ts';
import { patienceMs } from './harness/expect.ts';
import { hold, openPage } from './harness/page.ts';
import { aCustomer, as, ask } from './harness/users.ts';

const clientDir = join(rootDir, 'dist', 'client');
const phone = { viewport: { width: 360, height: 740 } };

/**
 * Required Lighthouse scores. every-screen.test.ts runs axe on every page; `npm run bench` measures the speed of a
 * page, on an idle machine.
 */
const goals = { 'best-practices': 95, seo: 100 };

/** Opens a page whose typeface is held back until its scripts have run; returns the layout shift after that. */
async function shiftWithTypefaceLast(page: Page, path: string): Promise<number> {
  let heldCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) heldCount += 1;
  });
  const release = await hold(page, '**/*.woff2');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  // The last of the automatic requests.
  await page.getByRole('button', { name: 'Help' }).first().waitFor();
  expect(heldCount).toBeGreaterThan(0);
  release();
  await page.evaluate(async () => document.fonts.ready);
  return layoutShift(page);
}

test('a first visit loads at most 245 KB, 170 of them scripts, and does not shift', async () => {
  const page = await openPage(phone);
  const wire = await page.context().newCDPSession(page);
  let bytes = 0;
  const scripts = new Set<string>();
  wire.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await wire.send('Network.enable');
  expect(await shiftWithTypefaceLast(page, '/')).toBeLessThanOrEqual(0.1);
  await page.waitForLoadState('networkidle');
  expect(bytes / 1000).toBeLessThanOrEqual(245);
  // The bytes on the wire are even fewer: this browser supports brotli.
  const zipped = [...scripts].map((path) => gzipSync(readFileSync(join(clientDir, path)), { level: 9 }).length);
  expect(zipped.length).toBeGreaterThan(5);
  expect(bytes / 1000).toBeGreaterThan(100);
  expect(zipped.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(170);
});

test('a visitor whose font loads last sees the terms stay in place', async () => {
  expect(await shiftWithTypefaceLast(await openPage(phone), '/terms-of-service')).toBeLessThanOrEqual(0.1);
});

test('a customer with an unfinished sale sees nothing move when it loads last', async () => {
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

test('Lighthouse finds no barrier for a user or a search engine on the home page', async () => {
  const problems = await withDebuggedBrowser(async (port) => {
    const failures: string[] = [];
    const onlyCategories = Object.keys(goals);
    const result = await lighthouse(`${inject('productUrl')}/`, {
      port,
      onlyCategories,
      logLevel: 'error',
      disableFullPageScreenshot: true,
      maxWaitForFcp: patienceMs,
      maxWaitForLoad: patienceMs,
      // axe checks it on every screen.
      skipAudits: ['document-title', 'image-alt'],
    });
    const { audits = {}, categories = {} } = result?.lhr ?? {};
    for (const [name, goal] of Object.entries(goals)) {
      const { score, auditRefs = [] } = categories[name] ?? {};
      if (Math.round((score ?? 0) * 100) >= goal) continue;
      const failedAudits = auditRefs.map(({ id }) => audits[id]).filter((audit) => audit?.score === 0);
      const notifiedProblems = failedAudits.map(
        (audit) => `${audit?.id} ${JSON.stringify(audit?.details ?? '').slice(0, 300)}`,
      );
      failures.push(`${name} ${score}: ${notifiedProblems.join(' | ')}`);
    }
    return failures;
  });
  expect(problems).toEqual([]);
});
