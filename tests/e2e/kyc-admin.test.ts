import type { Page } from 'playwright';
import { test } from 'vitest';
import { aPdf } from '#tests/factories/files.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
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

test('an administrator opens a request without the mouse, refuses it with a reason, and finds it with the next one', async () => {
  const user = await aCustomer();
  await handInDocuments(user);
  const { page } = await adminOf(user);
  const requests = documentRequestsOf(page);
  const row = page.getByRole('link', { name: 'Ada Okafor' });
  await expect(row).toBeVisible();
  await expect(page.getByText('Choose a request from the list.')).toBeVisible();
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Preferences of the queue' }).click();
  await expect(page.getByRole('button', { name: 'Switch shortcuts off' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox', { name: 'Name or email' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  expect(requests).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ada Okafor' })).toBeFocused();
  await expect(page.getByText('Fits the account: Ada Okafor')).toBeVisible();
  await expect(page.getByText('A0 482 1937')).toBeVisible();
  await expect(page.getByText(/14 Sep 1991 \(\d+ years old\)/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'passport-page.png' })).toBeVisible();
  expect(await page.getByRole('img', { name: 'passport-page.png' }).getAttribute('src')).toMatch(/^blob:/);
  expect(requests).toHaveLength(2);
  await expectGoodInEveryAppearance(page, 'kyc-admin-open');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Zoom in (+)' }).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('r');
  await page.keyboard.press('p');
  await expect(page.getByRole('img', { name: 'back.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Selfie', exact: true }).click();
  await expect(page.getByRole('img', { name: 'me.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Front', exact: true }).click();
  await expect(page.getByRole('img', { name: 'passport-page.png' })).toBeVisible();
  // Each document once, the request once.
  expect(requests).toHaveLength(4);
  await page.keyboard.press('b');
  for (const name of ['passport-page.png', 'back.png', 'me.png']) {
    await expect(page.getByRole('img', { name })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Side by side' })).toHaveAttribute('aria-pressed', 'true');
  expect(requests).toHaveLength(4);

  await page.getByRole('button', { name: 'Blurred' }).click();
  await page.getByRole('button', { name: 'Cut off' }).click();
  await expect(page.getByLabel('Review notes')).toHaveValue(/blurred.*four corners\.$/);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByText('KYC Request Rejected').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Ada Okafor' })).toContainText('rejected successfully');
  await expect(page.getByText('rejected successfully')).toHaveCount(1);
  expect(await hasStatus(user)).toBe('rejected');
  await readMail(user.email, /Please show all four corners/);

  await handInDocuments(user, { fullName: 'Eve Nobody Of That Name' });
  await page.getByRole('button', { name: 'Open the next request' }).click();
  await expect(page.getByText('The account says Ada Okafor')).toBeVisible();
  await expect(page.getByText('Please show all four corners').first()).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-admin-earlier');
}, 120_000);

test('a scan is shown by a browser that can, as bytes that no address leads to, else opened where it can do nothing; long names break', async () => {
  const user = await aCustomer();
  await handInDocuments(user, {
    fullName:
      'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft Oluwaseun Chukwuemeka Adebayo-Ogunleye Okafor',
    address: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu '.repeat(3).trim(),
    documentNumber: '4'.repeat(60),
    back: { bytes: aPdf, name: 'A scan of the back side of my national identity card.pdf', type: 'application/pdf' },
  });
  const { page } = await adminOf(user);
  const openScan = async (isShownHere: boolean) => {
    await page.evaluate((value) => {
      Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true });
    }, isShownHere);
    await page.getByRole('button', { name: 'Front', exact: true }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
  };
  await page.getByRole('link', { name: 'Ada Okafor' }).click();
  await openScan(false);
  await expect(page.getByText('A PDF opens in a tab of its own')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'kyc-admin-long');
  await openScan(true);
  await expect(page.locator('iframe[title^="A scan"]')).toHaveAttribute('src', /^blob:/);
});

test('a decision after the session ended goes on once the administrator has signed in over the page, and is revoked', async () => {
  const user = await aCustomer();
  await handInDocuments(user);
  const { page, user: account } = await adminOf(user);
  await page.getByRole('link', { name: 'Ada Okafor' }).click();
  await page.getByLabel('Review notes').fill('The document agrees.');
  expectError(page, /401 /);
  const asked = page.waitForResponse('**/api/second-factor');
  await page.getByRole('button', { name: 'Approve Ada Ngozi Okafor' }).click();
  await asked;
  await ask('POST', '/api/logout', { token: account.token });
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Your password', { exact: true }).fill(account.password);
  // Where another request of the page has opened the one dialog to sign in already, it covers these buttons.
  await proof.getByRole('button', { name: 'Continue' }).dispatchEvent('click');
  await expect(page.getByText('Admin authentication required. Please re-login.').first()).toBeVisible();
  expect(await hasStatus(user)).toBe('pending');
  await proof.getByRole('button', { name: 'Re-authenticate' }).dispatchEvent('click');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('KYC request approved successfully').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Re-authenticate' })).toHaveCount(0);
  expect(await hasStatus(user)).toBe('approved');

  await page.getByRole('button', { name: 'Revoke approval…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('The document was reported as stolen.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke approval' }).click();
  await expect(page.getByText('Approval revoked').first()).toBeVisible();
  await expect(page.getByText('The document was reported as stolen.')).toBeVisible();
  expect(await hasStatus(user)).toBe('revoked');
});
