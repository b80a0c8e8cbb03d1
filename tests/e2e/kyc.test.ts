import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, expectHidden, expectTexts, expectVisible, field, fill, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { handInDocuments, reviewDocuments } from './harness/identity.ts';
import { readMail } from './harness/mail.ts';
import { placeSellOrder } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { fillBank } from './harness/sales.ts';
import { aCustomer, admin, as, ask, proveAgain, type TestUser } from './harness/users.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const fullName = 'Oluwaseun Chukwuemeka Adebayo-Ogunleye';
const note = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });
const overSale = 'Verify your identity to continue with this sale';
const overExchange = 'Verify your identity to continue with this exchange';

async function openNewest(desk: Page, { email }: TestUser): Promise<void> {
  const waiting = desk.getByRole('listitem').filter({ hasText: email }).filter({ hasText: 'Pending' });
  await waiting.getByRole('link').click();
  await expect(desk.getByRole('region', { name: 'Documents' }).getByRole('img')).toBeVisible();
}

test('from the phone’s camera over a refusal to the lifted limit, the customer and the administrator each at an open screen', async () => {
  const user = await aCustomer();
  const page = await as(user, '/kyc', phone);
  const { page: desk } = await admin(`/admin/dashboard?tab=kyc&q=${encodeURIComponent(user.email)}`);
  await expect(desk.getByRole('heading', { name: 'No requests found' })).toBeVisible();

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
  await openNewest(desk, user);
  await expectVisible(desk.getByText('A0 482 1937'), button(desk, 'Back', true));
  await press(desk, 'Glare');
  await press(desk, 'Reject', true);
  await expect(page.getByRole('region', { name: 'We couldn’t verify your identity' })).toContainText('without flash');
  await expect(card).toContainText('Rejected');
  const kept = {
    'Full legal name': fullName,
    Day: '14',
    Address: '17B Adeola Odeku Street, Lagos',
    'Document number': '',
  };
  for (const [name, value] of Object.entries(kept)) await expect(field(page, name)).toHaveValue(value);
  await expect(page.getByRole('combobox', { name: 'Nationality' })).toHaveValue('Nigeria');
  await expect(page.getByRole('radio', { name: 'National ID' })).toBeChecked();
  await expect(page.getByText('Last time it was •••• 937')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-rejected');

  await field(page, 'Document number').fill('A0 482 1937');
  await page.getByLabel('Take photo').setInputFiles(aPng('camera-2.png'));
  await submit.click();
  await expect(card).toContainText('Under Review');
  await openNewest(desk, user);
  await expect(desk.getByText('Light hides part of the document.')).toBeVisible();
  await expectHidden(button(desk, 'Back', true));
  await press(desk, 'Document matches');
  await press(desk, `Approve ${fullName}`);
  await proveAgain(desk);
  await expect(page.getByRole('heading', { name: 'Your identity is verified' })).toBeVisible();
  await expect(page.getByText('No limit on your sales and exchanges')).toBeVisible();
  await expect(card).toContainText('Approved');
  await readMail(user.email, /Your identity is verified/);
  await placeSellOrder(user, { amount: 0.2 });
}, 120_000);

test('both wizards say what is left, refuse what another tab used meanwhile and lead to verification, and an approval lifts the limit on the open pages', async () => {
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
}, 120_000);

test('a customer above the limit gets no address, verifies, and is back at the same sale', async () => {
  const user = await aCustomer();
  const terms = { cryptoId: 'bitcoin', cryptoAmount: 0.02, targetCurrency: 'NGN' };
  const { quoteId } = await ask<{ quoteId: string }>('POST', '/api/sell-quotes', { token: user.token, body: terms });
  await placeSellOrder(user, { amount: 0.02 });
  const page = await as(user, `/sell?quote=${quoteId}`);
  await expect(note(page, overSale)).toContainText('You have $217.09 USD left');
  await expectHidden(page.getByText('Send exactly'), button(page, /I’ve sent/));
  await page.getByRole('link', { name: 'Verify identity' }).click();
  // From here on the screen receives what changes elsewhere.
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeVisible();
  await handInDocuments(user);
  await expect(page.getByText('It’s saved, and you can continue as soon as your identity is verified.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'limit-held');
  await reviewDocuments(user, 'approved', 'Passport and name agree.');
  await expect(page.getByText('It’s saved')).toBeHidden();
  await page.getByRole('link', { name: 'Back to your sale' }).click();
  await expect(page.getByText('Send exactly')).toBeVisible();
});
