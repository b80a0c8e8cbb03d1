import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectHidden, expectVisible, field, givePassword, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { administrator } from './harness/server.ts';
import { aCustomer, admin, anAdmin, as, ask, askProven, type TestUser } from './harness/users.ts';

const newLitecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

type Quote = { quoteId: string; deposit: { address: string; memo: string | null } };
const requestQuote = ({ token }: TestUser, cryptoId: string, cryptoAmount: number) =>
  ask<Quote>('POST', '/api/sell-quotes', { token, body: { cryptoId, cryptoAmount, targetCurrency: 'USD' } });

test('the administrator changes an address in four beats, by keyboard, and new sales are shown it', async () => {
  const { page } = await admin('/admin/dashboard?tab=wallets');
  expectError(page, /401 POST .*step-up/);
  const customer = await aCustomer();
  const before = await requestQuote(customer, 'litecoin', 1);
  for (const group of ['Main Cryptocurrencies', 'Stablecoins', 'Other Cryptocurrencies']) {
    await expect(page.getByRole('heading', { name: group })).toBeVisible();
  }
  await expect(page.getByText('SAMPLE - replace before use').first()).toBeVisible();

  await page.getByRole('link', { name: 'Change the Litecoin address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change LTC address' })).toBeFocused();
  const address = page.getByRole('textbox', { name: 'New Litecoin address' });
  await address.fill(newLitecoin);
  await expect(page.getByText('The checksum is right')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the new LTC address' })).toBeVisible();

  const end = page.getByRole('textbox', { name: 'Last 6 characters' });
  await end.pressSequentially('GMN4N9');
  await expectVisible(page.getByText('They match'), page.getByText(/1 open quote/), page.getByText(/live at once/));
  await expectGoodInEveryAppearance(page, 'admin-wallet-change');

  await end.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  const password = page.getByLabel('Your password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The Litecoin address was changed' })).toBeFocused();
  check((await requestQuote(customer, 'litecoin', 1)).deposit.address).toBe(newLitecoin);
  await readMail(administrator.email, new RegExp(newLitecoin));

  const history = page.getByRole('complementary', { name: 'Litecoin' });
  await expect(history.getByText(`by ${administrator.email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to all addresses' }).click();
  await expect(page.getByRole('row', { name: /Litecoin/ })).not.toContainText('SAMPLE');
  check(before.deposit.address).not.toBe(newLitecoin);
}, 120_000);

test('the administrator gives a tag, takes an earlier address up again, and stops a coin', async () => {
  const { page } = await admin('/admin/wallets/ripple');
  const customer = await aCustomer();
  const confirm = async (end: string, symbol: string) => {
    await page.getByRole('textbox', { name: 'Last 6 characters' }).pressSequentially(end);
    await givePassword(page);
    await press(page, `Change ${symbol} address`);
    await expect(page.getByRole('heading', { name: /address was changed/ })).toBeFocused();
  };
  const address = page.getByRole('textbox', { name: 'New XRP address' });
  const tag = page.getByRole('textbox', { name: 'Destination tag' });
  await address.fill('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  await tag.fill('0042');
  await confirm('wdtyTh', 'XRP');
  check((await requestQuote(customer, 'ripple', 100)).deposit).toMatchObject({ memo: '42' });
  await press(page, 'Change it again');
  await address.fill('rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B');
  await tag.fill('7');
  await confirm('ubs59B', 'XRP');
  await press(page, 'Change back to this');
  await expect(address).toHaveValue('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  await expect(tag).toHaveValue('42');
  await confirm('wdtyTh', 'XRP');

  await page.getByRole('link', { name: 'Back to all addresses' }).click();
  const dialog = page.getByRole('dialog');
  await press(page, 'Change the minimum deposit of BNB');
  await dialog.getByRole('textbox', { name: 'New minimum deposit' }).fill('0.05');
  await givePassword(dialog);
  await press(dialog, 'Save minimum deposit');
  await expect(page.getByRole('row', { name: /BNB/ })).toContainText('0.05 BNB');
  await page.getByRole('switch', { name: 'BNB can be sold' }).click();
  await givePassword(dialog);
  await press(dialog, 'Switch BNB off');
  await expect(page.getByRole('switch', { name: 'BNB can be sold' })).not.toBeChecked();
  await check(requestQuote(customer, 'binancecoin', 1)).rejects.toThrow('Address not available');
  const offered = async () => {
    const assets = await ask<{ id: string; isSellable: boolean }[]>('GET', '/api/crypto-assets');
    return assets.filter(({ isSellable }) => isSellable).map(({ id }) => id);
  };
  await check.poll(offered, { timeout: 30_000 }).not.toContain('binancecoin');
  await page.getByRole('switch', { name: 'BNB can be sold' }).click();
  await givePassword(dialog);
  await press(dialog, 'Switch BNB on');
  await expect(page.getByRole('switch', { name: 'BNB can be sold' })).toBeChecked();
}, 120_000);

test('an address that was stolen is stopped, and a customer who has it on screen reads a warning instead, at once', async () => {
  const owner = await anAdmin();
  const change = (address: string) => askProven(owner, 'PUT', '/api/admin/wallets/tron', { address });
  await change('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  const customer = await aCustomer();
  const { quoteId } = await requestQuote(customer, 'tron', 500);
  await change('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  const screen = await as(customer, `/sell?quote=${quoteId}`);
  await expectVisible(screen.getByRole('img', { name: /QR code with the .* address/ }), button(screen, 'Copy address'));

  const { page } = await admin('/admin/wallets/tron');
  const dialog = page.getByRole('dialog', { name: /for good\?/ });
  await press(page, /^Stop the address TR7N/);
  await field(dialog, 'Reason').fill('The key was stolen');
  await givePassword(dialog);
  await press(dialog, 'Stop the address for good');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Tron' }).getByText('Stopped')).toBeVisible();

  await expect(screen.getByRole('heading', { name: /Don’t send coins to this address anymore/ })).toBeVisible();
  await expect(screen.getByText(/add the photo of the transfer as planned/)).toBeVisible();
  await expectHidden(screen.getByRole('img', { name: /QR code/ }), button(screen, 'Copy address'));
}, 120_000);
