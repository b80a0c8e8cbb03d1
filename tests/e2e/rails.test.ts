import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, chooseProof, field, heading, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { type PlacedOrder } from './harness/orders.ts';
import { admin, as, ask, askProven, customer, type TestUser } from './harness/users.ts';

/** Pays Tanzanian shillings to telephones, from a till whose file contains nothing else. */
async function switchOn(owner: TestUser): Promise<void> {
  const { token } = owner;
  const { offer } = await ask<{ offer: { currencies: object } }>('GET', '/api/admin/settings', { token });
  const currencies = { ...offer.currencies, TZS: { methods: ['tz-mpesa', 'bank'] } };
  await askProven(owner, 'PUT', '/api/admin/settings', { offer: { currencies } });
  const profiles = await ask<{ id: string; name: string }[]>('GET', '/api/admin/payout-profiles', { token });
  const profileId = profiles.find(({ name }) => name === 'tz-mpesa')?.id;
  const tillAccount = {
    name: 'Till',
    holderName: 'Landfall Ltd',
    bankName: 'M-Pesa',
    accountNumber: '552100',
    profileId,
  };
  await askProven(owner, 'POST', '/api/admin/desk-accounts', { ...tillAccount, currency: 'TZS', format: 'csv' });
}

test('a customer sells to an M-Pesa number, and the team pays it out, also after a reload', async () => {
  const { user: owner, page: team } = await admin('/admin/payouts?tab=due');
  await switchOn(owner);
  const { user, page } = await customer('/sell?crypto=ripple&amount=100&currency=TZS&step=3');
  await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked();
  const number = field(page, 'Mobile number');
  await number.fill('022 211 1111');
  await field(page, 'Account name').fill('Ada Okafor');
  await expect(page.getByText('This is a landline. M-Pesa needs a mobile number.')).toBeVisible();
  await number.fill('0754 123 456');
  await field(page, 'Account name').focus();
  await expect(page.getByText('+255754123456')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'sell-3-mobile');
  await press(page, 'Lock rate and show address');
  await expect(heading(page)).toHaveText('Send 100 XRP to this address');
  await page.reload();
  await expect(page.getByRole('main')).toContainText('M-Pesa');
  const dialog = await chooseProof(page);
  await press(dialog, /^Submit sale of/);
  await page.waitForURL(/\/transactions\?tx=.*&new/);
  const [order] = await ask<(PlacedOrder & { paymentDetails: unknown })[]>('GET', '/api/transactions', user);
  const { id = '', reference = '', paymentDetails } = order ?? {};
  expect(paymentDetails).toMatchObject({ method: 'tz-mpesa', bankName: 'M-Pesa', accountNumber: '+255754123456' });

  const body = { reason: 'Checked' };
  await ask('POST', `/api/admin/transactions/${id}/payout`, { token: owner.token, body });
  await team.reload();
  await team.getByLabel('Payout method').selectOption('tz-mpesa');
  const dueRow = team.getByRole('row').filter({ hasText: reference });
  await expect(dueRow).toContainText('+255754123456');
  await expectGoodInEveryAppearance(team, 'payouts-due-by-rail');
  await press(team, /^Batch 1 payout, /);
  const card = team.getByRole('listitem').filter({ hasText: reference });
  await card.getByRole('button', { name: /^Release / }).click();
  await press(team.getByRole('dialog', { name: 'Release' }), /^Release TZS|^Release TSh|^Release /);
  await expect(button(card, /^Mark as handed to M-Pesa/)).toBeVisible();
  await button(card, /^Mark as handed to M-Pesa/).click();
  const handedDialog = team.getByRole('dialog', { name: 'Handed to M-Pesa' });
  await expect(handedDialog).not.toContainText('bank');
  await press(handedDialog, 'Handed to M-Pesa', true);
  await readMail(user.email, /paid\s+out\s+your\s+order[^]*Arrives\s+by/);

  const customerPage = await as(user, `/transactions?tx=${id}`);
  for (const _time of ['at once', 'after a reload']) {
    await expect(customerPage.getByRole('dialog')).toContainText('Sent to M-Pesa');
    await expect(customerPage.getByRole('dialog')).not.toContainText('bank');
    await customerPage.reload();
  }

  const payouts = await ask<{ id: string }[]>('GET', `/api/admin/payouts?state=sent&q=${reference}`, owner);
  const returnReason = { reason: 'name', note: 'Another name is registered', askCustomer: true };
  await askProven(owner, 'POST', `/api/admin/payouts/${payouts[0]?.id ?? ''}/return`, returnReason);
  await customerPage.reload();
  await expect(customerPage.getByRole('dialog')).toContainText('M-Pesa sent the money back');
  await expect(customerPage.getByRole('dialog')).not.toContainText('bank');
  await expectGoodInEveryAppearance(customerPage, 'order-returned-mobile');
  await customerPage.goto(`/transactions/${id}/account`);
  await expect(customerPage.getByRole('main')).toContainText('M-Pesa says the name doesn’t match the number');
  await expect(customerPage.getByRole('main')).toContainText('M-Pesa sent the money back');
  await expectGoodInEveryAppearance(customerPage, 'order-account-mobile');
});
