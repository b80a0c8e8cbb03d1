import type { Page } from 'playwright';
import { test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import {
  aPng,
  button,
  expectHidden,
  expectTexts,
  expectVisible,
  field,
  fill,
  fillBank,
  press,
  pressKey,
} from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { handInDocuments, placeSellOrder, reviewDocuments } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, as, ask, passSureTime, proveAgain, type TestUser } from './harness/users.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const fullName = 'Oluwaseun Chukwuemeka Adebayo-Ogunleye';
const note = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });
const overSale = 'Verify your identity to continue with this sale';
const overExchange = 'Verify your identity to continue with this exchange';

async function openNewest(adminPage: Page, { email }: TestUser): Promise<void> {
  const pendingRow = adminPage.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'Pending' });
  await pendingRow.getByRole('link').click();
  await expect(adminPage.getByRole('region', { name: 'Documents' }).getByRole('img').first()).toBeVisible();
}

test('a customer photographs the document, is refused once, and then has no limit', async () => {
  const user = await aCustomer();
  const page = await as(user, '/kyc', phone);
  const { page: adminPage, user: owner } = await admin(`/admin/dashboard?tab=kyc&q=${encodeURIComponent(user.email)}`);
  await expect(adminPage.getByText(`No matches for “${user.email}”.`)).toBeVisible();

  const card = page.getByRole('region', { name: 'Verification status' });
  const photoOf = (part: string) => page.getByRole('group', { name: new RegExp(`^${part}`) }).getByLabel('Take photo');
  const submit = button(page, 'Submit national ID for review');
  await expectTexts(card, 'Not Submitted', 'You’ve used $0.00 USD of $1,000.00 USD');
  await expect(field(page, 'Full legal name')).toHaveValue('Ada Okafor');
  await page.getByRole('radio', { name: 'National ID' }).check();
  await fill(page, { 'Document number': 'A0 482 1937', 'Full legal name': fullName });
  await fill(page, { Day: '14', Month: '9', Year: '1991', Address: '17B Adeola Odeku Street, Lagos' });
  await page.getByRole('combobox', { name: 'Nationality' }).fill('nigeria');
  await page.getByRole('option', { name: /^Nigeria/ }).click();
  await page.getByLabel('Take photo').setInputFiles(aPng('camera-1.png'));
  await press(page, 'Add the back side');
  await photoOf('Back side').setInputFiles(aPng('back.png'));
  await press(page, 'Add a selfie');
  await expect(photoOf('Selfie')).toHaveAttribute('capture', 'user');
  await photoOf('Selfie').setInputFiles(aPng('me.png'));
  await expectGoodInEveryAppearance(page, 'kyc-form');
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Verification Submitted' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY), 'where the screen begins').toBe(0);
  await expect(card).toContainText('Under Review');
  const { times } = await ask<{ times: { kyc: string } }>('GET', '/api/settings');
  await expect(page.getByText(`The review takes ${times.kyc}.`)).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-pending');
  await readMail(user.email, /We have received your documents/);

  // The admin list updates by itself.
  await openNewest(adminPage, user);
  await expectVisible(adminPage.getByText('A0 482 1937'), button(adminPage, 'Back', true));
  await press(adminPage, 'Glare');
  await press(adminPage, 'Reject', true);
  await expect(page.getByRole('region', { name: 'We couldn’t verify your identity' })).toContainText('without flash');
  await expect(card).toContainText('Rejected');
  const requestFields = {
    'Full legal name': fullName,
    Day: '14',
    Address: '17B Adeola Odeku Street, Lagos',
    'Document number': '',
  };
  for (const [name, value] of Object.entries(requestFields)) await expect(field(page, name)).toHaveValue(value);
  await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('Nigeria');
  await expect(page.getByRole('radio', { name: 'National ID' })).toBeChecked();
  await expect(page.getByText('Last time it was •••• 937')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-rejected');

  await field(page, 'Document number').fill('A0 482 1937');
  await page.getByLabel('Take photo').setInputFiles(aPng('camera-2.png'));
  await submit.click();
  await expect(card).toContainText('Under Review');
  await openNewest(adminPage, user);
  await expect(adminPage.getByText('Light hides part of the document.')).toBeVisible();
  await expectHidden(button(adminPage, 'Back', true));
  await press(adminPage, 'Document matches');
  await passSureTime(owner);
  expectError(adminPage, /403 PUT .*review/);
  await press(adminPage, `Approve ${fullName}`);
  await proveAgain(adminPage);
  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
  await expect(page.getByText('No limit on your sales and exchanges')).toBeVisible();
  await expect(card).toContainText('Approved');
  await readMail(user.email, /Your identity is verified/);
  await placeSellOrder(user, { amount: 0.2 });
});

test('a customer is led to verification by both wizards, and an approval lifts the limit there', async () => {
  const user = await aCustomer();
  const selling = await as(user, '/sell?crypto=bitcoin&amount=0.02&currency=USD');
  await expect(selling.getByText('You can sell or exchange $1,000.00 USD more without ID')).toBeVisible();
  await field(selling, 'You sell').fill('0.03');
  await expect(note(selling, overSale)).toContainText('You have $1,000.00 USD left');
  await selling.setViewportSize({ width: 360, height: 740 });
  await expect(selling.getByText('We’ll keep your sale while you verify.')).toBeInViewport({ ratio: 1 });
  await expectGoodInEveryAppearance(selling, 'limit-sell');
  await field(selling, 'You sell').fill('0.02');
  await press(selling, 'Continue with 0.02 BTC');
  await fillBank(selling);
  await placeSellOrder(user, { amount: 0.02 });
  expectError(selling, /403 POST .*sell-quotes/);
  const lock = button(selling, 'Lock rate and show address');
  await lock.click();
  await expect(note(selling, overSale)).toContainText('you have 217.09 USD left');
  const verify = selling.getByRole('link', { name: 'Verify identity' });
  await expect(verify).toHaveAttribute('href', /^\/kyc\?next=%2Fsell/);

  const exchanging = await as(user, '/fiat-exchange');
  await field(exchanging, 'You send').fill('700');
  await expect(note(exchanging, overExchange)).toContainText('You have $217.09 USD left');
  await expectGoodInEveryAppearance(exchanging, 'limit-exchange');

  await handInDocuments(user);
  await expect(note(exchanging, overExchange)).toBeVisible();
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expectHidden(note(selling, overSale), note(exchanging, overExchange));
  await lock.click();
  await expect(selling.getByText('Send exactly')).toBeVisible();
});

test('a customer above the limit gets no address, verifies, and returns to that sale', async () => {
  const user = await aCustomer();
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  const { quoteId } = await ask<{ quoteId: string }>('POST', '/api/sell-quotes', { token: user.token, body: terms });
  await placeSellOrder(user, { amount: 0.02 });
  const page = await as(user, `/sell?quote=${quoteId}`);
  await expect(note(page, overSale)).toContainText('You have $217.09 USD left');
  await expectHidden(page.getByText('Send exactly'), button(page, /I’ve sent/));
  await page.getByRole('link', { name: 'Verify identity' }).click();
  // From here on the screen receives the changes of others.
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeVisible();
  await handInDocuments(user);
  await expect(page.getByText('It’s saved, and you can continue as soon as your identity is verified.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'limit-held');
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expect(page.getByText('It’s saved')).toBeHidden();
  await page.getByRole('link', { name: 'Back to your sale' }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();
});

/** The admin list filtered to this user's requests: other tests share it. */
const adminOf = ({ email }: TestUser) => admin(`/admin/kyc?q=${encodeURIComponent(email)}`);

/** Every view of a request or a document is recorded: the calls that record one. */
function documentRequestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(admin\/kyc-requests\/[^/]+|files\/.+)$/.test(pathname)) requests.push(pathname);
  });
  return requests;
}

async function hasStatus({ token }: TestUser): Promise<string> {
  return (await ask<{ status: string }>('GET', '/api/kyc/status', { token })).status;
}

test('an administrator refuses a request without the mouse, and reads the next one', async () => {
  const user = await aCustomer();
  await handInDocuments(user);
  const { page } = await adminOf(user);
  const requests = documentRequestsOf(page);
  const row = page.getByRole('link', { name: 'Ada Okafor' });
  await expectVisible(row, page.getByText('Choose a request from the list.'));
  expect(requests).toEqual([]);
  await press(page, 'Preferences of the queue');
  await expect(button(page, 'Switch shortcuts off')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Name or email' }).focus();
  await page.keyboard.press('Tab');
  await pressKey(page, 'j');
  await expect(row).toBeFocused();
  expect(requests).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toBeFocused();
  await expect(page.getByText('Fits the account: Ada Okafor')).toBeVisible();
  await expectVisible(page.getByText('A0 482 1937'), page.getByText(/14 Sep 1991 \(\d+ years old\)/));
  const pictureOf = (name: string) => page.getByRole('img', { name });
  await expect(pictureOf('passport-page.png')).toHaveAttribute('src', /^blob:/);
  await expectVisible(...['back.png', 'me.png'].map(pictureOf));
  // Each document once, the request once.
  expect(requests).toHaveLength(4);
  await expectGoodInEveryAppearance(page, 'kyc-admin-open');

  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Enlarge: Front');
  await page.getByRole('button', { name: 'Zoom in (+)' }).focus();
  for (const key of ['+', 'r', 'p']) await pressKey(page, key);
  await expect(pictureOf('me.png')).toBeVisible();
  await press(page, 'Back', true);
  await expect(pictureOf('back.png')).toBeVisible();
  await press(page, 'Front', true);
  await expect(pictureOf('passport-page.png')).toBeVisible();
  expect(requests).toHaveLength(4);
  await pressKey(page, 'b');
  await expectVisible(...['passport-page.png', 'back.png', 'me.png'].map(pictureOf));
  await expect(button(page, 'All', true)).toHaveAttribute('aria-pressed', 'true');
  expect(requests).toHaveLength(4);

  await press(page, 'Blurred');
  await press(page, 'Cut off');
  await expect(page.getByLabel('Review notes')).toHaveValue(/blurred.*four corners\.$/);
  await press(page, 'Reject', true);
  await expect(page.getByText('KYC Request Rejected').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Ada Okafor' })).toContainText('rejected successfully');
  await expect(page.getByText('rejected successfully')).toHaveCount(1);
  expect(await hasStatus(user)).toBe('rejected');
  await readMail(user.email, /Please show all four corners/);

  const longNames = {
    fullName:
      'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft Oluwaseun Chukwuemeka ' +
      'Adebayo-Ogunleye Okafor',
    address: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu '.repeat(3).trim(),
    documentNumber: '4'.repeat(60),
  };
  const scan = 'A scan of the back side of my national identity card.pdf';
  await handInDocuments(user, { ...longNames, back: { bytes: aPdf, name: scan, type: 'application/pdf' } });
  const openScan = async (isShownHere: boolean) => {
    await page.evaluate((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true });
    }, isShownHere);
    await press(page, 'Front', true);
    await press(page, 'Back', true);
  };
  await press(page, 'Open the next request');
  await expectVisible(page.getByText('The account says Ada Okafor'), page.getByText(/show all four corners/).first());
  await openScan(false);
  await expect(page.getByText('A PDF opens in a tab of its own')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-admin-long');
  await openScan(true);
  await expect(page.locator('iframe[title^="A scan"]')).toHaveAttribute('src', /^blob:/);
});
