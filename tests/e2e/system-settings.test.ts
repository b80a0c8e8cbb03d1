import { randomInt } from 'node:crypto';
import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { productUrl } from './harness/product.ts';
import { administrator } from './harness/server.ts';
import { aCustomer, admin, ask } from './harness/users.ts';

type Settings = { support: Record<string, string>; times: Record<string, string>; brand: Record<string, string> };

/** Both fields of a tier are on one line, and what belongs to the first ends before the second begins. */
async function expectTiersApart(page: Page, first: string, second: string): Promise<void> {
  const [amount, other] = [
    page.getByRole('textbox', { name: first, exact: true }),
    page.getByRole('textbox', { name: second, exact: true }),
  ];
  const box = await other.boundingBox();
  check((await amount.boundingBox())?.y).toBeCloseTo(box?.y ?? 0, -1);
  const grouped = await amount.locator('xpath=../..').getByText('$10,000.00 USD').boundingBox();
  check((grouped?.x ?? 0) + (grouped?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
}

/** The page as the server renders it for a visitor. */
const contactPage = async () => (await fetch(new URL('/contact', productUrl()))).text();

test('the administrator changes the settings, sees old beside new, and customers read it at once', async () => {
  const { page } = await admin('/admin/dashboard');
  await page.getByRole('link', { name: 'System Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Settings' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Fee of tier 1' })).toHaveValue('5');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectTiersApart(page, 'Orders over, tier 3', 'Fee of tier 3');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/settings?section=deposits');
  await expectTiersApart(page, 'Bitcoin: orders over, tier 3', 'Bitcoin: confirmations of tier 3');

  await page.getByRole('link', { name: 'Hours and times' }).click();
  await page.getByRole('textbox', { name: 'An agent replies within' }).fill('20 minutes');
  await page.getByRole('textbox', { name: 'An identity check takes' }).fill('within a day');
  await page.getByRole('button', { name: 'Save hours and times' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('20 minutes')).toBeVisible();
  await expect(dialog.getByText('within a day')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'admin-settings-ask');
  await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
  // Caches the page before the change.
  check(await contactPage()).toContain('1-2 hours');
  await dialog.getByRole('button', { name: 'Save settings' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save hours and times' })).toBeDisabled();
  const notified = await ask<Settings>('GET', '/api/settings');
  check(notified.support['agentReply']).toBe('20 minutes');
  check(notified.times['kyc']).toBe('within a day');
  check(await contactPage()).toContain('20 minutes');

  // Not saved: neither a link nor Back may lose it.
  await page.getByRole('link', { name: 'Brand and contact' }).click();
  const operator = page.getByRole('textbox', { name: 'Operated by' });
  await operator.fill('Quay Exchange Ltd');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const toFees = page.getByRole('link', { name: 'Fee tiers' });
  await toFees.click();
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(operator).toHaveValue('Quay Exchange Ltd');
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(page).toHaveURL(/section=brand$/);
  await expect(operator).toHaveValue('Quay Exchange Ltd');
  await toFees.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('textbox', { name: 'Fee of tier 1' })).toBeVisible();

  // What is the member's own, whatever their role.
  await page.goto('/admin/account');
  await page.getByRole('switch', { name: 'Keyboard shortcuts in the queues' }).click();
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts in the queues' })).not.toBeChecked();

  // An email is longer than the window: what saves it stays in sight all the same.
  await page.goto('/admin/settings?tab=mails');
  await page.getByRole('button', { name: /^Edit .*is your .*code$/ }).click();
  const mail = page.getByRole('dialog', { name: /^Email: .*is your .*code$/ });
  await expect(mail.getByRole('textbox', { name: 'Subject' })).toBeFocused();
  await expect(mail.getByRole('button', { name: 'Save email' })).toBeInViewport({ ratio: 1 });
}, 120_000);

test('the administrator sets confirmations and explorers, and the team follows an order to its explorer', async () => {
  const { page, user } = await admin('/admin/settings?section=deposits');
  const dialog = page.getByRole('dialog');
  const save = async (button: string) => {
    await page.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Your password', { exact: true }).fill(administrator.password);
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: button })).toBeDisabled();
  };
  // Of a chain that no other test waits for, and other values at each attempt.
  const chosen = randomInt(10, 1_000);
  const explorer = `https://ledger${chosen}.test/`;
  const depth = page.getByRole('textbox', { name: 'XRP Ledger: confirmations of tier 1' });
  await depth.fill(`${chosen}`);
  await save('Save deposit rules');
  await page.getByRole('link', { name: 'Explorers' }).click();
  await page.getByRole('textbox', { name: 'XRP Ledger: address' }).fill(`${explorer}{address}`);
  await save('Save explorers');
  const stored = await ask('GET', '/api/admin/settings', { token: user.token });
  check(JSON.stringify(stored)).toContain(`"confirmations":${chosen}`);

  const order = await placeSellOrder(await aCustomer(), { cryptoId: 'ripple', amount: 40 });
  await page.goto(`/admin/transactions?q=${order.reference}&tx=${order.id}`);
  const link = page.locator(`a[href^="${explorer}"]`);
  await expect(link).toHaveAttribute('href', /\/r\w+$/);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
}, 120_000);

test('the administrator decides on rates that jumped', async () => {
  // Of nothing the sample source names: it would take its own rates back within the minute.
  await inTheDatabase(
    `insert into held_rates (kind, subject, last_good, offered, offered_at, source)
     values ('coin', 'dogecoin', 143.57, 300, now(), 'test'), ('currency', 'XTS', 600, 6000, now(), 'test')`,
    [],
  );
  const { page } = await admin('/admin/held-rates');
  const waiting = page.getByRole('list', { name: 'Rates that wait' });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('link', { name: /Held Rates/ })).toContainText('2 rates wait');
  await expectGoodInEveryAppearance(page, 'admin-held-rates');
  await page.setViewportSize({ width: 1280, height: 900 });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Quote the offered rate of dogecoin' }).click();
  await expect(dialog.getByText('1 dogecoin = 300.00 USD')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep the old rate of dogecoin' }).click();
  await dialog.getByRole('button', { name: 'Keep the old rate' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /Keep the old rate of .*XTS/ }).click();
  await dialog.getByRole('button', { name: 'Keep the old rate' }).click();
  const nothing = page.getByRole('heading', { name: 'No rate is held' });
  await expect(nothing).toBeVisible();
  check((await nothing.locator('..').boundingBox())?.height).toBeLessThan(80);
  await expect(page.getByRole('row', { name: /dogecoin/ })).toContainText('Refused');
}, 120_000);
