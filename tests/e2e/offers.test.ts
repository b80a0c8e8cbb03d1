import { inject, test } from 'vitest';
import type { AdminOfferView } from '#shared/offers/offers.contract.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, chooseProof, field, heading, press, pressKey } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, anAdmin, as, ask, visitor, type TestUser } from './harness/users.ts';

const urlOf = (path: string) => new URL(path, inject('productUrl')).href;
/** The id by which the team identifies a customer. */
const idOf = async ({ token }: TestUser) => (await ask<{ id: string }>('GET', '/api/auth/user', { token })).id;

const pathOf = (offer: AdminOfferView) => `/o/${offer.code}`;

async function anOffer(changes: object = {}) {
  const { token } = await anAdmin();
  const body = { coinId: 'usdt-trc20', amount: 500, payoutCurrency: 'NGN', minutes: 60, ...changes };
  return ask<AdminOfferView>('POST', '/api/admin/offers', { token, body });
}

test('the owner makes an offer from typed words and copies its message by five keys', async () => {
  const { page } = await admin('/admin/team');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Find or do').waitFor();
  let keys = 0;
  const key = async (name: string) => {
    keys += 1;
    await pressKey(page, name);
  };
  await key('Control+k');
  const menu = page.getByRole('dialog', { name: 'Find or do' });
  await expect(menu.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('offer 500 usdt ngn');
  const line = menu.getByRole('option', { selected: true });
  await expect(line).toHaveText(/^Offer: 500\sUSDT for NGN.*TRC-20/);
  // The other network of the same symbol is one key further.
  await key('ArrowDown');
  await expect(line).toHaveText(/ERC-20/);
  await page.keyboard.press('ArrowUp');
  await expect(line).toHaveText(/TRC-20/);
  await key('Enter');
  const dialog = page.getByRole('dialog', { name: 'New offer' });
  await expect(field(dialog, 'They sell')).toHaveValue('500');
  await expect(dialog.getByText(/^This rate is promised until .+, also if the price falls\.$/)).toBeVisible();
  await expect(button(dialog, /^Make the offer of ₦/)).toBeEnabled();
  await expectGoodInEveryAppearance(page, 'offer-new');
  await key('Control+Enter');
  const pane = page.getByRole('complementary', { name: 'Open offer' });
  await expect(pane.getByText('Rate', { exact: true })).toBeVisible();
  await key('c');
  await expect(pane.getByText('Copied')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(6);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^500 USDT: you get [\d,.]+ NGN \(1 USDT = [\d,.]+ NGN, fee 5% included\)\. This rate is promised until .+ UTC\. Open it here: http.+\/o\/[0-9A-Z]{10}$/,
  );
  await expectGoodInEveryAppearance(page, 'offers');
  await page.reload();
  await expect(pane.getByText('Public link')).toBeVisible();
  await press(pane, /^More for/);
  await press(pane, 'Withdraw the offer');
  await press(page.getByRole('dialog'), 'Withdraw it');
  await expect(pane.getByText('Withdrawn')).toBeVisible();
  await expect(pane.getByText('Public link')).toBeHidden();
});

test('a customer with a saved account goes from the link to a submitted sale with five taps', async () => {
  const ada = await aCustomer();
  const details = { method: 'bank', accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'Bank of Lagos' };
  const account = { ...details, bankCode: '058', currency: 'NGN' };
  await ask('POST', '/api/payout-accounts', { token: ada.token, body: account });
  const offer = await anOffer({ amount: 100, userId: await idOf(ada) });
  const page = await as(ada, pathOf(offer));
  await expect(heading(page)).toHaveText('Sell 100 USDT at a promised rate');
  await expectGoodInEveryAppearance(page, 'offer-link');
  await press(page, /^Lock this rate and get ₦/);
  await expect(heading(page)).toHaveText(/NGN/);
  await expect(page.getByText(/^Locked until/).first()).toBeVisible();
  await press(page, 'Lock rate and show address');
  const dialog = await chooseProof(page);
  await press(dialog, /^Submit/);
  await expect(page).toHaveURL(/\/transactions\?tx=/);
  const { token } = await anAdmin();
  await expect
    .poll(async () => (await ask<AdminOfferView>('GET', `/api/admin/offers/${offer.id}`, { token })).state)
    .toBe('ordered');
  expectError(page, /^answer: 4(04|10) GET/);
  await page.goto(urlOf(pathOf(offer)));
  await expect(heading(page)).toHaveText('This offer is over');
});

test('a visitor sees an offer, and returns to it after signing in', async () => {
  const offer = await anOffer({ amount: 90 });
  const page = await visitor(pathOf(offer));
  await expect(heading(page)).toHaveText('Sell 90 USDT at a promised rate');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get('next') === pathOf(offer));
});

test('a messenger previews brand, sum and deadline, and no other site learns the link', async () => {
  const ada = await aCustomer();
  const offer = await anOffer({ amount: 80, userId: await idOf(ada) });
  const answer = await fetch(urlOf(pathOf(offer)), { headers: { Accept: 'text/html' } });
  const html = await answer.text();
  const meta = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(answer.status).toBe(200);
  expect(meta('site_name')).toBe('Landfall');
  expect(meta('title')).toMatch(/^80\sUSDT: you get ₦[\d,.]+\sNGN · Landfall$/u);
  expect(meta('description')).toMatch(/^This rate is promised until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  expect(html).toContain('content="noindex"');
  for (const [name, value] of Object.entries({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }))
    expect(answer.headers.get(name)).toBe(value);
  expect(html).not.toContain(ada.email);
  const goneOffer = await fetch(urlOf('/o/0000000000'), { headers: { Accept: 'text/html' } });
  expect([goneOffer.status, goneOffer.headers.get('referrer-policy')]).toEqual([404, 'no-referrer']);
});

test('a member opens the order of an offer at the counter, and its list shows it after a reload', async () => {
  const ada = await aCustomer();
  const details = { method: 'bank', accountName: 'Ada Okafor', accountNumber: '0123456789', bankName: 'Bank of Lagos' };
  await ask('POST', '/api/payout-accounts', {
    token: ada.token,
    body: { ...details, bankCode: '058', currency: 'NGN' },
  });
  const offer = await anOffer({ amount: 70, userId: await idOf(ada) });
  const { page } = await admin(`/admin/offers?offer=${offer.id}`);
  const pane = page.getByRole('complementary', { name: 'Open offer' });
  await press(pane, 'Open as the customer…');
  const dialog = page.getByRole('dialog', { name: /^Counter sale: 70/ });
  await expect(dialog.getByRole('radio', { name: /^Bank of Lagos/ })).toBeChecked();
  await expect(button(dialog, /^Open the order of 70/)).toBeDisabled();
  await expect(dialog.getByText('Add the hash or a photo of the transfer first.')).toBeVisible();
  await dialog.getByLabel('Choose photo').setInputFiles(aPng('transfer.png'));
  await expectGoodInEveryAppearance(page, 'offer-counter');
  await press(dialog, /^Open the order of 70/);
  await expect(page).toHaveURL(/\/admin\/transactions\?.*tx=/);
  await page.goto(urlOf(`/admin/offers?offer=${offer.id}`));
  await page.reload();
  await expect(pane.getByText('Ordered')).toBeVisible();
  await expect(pane.getByRole('link', { name: /^Order LF-/ })).toBeVisible();
  await expect(button(pane, 'Open as the customer…')).toBeHidden();
});

test('an agent makes an offer in a conversation, and it arrives there as a card with its link', async () => {
  const ada = await aCustomer();
  const { page } = await admin(`/admin/agent-chat?user=${await idOf(ada)}`);
  await press(page, 'Make an offer');
  const dialog = page.getByRole('dialog', { name: 'New offer' });
  await expect(dialog.getByRole('combobox', { name: 'For (optional)' })).toHaveValue('Ada Okafor');
  await field(dialog, 'They sell').fill('60');
  await dialog.getByRole('combobox', { name: 'Coin' }).selectOption('usdt-trc20');
  await dialog.getByRole('combobox', { name: 'They get' }).selectOption('NGN');
  await press(dialog, /^Make the offer of ₦/);
  await expect(page.getByRole('log')).toContainText('60 USDT: you get');
  const customerPage = await as(ada, '/dashboard');
  await press(customerPage, 'Support chat');
  const card = customerPage.getByRole('region', { name: 'Promised rate' });
  await expect(card).toContainText('60 USDT');
  await expectGoodInEveryAppearance(customerPage, 'offer-card');
  await card.getByRole('link', { name: 'See the offer' }).click();
  await expect(heading(customerPage)).toHaveText('Sell 60 USDT at a promised rate');
});
