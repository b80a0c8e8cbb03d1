import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectTexts, field, fill, press } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { productUrl } from './harness/product.ts';
import { startOwnProduct } from './harness/server.ts';
import { aCustomer, admin, ask, visitor } from './harness/users.ts';

// Saving settings that somebody else changed meanwhile is refused, and another file changes some.
startOwnProduct();

type Settings = { support: Record<string, string>; times: Record<string, string> };

/** Both fields of a tier are on one line, and what belongs to the first ends before the second begins. */
async function expectTiersApart(page: Page, first: string, secondName: string): Promise<void> {
  const amount = field(page, first);
  const box = await field(page, secondName).boundingBox();
  check((await amount.boundingBox())?.y).toBeCloseTo(box?.y ?? 0, -1);
  await amount.fill('20000');
  const groupedAmount = await amount.locator('xpath=../..').getByText('$20,000.00 USD').boundingBox();
  await amount.fill('10000');
  check((groupedAmount?.x ?? 0) + (groupedAmount?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
}

/** The page as the server renders it for a visitor. */
const contactPage = async () => (await fetch(new URL('/contact', productUrl()))).text();

test('customers read at once the settings that the administrator changed', async () => {
  const { page } = await admin('/admin/dashboard');
  await page.getByRole('link', { name: 'System Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System Settings' })).toBeVisible();
  await expect(field(page, 'Fee of tier 1')).toHaveValue('5');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectTiersApart(page, 'Orders over, tier 3', 'Fee of tier 3');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/settings?section=deposits');
  await page.getByText('Adjust chain by chain').click();
  await expectTiersApart(page, 'Bitcoin: orders over, tier 3', 'Bitcoin: confirmations of tier 3');

  await page.getByRole('link', { name: 'Hours and times' }).click();
  await fill(page, { 'An agent replies within': '20 minutes', 'An identity check takes': 'within a day' });
  await press(page, 'Save hours and times');
  const dialog = page.getByRole('dialog');
  await expectTexts(dialog, '20 minutes', 'within a day');
  await expectGoodInEveryAppearance(page, 'admin-settings-ask');
  // Caches the page before the change.
  check(await contactPage()).toContain('1-2 hours');
  await press(dialog, 'Save settings', true);
  await expect(button(page, 'Save hours and times')).toBeDisabled();
  const publicSettings = await ask<Settings>('GET', '/api/settings');
  check(publicSettings).toMatchObject({ support: { agentReply: '20 minutes' }, times: { kyc: 'within a day' } });
  check(await contactPage()).toContain('20 minutes');

  // Not saved: neither a link nor Back may lose it.
  await page.getByRole('link', { name: 'Brand and contact' }).click();
  const operator = field(page, 'Operated by');
  await operator.fill('Quay Exchange Ltd');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const toFees = page.getByRole('link', { name: 'Fee tiers' });
  await toFees.click();
  await press(question, 'Stay here');
  await expect(operator).toHaveValue('Quay Exchange Ltd');
  await page.evaluate(() => history.back());
  await press(question, 'Stay here');
  await expect(page).toHaveURL(/section=brand$/);
  await expect(operator).toHaveValue('Quay Exchange Ltd');
  await toFees.click();
  await press(question, 'Leave');
  await expect(field(page, 'Fee of tier 1')).toBeVisible();

  // Settings of the member, in any role.
  await page.goto('/admin/account');
  const switchNamed = (name: string) => page.getByRole('switch', { name });
  for (const name of ['Keyboard shortcuts in the queues', 'Play a sound for new work']) await switchNamed(name).click();
  await expect(switchNamed('Keyboard shortcuts in the queues')).not.toBeChecked();
  await expect(switchNamed('Play a sound for new work')).toBeChecked();
  await expect(switchNamed('Show desktop notifications')).not.toBeChecked();

  // An email is longer than the window: its save button stays in view anyway.
  await page.goto('/admin/settings?tab=mails');
  await press(page, /^Edit .*is your .*code$/);
  const mail = page.getByRole('dialog', { name: /^Email: .*is your .*code$/ });
  await expect(mail.getByRole('textbox', { name: 'Subject' })).toBeFocused();
  await expect(button(mail, 'Save email')).toBeInViewport({ ratio: 1 });
});

test('the administrator sets confirmations and explorers, and the team opens an order’s explorer', async () => {
  const { page, user } = await admin('/admin/settings?section=deposits');
  const dialog = page.getByRole('dialog');
  const save = async (name: string) => {
    await press(page, name);
    await press(dialog, 'Save settings', true);
    await expect(button(page, name)).toBeDisabled();
  };
  // No other test waits for this chain; each attempt has other values.
  const chosenLimit = randomInt(10, 1_000);
  const explorer = `https://ledger${chosenLimit}.test/`;
  await press(page, 'Careful', true);
  await expect(page.getByText('Twice the usual confirmations')).toBeVisible();
  await press(page, 'Undo changes');
  await page.getByText('Adjust chain by chain').click();
  await field(page, 'XRP Ledger: confirmations of tier 1').fill(`${chosenLimit}`);
  await expect(page.getByText('Adjusted by you.')).toBeVisible();
  await save('Save deposit rules');
  await page.getByRole('link', { name: 'Explorers' }).click();
  await fill(page, {
    'XRP Ledger: address': `${explorer}{address}`,
    'XRP Ledger: transaction': `${explorer}tx/{hash}`,
  });
  await save('Save explorers');
  const storedSettings = await ask('GET', '/api/admin/settings', { token: user.token });
  check(JSON.stringify(storedSettings)).toContain(`"confirmations":${chosenLimit}`);

  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'ripple', amount: 40 });
  const transactionHash = randomBytes(32).toString('hex').toUpperCase();
  await ask('PUT', `/api/transactions/${order.id}/hash`, { token: seller.token, body: { transactionHash } });
  await page.goto(`/admin/transactions?q=${order.reference}&tx=${order.id}`);
  await expect(page.locator(`a[href="${explorer}tx/${transactionHash}" i][rel="noopener noreferrer"]`)).toBeVisible();
  const link = page.locator(`a[href^="${explorer}r"]`);
  await expect(link).toHaveAttribute('href', /\/r\w+$/);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('the administrator decides on rates that jumped', async () => {
  // The sample source does not contain the coin, so it does not overwrite the rate within a minute.
  await inTheDatabase(
    `insert into held_rates (kind, subject, last_good, offered, offered_at, source)
     values ('coin', 'dogecoin', 143.57, 300, now(), 'test')`,
  );
  const { page } = await admin('/admin/held-rates');
  const list = page.getByRole('list', { name: 'Rates that wait' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Prices/ })).toContainText('1 rate waits');
  await expect(page.getByRole('link', { name: /^Held Rates/ })).toContainText('1');
  await expectGoodInEveryAppearance(page, 'admin-held-rates');
  await page.setViewportSize({ width: 1280, height: 900 });
  const dialog = page.getByRole('dialog');
  await press(page, 'Quote the offered rate of dogecoin');
  await expect(dialog.getByText('1 dogecoin = 300.00 USD')).toBeVisible();
  await press(dialog, 'Cancel');
  await press(page, 'Keep the old rate of dogecoin');
  await press(dialog, 'Keep the old rate');
  const emptyHeading = page.getByRole('heading', { name: 'No rate is held' });
  await expect(emptyHeading).toBeVisible();
  check((await emptyHeading.locator('..').boundingBox())?.height).toBeLessThan(80);
  await expect(page.getByRole('row', { name: /dogecoin/ })).toContainText('Refused');
});

test('the owner invites a support agent, who joins and sets up the second factor', async () => {
  const email = `nora.${randomUUID().slice(0, 8)}@team.test`;
  const { page: owner } = await admin('/admin/team');
  await press(owner, 'Invite');
  const dialog = owner.getByRole('dialog');
  await field(dialog, 'Email').fill(email);
  await dialog.getByRole('radio', { name: /^Support/ }).check();
  await expectGoodInEveryAppearance(owner, 'team-invite');
  await press(dialog, 'Invite as Support', true);
  const row = owner.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Invited');

  const { text = '' } = await readMail(email, /\/invitation\//);
  const page = await visitor(/\/invitation\/[\w-]+/.exec(text)?.[0]);
  expectError(page, /403 /);
  const password = 'a lighthouse in the fog';
  await fill(page, { 'First name': 'Nora', 'Last name': 'Diaz', Password: password, 'Confirm password': password });
  await expectGoodInEveryAppearance(page, 'invitation');
  await press(page, 'Join the team');

  const factor = page.getByRole('dialog');
  const secret = await factor.locator('bdi').first().innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await factor.getByRole('textbox').first().fill(totp.generate());
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await press(factor, 'I’ve saved them');

  await expect(page.getByRole('heading', { name: 'Main Dashboard' })).toBeVisible();
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Agent Chat' })).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Wallet Settings' })).toHaveCount(0);
});
