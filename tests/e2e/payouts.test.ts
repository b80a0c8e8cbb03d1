import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { placeSellOrder } from './harness/orders.ts';
import { aCustomer, anAdmin, as, ask, stepUpOf } from './harness/users.ts';

test('twenty payouts go from approved to a released file with the keyboard alone, in at most thirty keys', async () => {
  const owner = await anAdmin();
  const { token } = owner;
  const profiles = await ask<{ id: string; name: string }[]>('GET', '/api/admin/payout-profiles', { token });
  const profileId = profiles.find(({ name }) => name === 'ng-transfer')?.id;
  const bank = {
    name: 'Naira',
    currency: 'NGN',
    holderName: 'Landfall',
    bankName: 'Bank',
    accountNumber: '0152792740',
  };
  const body = { ...bank, format: 'csv', profileId };
  await ask('POST', '/api/admin/desk-accounts', { token, stepUp: await stepUpOf(owner), body });
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
  /** Presses Tab until the control of this name has the focus. */
  const reach = async (name: RegExp) => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement?.closest('a, button, input');
        return (
          element?.getAttribute('aria-label') ?? element?.closest('label')?.textContent ?? element?.textContent ?? ''
        );
      });
    for (let tabs = 0; tabs < 15 && !name.test(await focused()); tabs += 1) await press('Tab');
    check(await focused()).toMatch(name);
  };
  await page.getByRole('searchbox').focus();
  await reach(/^Choose all/);
  await press('Space');
  await reach(/^Make a batch of 20/);
  await press('Enter');
  const card = page
    .getByRole('listitem')
    .filter({ hasText: /20 payouts from Naira/ })
    .first();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /^Release ₦.*: B-/ }).waitFor();
  await page
    .getByRole('tab', { name: /^To release/ })
    .or(page.getByRole('link', { name: /^To release/ }))
    .first()
    .focus();
  await reach(/^Release ₦.*: B-/);
  await press('Enter');
  await page.getByRole('dialog').waitFor();
  await reach(/^Release ₦[\d,.]+\sNGN$/);
  await press('Enter');
  await page.getByLabel('Your password', { exact: true }).fill(owner.password);
  await press('Enter');
  await expect(page.getByRole('button', { name: /B-\d{6}\.csv/ })).toBeVisible();
  check(keys).toBeLessThanOrEqual(30);
  await expectGoodInEveryAppearance(page, 'payouts-released');
}, 240_000);
