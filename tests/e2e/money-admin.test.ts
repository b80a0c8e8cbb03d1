import { randomBytes } from 'node:crypto';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectHidden, expectTexts, expectVisible, field, press, pressKey } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { administrator } from './harness/server.ts';
import { aCustomer, admin, anAdmin, as, ask, askProven, passSureTime, type TestUser } from './harness/users.ts';

const newLitecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';

type Quote = { quoteId: string; deposit: { address: string; memo: string | null } };
const requestQuote = ({ token }: TestUser, cryptoId: string, cryptoAmount: number) =>
  ask<Quote>('POST', '/api/sell-quotes', { token, body: { cryptoId, cryptoAmount, targetCurrency: 'USD' } });

test('the administrator changes an address in four steps by keyboard, and new sales have it', async () => {
  const { page, user } = await admin('/admin/dashboard?tab=wallets');
  expectError(page, /401 POST .*step-up|403 PUT .*wallets/);
  const customer = await aCustomer();
  const previousQuote = await requestQuote(customer, 'litecoin', 1);
  const groups = ['Main Cryptocurrencies', 'Stablecoins', 'Other Cryptocurrencies'];
  await expectVisible(...groups.map((name) => page.getByRole('heading', { name })));
  await page.getByRole('link', { name: 'Change the Litecoin address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change LTC address' })).toBeFocused();
  await page.getByRole('textbox', { name: 'New Litecoin address' }).fill(newLitecoin);
  const code = page.getByRole('img', { name: 'QR code of the new LTC address' });
  await expectVisible(page.getByText('The checksum is right'), code);
  const end = page.getByRole('textbox', { name: 'Last 6 characters' });
  await end.pressSequentially('GMN4N9');
  await expectVisible(
    page.getByText('They match'),
    page.getByText(/[1-9]\d* open quotes?/),
    page.getByText(/live at once/),
  );
  await expectGoodInEveryAppearance(page, 'admin-wallet-change');

  await passSureTime(user);
  await end.press('Tab');
  await expect(button(page, 'Change LTC address')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible();
  const password = page.getByLabel('Your password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
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
  check(previousQuote.deposit.address).not.toBe(newLitecoin);
});

test('the administrator sets a tag, restores an earlier address, and stops a coin', async () => {
  const { page } = await admin('/admin/wallets/ripple');
  // The counts of open sales never arrive: a slow answer must not delay the message that the address was changed.
  await page.route(/wallets\/ripple\/use/, () => {});
  const customer = await aCustomer();
  const confirm = async (end: string) => {
    await page.getByRole('textbox', { name: 'Last 6 characters' }).pressSequentially(end);
    await press(page, 'Change XRP address', true);
    await expect(page.getByRole('heading', { name: /address was changed/ })).toBeFocused();
  };
  const address = page.getByRole('textbox', { name: 'New XRP address' });
  const tag = page.getByRole('textbox', { name: 'Destination tag' });
  await address.fill('rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv');
  await tag.fill('0042');
  await confirm('iTCdBv');
  check((await requestQuote(customer, 'ripple', 100)).deposit).toMatchObject({ memo: '42' });
  await press(page, 'Change it again');
  await address.fill('rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B');
  await tag.fill('7');
  await confirm('ubs59B');
  await press(page, 'Change back to this');
  await expect(address).toHaveValue('rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv');
  await expect(tag).toHaveValue('42');

  await page.goto('/admin/wallets');
  const dialog = page.getByRole('dialog');
  const trx = page.getByRole('switch', { name: 'TRON can be sold' });
  const row = page.getByRole('row', { name: /TRON/ });
  await expect(row).toContainText('SAMPLE - replace before use');
  await press(page, 'More for TRON');
  await press(page, 'Switch TRON off');
  await press(dialog, 'Switch TRON off', true);
  await expect(trx).not.toBeChecked();
  await expect(row).toContainText('SAMPLE - replace before use');
  await check(requestQuote(customer, 'tron', 1000)).rejects.toThrow('Address not available');
  const offeredAddress = async () => {
    const assets = await ask<{ id: string; isSellable: boolean }[]>('GET', '/api/crypto-assets');
    return assets.filter(({ isSellable }) => isSellable).map(({ id }) => id);
  };
  await check.poll(offeredAddress).not.toContain('tron');
  await trx.click();
  await press(dialog, 'Switch TRON on', true);
  await expect(row).toContainText('SAMPLE - replace before use');
});

test('the administrator stops a stolen address, and a customer who sees it reads a warning', async () => {
  const owner = await anAdmin();
  const change = (address: string) => askProven(owner, 'PUT', '/api/admin/wallets/tron', { address });
  await change('TBNLnFYRyggGp8tqZpBdyr31gXps4248Mr');
  const customer = await aCustomer();
  const { quoteId } = await requestQuote(customer, 'tron', 500);
  await change('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  const screen = await as(customer, `/sell?quote=${quoteId}`);
  await expectVisible(screen.getByRole('img', { name: /QR code with the .* address/ }), button(screen, 'Copy address'));

  const { page } = await admin('/admin/wallets/tron');
  const dialog = page.getByRole('dialog', { name: /for good\?/ });
  await press(page, /^Stop the address TBNL/);
  await field(dialog, 'Reason').fill('The key was stolen');
  await press(dialog, 'Stop the address for good', true);
  await expect(page.getByRole('complementary', { name: 'Tron' }).getByText('Stopped')).toBeVisible();
  await expect(screen.getByRole('heading', { name: 'Don’t send anything to this address anymore' })).toBeVisible();
  await expect(screen.getByText(/add the photo of the transfer as planned/)).toBeVisible();
  await expectHidden(screen.getByRole('img', { name: /QR code/ }), button(screen, 'Copy address'));
});

test('a customer watches their transfer confirmed while the administrator’s verdict turns green', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'bitcoin-cash', amount: 0.5 });
  const page = await as(seller, `/transactions?tx=${order.id}`);
  const history = page.getByRole('list', { name: 'What has happened so far' });
  await expectVisible(page.getByText('Simulated chain: no real coins move.'), page.getByLabel('Transaction hash'));
  await page.getByText('What has happened so far').click();

  const { user: reviewer, page: review } = await admin(
    `/admin/transactions?q=${encodeURIComponent(seller.email)}&tx=${order.id}`,
  );
  const verdict = review.getByRole('region', { name: 'Not confirmed' });
  await expect(verdict).toContainText('Nothing for this order on the chain yet');
  await review.getByText('Simulated chain', { exact: true }).click();
  const mineButton = button(review, 'Mine a block');
  // From now on no block is mined automatically.
  await mineButton.click();
  await review.getByRole('combobox', { name: 'Play a transfer' }).selectOption('Exact amount');
  await press(review, 'Play', true);
  await expect(review.getByRole('region', { name: 'Not certain yet' })).toContainText('Seen, not final (0 of 10)');
  await expectTexts(history, 'Detected', '0 of 10');

  const mineBlocks = async (count: number) => {
    const path = `/api/admin/transactions/${order.id}/play`;
    for (let block = 0; block < count; block += 1)
      await ask('POST', path, { token: reviewer.token, body: { play: 'block' } });
  };
  await mineBlocks(2);
  await expect(history).toContainText('2 of 10');
  await mineBlocks(8);
  await expect(history).toContainText('Confirmed');
  await expectTexts(review.getByRole('region', { name: 'Fits' }), 'Shared address', '0.5 BCH');
});

test('a reviewer filters the queue by verdict, and copies address and hash with one key each', async () => {
  const seller = await aCustomer();
  const order = await placeSellOrder(seller, { cryptoId: 'bitcoin-cash', amount: 0.7 });
  const queue = `/admin/transactions?q=${encodeURIComponent(seller.email)}`;
  const { page } = await admin(`${queue}&verdict=red`);
  const row = page.getByRole('link', { name: `Open ${order.reference}` });
  const dialog = page.getByRole('dialog');
  const filterBy = async (level: string) => {
    await press(page, '1 filter', true);
    await dialog.getByLabel('Deposit on chain').selectOption(level);
    await press(dialog, 'Show the list');
  };
  await expect(row).toBeVisible();
  await filterBy('Fits');
  await expect(page).toHaveURL(/[?&]verdict=pale(&|$)/);
  await expect(row).toHaveCount(0);
  await filterBy('Not confirmed');
  await expect(page).toHaveURL(/[?&]verdict=red(&|$)/);
  await expect(row).toBeVisible();

  const transactionHash = randomBytes(32).toString('hex');
  await ask('PUT', `/api/transactions/${order.id}/hash`, { token: seller.token, body: { transactionHash } });
  await page.goto(`${queue}&tx=${order.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(button(page, 'Copy on-chain hash')).toBeVisible();
  await pressKey(page, 'h');
  await expect.poll(copied).toBe(transactionHash);
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  await pressKey(page, 'c');
  await expect.poll(copied).not.toBe(transactionHash);
  const address = await copied();
  await expect(page.getByText(address, { exact: true })).toBeVisible();

  await pressKey(page, '?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Copy the on-chain hash');
  await page.keyboard.press('Escape');
  const search = page.getByRole('searchbox', { name: /^Reference, email/ });
  await search.press('End');
  await search.press('h');
  await expect(search).toHaveValue(`${seller.email}h`);
  expect(await copied()).toBe(address);
});
