import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { codeFor } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { aRegistration, ask, visitor } from './harness/users.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search);
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));
/** Another code than this one. */
const wrong = (code: string) => code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));

async function fillRegistration(page: Page, user: ReturnType<typeof aRegistration>): Promise<void> {
  await page.getByRole('textbox', { name: 'First name' }).fill(user.firstName);
  await page.getByRole('textbox', { name: 'Last name' }).fill(user.lastName);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(user.email);
  await page.getByRole('combobox', { name: 'Country' }).fill('niger');
  await page.getByRole('option', { name: /Nigeria/ }).click();
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('803 123 4567');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(user.password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(user.password);
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
}

test('somebody who registers sees every field that is missing said once, corrects it, and is let in by the code from the mail', async () => {
  const user = aRegistration();
  // A language without a region: no country can be guessed.
  const page = await visitor('/register', { locale: 'eo' });
  await expect(heading(page)).toHaveText('Create your account');

  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'There are 7 problems' })).toBeVisible();
  await expect(page.getByRole('alert').locator('xpath=..')).toBeFocused();
  await expectGoodInEveryAppearance(page, 'register-errors');

  await fillRegistration(page, user);
  await page.getByRole('checkbox', { name: /over 18/ }).check();
  const sent = page.waitForRequest('**/api/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ mobileNumber: '+234803 123 4567', language: 'en' });

  await expect(heading(page)).toHaveText('Enter the code we sent you');
  await expect(page.getByRole('main')).toContainText(user.email);
  await expectGoodInEveryAppearance(page, 'register-code');
  const code = page.getByRole('textbox', { name: '6-digit code' });
  await expect(code).toBeFocused();
  await code.fill('12 34');
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByText('Please enter a valid 6-digit OTP')).toBeVisible();

  expectError(page, /400 POST .*\/api\/verify-otp/);
  const right = await codeFor(user.email);
  await code.fill(wrong(right));
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Verification failed');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Invalid or expired OTP code.');

  const confirming = page.waitForRequest('**/api/verify-otp');
  await code.fill(right);
  expect((await confirming).postDataJSON()).toMatchObject({ userId: expect.any(String), otp: right });
  await page.waitForURL('/dashboard');
  await expect(heading(page)).toHaveText('Live Crypto Rates');
  expect(await tokenIn(page)).toBeTruthy();
});

test('a customer whose code got lost gets another one after a minute, and only the newest opens the account', async () => {
  const user = aRegistration();
  await ask('POST', '/api/register', { body: user });
  const first = await codeFor(user.email);
  const page = await visitor();
  // A phone that is eleven minutes slow counts down the same minute.
  await page.clock.install({ time: Date.now() - 11 * 60_000 });
  await page.goto(`/verify-otp?email=${encodeURIComponent(user.email)}`);
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(user.email);
  expect(await pathOf(page)).toBe('/verify-otp');
  await expect(page.getByRole('link', { name: 'Back to Registration' })).toHaveAttribute('href', '/register');

  expectError(page, /(429|400) POST .*\/api\/(resend|verify)-otp/);
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Resend Failed');
  await expect(page.getByText(/^Resend Code in 0:\d\d$/)).toBeVisible();

  await inTheDatabase(`update one_time_codes set created_at = created_at - interval '61 seconds'`);
  await page.clock.fastForward('01:01');
  await page.getByRole('button', { name: 'Resend Code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'we’ve sent a new code' })).toBeVisible();
  await expect.poll(() => codeFor(user.email)).not.toBe(first);

  const code = page.getByRole('textbox', { name: '6-digit code' });
  await code.fill(first);
  await expect(page.getByText('Verification Failed. Invalid OTP')).toBeVisible();
  await code.fill(await codeFor(user.email));
  await page.waitForURL('/');
  expect(await tokenIn(page)).toBeTruthy();
});

test('a customer who signs in before confirming is led to the code, and from there to where they were going', async () => {
  const user = aRegistration();
  await ask('POST', '/api/register', { body: user });
  const page = await visitor('/sell?crypto=ripple&amount=100&currency=KES');
  await expect(heading(page)).toHaveText('Authentication Required');
  await expect(page.getByText('Please log in to sell your cryptocurrency.')).toBeVisible();
  const begun = page.getByRole('main');
  await expect(begun.getByText('Your quote is saved')).toBeVisible();
  await expect(begun.getByText('100 XRP')).toBeVisible();
  const register = '/register?next=%2Fsell%3Fcrypto%3Dripple%26amount%3D100%26currency%3DKES';
  await expect(begun.getByRole('link', { name: 'Create account' })).toHaveAttribute('href', register);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  expectError(page, /403 POST .*\/api\/login/);
  await signIn(page, user);
  await page.waitForURL('/verify-otp?next=*');
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(user.email);
  await page.getByRole('textbox', { name: '6-digit code' }).fill(await codeFor(user.email));
  await page.waitForURL('/sell?crypto=ripple&amount=100&currency=KES');
  await expect(page.getByRole('textbox', { name: 'You sell' })).toHaveValue('100');
});
