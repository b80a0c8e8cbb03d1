import type { Locator, Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { waitUntilIdle } from '#tests/screens/appearance.ts';
import { fillAmount, fillBank } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { openPage } from './harness/page.ts';
import { aCustomer, admin, as, visitor } from './harness/users.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const;

const offsetOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Goes to the end of a page, as a reader who has read all of it. */
async function toEnd(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  return offsetOf(page);
}

/** Expects the page or step with this heading at its top, and announced by a screen reader. */
async function expectTop(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  await expect.poll(() => offsetOf(page), `where ${page.url()} begins`).toBe(0);
}

/** Presses a link from the end of the page; the browser must not scroll it into view, which would move the page. */
async function followLink(page: Page, link: Locator): Promise<number> {
  await link.first().waitFor();
  const offset = await toEnd(page);
  await link.first().dispatchEvent('click');
  return offset;
}

test('a visitor who follows ten links from the end of a page starts each page at its top', async () => {
  const page = await openPage();
  const [main, footer, banner] = [page.getByRole('main'), page.getByRole('contentinfo'), page.getByRole('banner')];
  const hops = [
    [footer.getByRole('link', { name: 'Terms of Service' }), 'Terms of Service'],
    [footer.getByRole('link', { name: 'Privacy Policy' }), 'Privacy Policy'],
    [footer.getByRole('link', { name: 'Contact Us' }), 'Contact Us'],
    [footer.getByRole('link', { name: 'Landfall' }), 'Turn crypto into cash in your bank'],
    [banner.getByRole('link', { name: 'Sign In' }), 'Sign in to Landfall'],
    [main.getByRole('link', { name: 'Create account' }), 'Create your account'],
    [footer.getByRole('link', { name: 'Terms of Service' }), 'Terms of Service'],
    [main.getByRole('link', { name: 'Back to Home' }), 'Turn crypto into cash in your bank'],
    [main.getByRole('link', { name: 'Sign Up' }), 'Create your account'],
    [footer.getByRole('link', { name: 'Privacy Policy' }), 'Privacy Policy'],
  ] as const;
  await page.goto('/');
  for (const [index, [link, name]] of hops.entries()) {
    await page.setViewportSize(sizes[index % 2] ?? sizes[0]);
    check(await followLink(page, link), 'the page before it was longer than the window').toBeGreaterThan(0);
    await expectTop(page, name);
  }
  await expect(page).toHaveURL(/privacy-policy$/);
});

test('a customer who goes back to their orders finds the former position', async () => {
  const user = await aCustomer();
  await Promise.all(Array.from({ length: 5 }, () => placeSellOrder(user, { amount: 0.001 })));
  const page = await as(user, '/transactions');
  const orders = page.getByRole('link', { name: /^Details of LF-/ });
  const home = page.getByRole('heading', { level: 1, name: 'Dashboard' });
  for (const size of sizes) {
    await page.setViewportSize({ ...size, height: 480 });
    await page.goto('/transactions');
    await expect(orders.nth(4)).toBeVisible();
    await waitUntilIdle(page);
    const offset = (await toEnd(page)) - 50;
    check(offset).toBeGreaterThan(0);
    await page.evaluate((top) => scrollTo(0, top), offset);
    await page.locator('a[href="/dashboard"]').first().dispatchEvent('click');
    await expect(home).toBeFocused();
    await expect.poll(() => offsetOf(page)).toBe(0);
    await page.goBack();
    await expect(orders.nth(4)).toBeVisible();
    await expect.poll(() => offsetOf(page)).toBe(offset);
    await page.goForward();
    await expect(home).toBeVisible();
    await expect.poll(() => offsetOf(page)).toBe(0);
  }
});

test('a reader of the terms goes to a section and back by its address', async () => {
  const page = await visitor('/terms-of-service?from=mail');
  const entry = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').nth(4);
  const name = (await entry.textContent()) ?? '';
  await entry.click();
  const section = page.getByRole('heading', { level: 2, name });
  await expect(section).toBeInViewport();
  await expect(page).toHaveURL(/\?from=mail#.+/);
  await expect.poll(() => offsetOf(page)).toBeGreaterThan(0);
  await page.goBack();
  await expect.poll(() => offsetOf(page)).toBe(0);
  check(await toEnd(page)).toBeGreaterThan(500);
  await page.goto('/register');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect.poll(() => offsetOf(page)).toBe(0);
});

test('an administrator who opens an address starts at its top, and stays in place after a reload', async () => {
  const { page } = await admin('/admin/dashboard?tab=fiat-exchange');
  const { origin } = new URL(page.url());
  const list = page.getByRole('row', { name: /HKD → NGN/ });
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 500 });
  // A late part would move the page away from its position.
  await waitUntilIdle(page);
  const end = await toEnd(page);
  check(end).toBeGreaterThan(100);
  // Not at the end: another test adds rates and deletes them, and a shorter page cannot be scrolled as far.
  const offset = end - 100;
  await page.evaluate((top) => scrollTo(0, top), offset);
  await page.reload();
  await expect(list).toBeAttached();
  await expect.poll(() => offsetOf(page)).toBe(offset);
  await page.goto(`${origin}/admin/team`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.goto(`${origin}/admin/dashboard?tab=fiat-exchange`);
  await expect(list).toBeVisible();
  await page.waitForLoadState('networkidle');
  check(await offsetOf(page)).toBe(0);
});

/** The open list of currencies stays at its field when content is added above it. */
async function expectListAtField(page: Page): Promise<void> {
  const [field, list] = [page.getByRole('combobox', { name: 'Payout currency' }), page.getByRole('listbox')];
  await field.click();
  await list.waitFor();
  const gap = async () => {
    const [box, listBox] = [await field.boundingBox(), await list.boundingBox()];
    if (!box || !listBox) return undefined;
    return Math.min(Math.abs(listBox.y - box.y - box.height), Math.abs(box.y - listBox.y - listBox.height));
  };
  await expect.poll(gap).toBeLessThan(8);
  for (const addedHeight of ['60px', '0px']) {
    await page.getByRole('main').evaluate((main, height) => (main.style.marginTop = height), addedHeight);
    await expect.poll(gap).toBeLessThan(8);
  }
  await page.keyboard.press('Escape');
}

test('a customer who sells starts each step at its top', async () => {
  const [phone, desktop] = sizes;
  const page = await as(await aCustomer(), '/sell', { viewport: phone });
  // Presses the button to the next step, from the end of a step that is longer than any window.
  const go = async (button: string, heading: string) => {
    await page.getByRole('button', { name: button }).waitFor();
    await page.evaluate(() => (document.body.style.paddingBottom = '2000px'));
    const offset = await toEnd(page);
    await page.getByRole('button', { name: button }).dispatchEvent('click');
    await expectTop(page, heading);
    return offset;
  };
  await page.getByRole('radio', { name: /BTC · Bitcoin Network/ }).check({ force: true });
  await go('Continue with Bitcoin', 'How much do you want to sell?');
  await expectListAtField(page);
  await fillAmount(page, '0.02', 'NGN');
  const leftPosition = await go('Continue with 0.02 BTC', 'Where should we send your NGN?');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'How much do you want to sell?' })).toBeFocused();
  await expect.poll(() => offsetOf(page)).toBe(leftPosition);
  await page.setViewportSize(desktop);
  await go('Continue with 0.02 BTC', 'Where should we send your NGN?');
  await fillBank(page);
  await go('Lock rate and show address', 'Send 0.02 BTC to this address');
});
