import type { Locator } from 'playwright';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, tabTo } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, anAdmin, as, ask, askProven } from './harness/users.ts';

test('twenty payouts go from approved to a released file with the keyboard alone, in at most thirty keys', async () => {
  const owner = await anAdmin();
  const { token } = owner;
  const profiles = await ask<{ id: string; name: string }[]>('GET', '/api/admin/payout-profiles', { token });
  const profileId = profiles.find(({ name }) => name === 'ng-transfer')?.id;
  const bank = { holderName: 'Landfall', bankName: 'Bank', accountNumber: '0152792740' };
  const account = { ...bank, name: 'Naira', currency: 'NGN', format: 'csv', profileId };
  await askProven(owner, 'POST', '/api/admin/desk-accounts', account);
  const seller = await aCustomer();
  for (let count = 0; count < 20; count += 1) {
    const { id } = await placeSellOrder(seller, { cryptoId: 'usdt-trc20', amount: 20 + count, currency: 'NGN' });
    await ask('POST', `/api/admin/transactions/${id}/payout`, { token, body: { reason: 'Checked' } });
  }

  const page = await as(owner, '/admin/payouts?tab=due');
  await expect(page.getByRole('checkbox', { name: /^Choose all/ })).toBeVisible();
  await expectGoodInEveryAppearance(page, 'payouts-due');
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  /** Goes to this control with Tab. */
  const reach = async (aim: Locator) => {
    keys += await tabTo(page, aim);
  };
  await page.getByRole('searchbox').focus();
  await reach(page.getByRole('checkbox', { name: /^Choose all/ }));
  await press('Space');
  await reach(button(page, /^Make a batch of 20/));
  await press('Enter');
  const card = page
    .getByRole('listitem')
    .filter({ hasText: /20 payouts from Naira/ })
    .first();
  const release = button(card, /^Release ₦.*: B-/);
  await release.waitFor();
  await page
    .getByRole('tab', { name: /^To release/ })
    .or(page.getByRole('link', { name: /^To release/ }))
    .first()
    .focus();
  await reach(release);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await reach(button(page.getByRole('dialog'), /^Release ₦[\d,.]+\sNGN$/));
  await press('Enter');
  await page.getByLabel('Your password', { exact: true }).fill(owner.password);
  await press('Enter');
  await expect(button(page, /B-\d{6}\.csv/)).toBeVisible();
  check(keys).toBeLessThanOrEqual(30);
  await expectGoodInEveryAppearance(page, 'payouts-released');
}, 240_000);
