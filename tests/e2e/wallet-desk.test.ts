import { expect } from 'playwright/test';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryLook } from './harness/looks.ts';
import { readMail } from './harness/mail.ts';
import { expectTrouble } from './harness/page.ts';
import { admin, aCustomer, ask } from './harness/people.ts';
import { administrator } from './harness/server.ts';

const newLitecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

const hold = async (token: string, cryptoId: string, cryptoAmount: number) =>
  ask<{ deposit: { address: string; memo: string | null } }>('POST', '/api/sell-quotes', {
    token,
    body: { cryptoId, cryptoAmount, targetCurrency: 'USD' },
  });

test('the administrator changes an address in four beats, by keyboard, and new sales are shown it', async () => {
  const { page } = await admin('/admin/dashboard?tab=wallets');
  expectTrouble(page, /401 POST .*step-up/);
  const customer = await aCustomer();
  const before = await hold(customer.token, 'litecoin', 1);
  for (const group of ['Main Cryptocurrencies', 'Stablecoins', 'Other Cryptocurrencies']) {
    await expect(page.getByRole('heading', { name: group })).toBeVisible();
  }
  await expect(page.getByText('SAMPLE - replace before use').first()).toBeVisible();
  await expectGoodInEveryLook(page, 'desk-wallets');
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('link', { name: 'Change the Litecoin address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change LTC address' })).toBeFocused();
  const address = page.getByRole('textbox', { name: 'New Litecoin address' });
  await address.fill('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n8');
  await expect(page.getByText('The address format appears to be invalid for Litecoin.')).toBeVisible();
  await expect(page.getByText(/its checksum is not/)).toBeVisible();
  await address.fill(newLitecoin);
  await expect(page.getByText('The checksum is right')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the new LTC address' })).toBeVisible();

  const end = page.getByRole('textbox', { name: 'Last 6 characters' });
  await end.pressSequentially('gmn4n8');
  await expect(page.getByText(/These are not its last 6 characters/)).toBeVisible();
  await end.fill('');
  await end.pressSequentially('GMN4N9');
  await expect(page.getByText('They match')).toBeVisible();
  await expect(page.getByText(/1 open hold/)).toBeVisible();
  await expect(page.getByText(/live at once/)).toBeVisible();
  await expectGoodInEveryLook(page, 'desk-wallet-change');
  await page.setViewportSize({ width: 1280, height: 900 });

  await end.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Your password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The Litecoin address was changed' })).toBeFocused();
  check((await hold(customer.token, 'litecoin', 1)).deposit.address).toBe(newLitecoin);
  await readMail(administrator.email, new RegExp(newLitecoin));

  const history = page.getByRole('complementary', { name: 'Litecoin' });
  await expect(history.getByText(`by ${administrator.email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to all addresses' }).click();
  await expect(page.getByRole('row', { name: /Litecoin/ })).not.toContainText('SAMPLE');
  check(before.deposit.address).not.toBe(newLitecoin);
}, 120_000);
