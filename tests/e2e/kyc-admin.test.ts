import type { Page } from 'playwright';
import { test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { button, expectVisible, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { handInDocuments } from './harness/identity.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, admin, ask, type TestUser } from './harness/users.ts';

/** The admin list filtered to this user's requests: other tests share it. */
const adminOf = ({ email }: TestUser) => admin(`/admin/kyc?q=${encodeURIComponent(email)}`);

/** Every view of a request or a document is recorded: the calls that made one. */
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

test('an administrator opens a request without the mouse, refuses it with a reason, and finds it with the next one: long names break, and a scan is shown by a browser that can, as bytes that no address leads to', async () => {
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
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  expect(requests).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toBeFocused();
  await expect(page.getByText('Fits the account: Ada Okafor')).toBeVisible();
  await expectVisible(page.getByText('A0 482 1937'), page.getByText(/14 Sep 1991 \(\d+ years old\)/));
  const pictureOf = (name: string) => page.getByRole('img', { name });
  await expect(pictureOf('passport-page.png')).toHaveAttribute('src', /^blob:/);
  expect(requests).toHaveLength(2);
  await expectGoodInEveryAppearance(page, 'kyc-admin-open');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Zoom in (+)' }).focus();
  for (const key of ['+', 'r', 'p']) await page.keyboard.press(key);
  await expect(pictureOf('back.png')).toBeVisible();
  await press(page, 'Selfie', true);
  await expect(pictureOf('me.png')).toBeVisible();
  await press(page, 'Front', true);
  await expect(pictureOf('passport-page.png')).toBeVisible();
  // Each document once, the request once.
  expect(requests).toHaveLength(4);
  await page.keyboard.press('b');
  await expectVisible(...['passport-page.png', 'back.png', 'me.png'].map(pictureOf));
  await expect(button(page, 'Side by side')).toHaveAttribute('aria-pressed', 'true');
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
      'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft Oluwaseun Chukwuemeka Adebayo-Ogunleye Okafor',
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
}, 120_000);

test('a decision after the session ended goes on once the administrator has signed in over the page, and is revoked', async () => {
  const user = await aCustomer();
  await handInDocuments(user);
  const { page, user: account } = await adminOf(user);
  await page.getByRole('link', { name: 'Ada Okafor' }).click();
  await page.getByLabel('Review notes').fill('The document agrees.');
  expectError(page, /401 /);
  const asked = page.waitForResponse('**/api/second-factor');
  await press(page, 'Approve Ada Ngozi Okafor');
  await asked;
  await ask('POST', '/api/logout', { token: account.token });
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Your password', { exact: true }).fill(account.password);
  // Where another request of the page has opened the one dialog to sign in already, it covers these buttons.
  await proof.getByRole('button', { name: 'Continue' }).dispatchEvent('click');
  await expect(page.getByText('Admin authentication required. Please re-login.').first()).toBeVisible();
  expect(await hasStatus(user)).toBe('pending');
  await proof.getByRole('button', { name: 'Re-authenticate' }).dispatchEvent('click');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await press(dialog, 'Sign In');
  await expect(page.getByText('KYC request approved successfully').first()).toBeVisible();
  await expect(button(page, 'Re-authenticate')).toHaveCount(0);
  expect(await hasStatus(user)).toBe('approved');

  await press(page, 'Revoke approval…');
  await dialog.getByLabel('Reason').fill('The document was reported as stolen.');
  await press(dialog, 'Revoke approval');
  await expect(page.getByText('Approval revoked').first()).toBeVisible();
  await expect(page.getByText('The document was reported as stolen.')).toBeVisible();
  expect(await hasStatus(user)).toBe('revoked');
});
