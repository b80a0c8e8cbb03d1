import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { expectTrouble } from './harness/page.ts';
import { placeSale } from './harness/orders.ts';
import { aCustomer, as, ask } from './harness/people.ts';

test('a customer without a network reads the orders and rates seen last, and nobody after them does', async () => {
  const person = await aCustomer();
  const { reference } = await placeSale(person);
  const page = await as(person, '/dashboard', { serviceWorkers: 'allow' });
  const context = page.context();
  expectTrouble(page, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|websocket|WebSocket/i);
  await expect(page.getByText('$39,145.28').first()).toBeVisible();
  await page.getByRole('link', { name: 'Transactions' }).first().click();
  await expect(page.getByText(reference).first()).toBeVisible();
  // Kept once the page has nothing else to do.
  await expect.poll(() => page.evaluate(notKept), { timeout: 40_000 }).toEqual([]);

  await context.setOffline(true);
  await page.goto('/transactions');
  await expect(page.getByText(reference).first()).toBeVisible();
  await expect(page.getByText(/^Saved copy from /)).toBeVisible();
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).not.toContain('0123884421');
  expect(kept).not.toContain('2348031234567');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByText('$39,145.28').first()).toBeVisible();
  await expect(page.getByText(/^Rates may be out of date/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('$39,145.28').first()).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/^You are offline\./)).toBeHidden({ timeout: 40_000 });
  await ask('DELETE', '/api/sessions', { token: person.token });
  await page.goto('/sign-out');
  await page.waitForLoadState('networkidle');
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('landfall-cache'))),
  ).toEqual([]);
});

/** The files of the page that the worker has not kept yet, before it has kept any: all of them. */
async function notKept(): Promise<string[]> {
  const kept = await (await caches.open('landfall-shell-1')).keys();
  const names = new Set(kept.map(({ url }) => new URL(url).pathname));
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return loaded.filter((path) => path.startsWith('/assets/') && !names.has(path));
}
