import { Secret, TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, field, fill, heading, inArabicDigits, press, pressProven } from './harness/controls.ts';
import { inTheDatabase } from './harness/database.ts';
import { expect } from './harness/expect.ts';
import { codeFor, readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, aRegistration, ask, customer, visitor, as } from './harness/users.ts';

/** Types a wrong code by the keyboard, and waits until it is refused and selected, so that the next one replaces it. */
async function typeWrongCode(page: Page, code: Locator, rightCode: string): Promise<void> {
  await code.focus();
  const wrongCode = rightCode === '000000' ? '000001' : '000000';
  await page.keyboard.type(wrongCode);
  const selectedText = () =>
    code.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0));
  await expect.poll(selectedText).toBe(wrongCode);
  await expect(code).toBeFocused();
}

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

test('a visitor who registers corrects each missing field, and is signed in by the mailed code', async () => {
  const user = aRegistration();
  // A language without a region: no country can be proposed.
  const page = await visitor('/register', { locale: 'eo' });
  await press(page, 'Create account');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Age Verification Required');
  await expect(page.getByRole('heading', { name: 'There are 7 problems' })).toBeVisible();
  await expect(page.getByRole('alert').locator('xpath=..')).toBeFocused();
  await expectGoodInEveryAppearance(page, 'register-errors');

  await fill(page, { 'First name': user.firstName, 'Last name': user.lastName, Email: user.email });
  await page.getByRole('combobox', { name: 'Country' }).fill('niger');
  await page.getByRole('option', { name: /Nigeria/ }).click();
  await fill(page, { 'Mobile number': '803 123 4567', Password: user.password, 'Confirm password': user.password });
  await page.getByRole('checkbox', { name: /over 18/ }).check();
  const registration = page.waitForRequest('**/api/register');
  await press(page, 'Create account');
  expect((await registration).postDataJSON()).toMatchObject({ mobileNumber: '+234803 123 4567', language: 'en' });

  await expect(heading(page)).toHaveText('Enter the code we sent you');
  await expect(page.getByRole('main')).toContainText(user.email);
  await expectGoodInEveryAppearance(page, 'register-code');
  const code = field(page, '6-digit code');
  await expect(code).toBeFocused();
  const rightCode = await codeFor(user.email);
  // The phone dropped the page while the mail was read.
  await page.reload();
  await expect(page.getByRole('main')).toContainText(user.email);
  expectError(page, /400 POST .*verify-otp/);
  await typeWrongCode(page, code, rightCode);
  const verification = page.waitForRequest('**/api/verify-otp');
  await page.keyboard.type(rightCode);
  expect((await verification).postDataJSON()).toMatchObject({ userId: expect.any(String), otp: rightCode });
  await page.waitForURL('/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  expect(await tokenIn(page)).toBeTruthy();
});

test('a visitor who registered a wrong address goes back, and types the code in Arabic digits', async () => {
  const [wrongUser, user] = [aRegistration(), aRegistration()];
  const page = await visitor('/register', { locale: 'en-NG' });
  const register = async ({ email, ...rest }: typeof user) => {
    const names = { 'First name': rest.firstName, 'Last name': rest.lastName, Email: email };
    await fill(page, { ...names, 'Mobile number': '803 123 4567' });
    await fill(page, { Password: rest.password, 'Confirm password': rest.password });
    await page.getByRole('checkbox', { name: /over 18/ }).check();
    await press(page, 'Create account');
    await expect(page.getByRole('main')).toContainText(email);
  };
  await register(wrongUser);
  await page.reload();
  await expect(page.getByRole('main')).toContainText(wrongUser.email);
  await press(page, 'Change it');
  await expect(button(page, 'Create account')).toBeVisible();
  await page.reload();
  await register(user);
  await expect(page.getByText(/^Resend Code in /)).toBeVisible();
  await page.reload();
  await field(page, '6-digit code').fill(inArabicDigits(await codeFor(user.email)));
  await page.waitForURL('/dashboard');
  expect(await tokenIn(page)).toBeTruthy();
});

test('a customer whose code was lost gets another one, and only the newest opens the account', async () => {
  const user = aRegistration();
  await ask('POST', '/api/register', { body: user });
  const first = await codeFor(user.email);
  const page = await visitor();
  // A phone that is eleven minutes slow counts down the same minute.
  await page.clock.install({ time: Date.now() - 11 * 60_000 });
  await page.goto(`/verify-otp?email=${encodeURIComponent(user.email)}`);
  await expect(field(page, 'Email')).toHaveValue(user.email);
  await expect(page, 'the address is not kept where the next one reads it').toHaveURL('/verify-otp');
  await expect(page.getByRole('link', { name: 'Back to Registration' })).toHaveAttribute('href', '/register');

  expectError(page, /(429|400) POST .*\/api\/(resend|verify)-otp/);
  // The codes of all who register: before the confirmation the database does not say whose they are.
  const sentAgo = (interval: string) =>
    inTheDatabase(`update one_time_codes set created_at = now() - $1::interval where purpose = 'verify_email'`, [
      interval,
    ]);
  // Independent of the time that the test took so far.
  await sentAgo('0 seconds');
  await press(page, 'Resend Code');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Resend Failed');
  await expect(page.getByText(/^Resend Code in 0:\d\d$/)).toBeVisible();

  await sentAgo('61 seconds');
  await page.clock.fastForward('01:01');
  await press(page, 'Resend Code');
  await expect(page.getByRole('status').filter({ hasText: 'we’ve sent a new code' })).toBeVisible();
  await expect.poll(() => codeFor(user.email)).not.toBe(first);

  const code = field(page, '6-digit code');
  await code.fill(first);
  await expect(page.getByText('Verification Failed. Invalid OTP')).toBeVisible();
  await code.fill(await codeFor(user.email));
  await page.waitForURL('/');
  expect(await tokenIn(page)).toBeTruthy();
});

test('a customer who signs in before confirming is led to the code, and then to their page', async () => {
  const user = aRegistration();
  await ask('POST', '/api/register', { body: user });
  const page = await visitor('/profile?tab=security');
  await expect(heading(page)).toHaveText('Authentication Required');
  const link = page.getByRole('main').getByRole('link', { name: 'Sign In' });
  await expect(link).toHaveAttribute('href', /^\/api\/login/);
  await link.click();
  await page.waitForURL('/login?next=*');
  for (const name of ['Terms of Service', 'Privacy Policy'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
  expectError(page, /403 POST .*\/api\/login/);
  await fill(page, { Email: user.email, Password: user.password });
  await press(page.getByRole('main'), 'Sign In');
  await page.waitForURL('/verify-otp?next=*');
  await expect(field(page, 'Email')).toHaveValue(user.email);
  await field(page, '6-digit code').fill(await codeFor(user.email));
  await page.waitForURL('/profile?tab=security');
  await expect(page.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
});

test('a customer who forgot the password sets a new one, and every device is signed out', async () => {
  const user = await aCustomer();
  const page = await visitor('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page)).toHaveText('Forgot your password?');
  await field(page, 'Email').fill(user.email);
  await press(page, 'Email me the link');
  await expect(page.getByText(`If ${user.email} has an account, we’ve sent a link.`)).toBeVisible();

  const { text = '' } = await readMail(user.email, /reset-password\?token=/);
  await page.goto(/\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? '');
  await expect(page, 'the token leaves the address bar').toHaveURL('/reset-password');
  await expectGoodInEveryAppearance(page, 'reset-password');
  const password = 'nine calm lighthouses 12';
  await fill(page, { Password: password, 'Confirm password': password });
  await press(page, 'Set new password');
  await expect(page.getByText('Your new password is set, and you’ve been signed out on every device.')).toBeVisible();
  await expect(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('401');
  await ask('POST', '/api/login', { body: { email: user.email, password } });
});

test('a customer who signs out in one tab is signed out in all of them, on the server too', async () => {
  const { user, page } = await customer('/dashboard');
  const otherPage = await page.context().newPage();
  await otherPage.goto('/transactions');
  await expect(heading(otherPage)).toHaveText('Transactions');
  await press(page, 'Your account');
  await expectGoodInEveryAppearance(page, 'account-menu');
  await press(page, 'Log out');
  await page.waitForURL('/');
  expect(await tokenIn(page)).toBeNull();
  await expect(heading(otherPage)).toHaveText('Authentication Required');
  await expect(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('401');
});

const digitsOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('a customer changes names, phone, picture and address, which counts once its code is typed', async () => {
  const { user, page } = await customer('/profile');
  await expect(button(page, 'Save profile')).toHaveAttribute('aria-disabled', 'true');
  await fill(page, { 'Phone number': '0803 999 0000', 'First name': 'Wilhelmina-Konstantina Oluwaseunfunmi' });
  await press(page, 'Save profile');
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Your changes are saved.').first()).toBeVisible();
  await page.getByLabel('Choose a picture').setInputFiles(aPng('me.png'));
  await expect(button(page, 'Replace picture')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina-Konstantina Oluwaseunfunmi');
  await expect(page.getByLabel('Phone number')).toHaveValue('+2348039990000');
  await expect(page.getByRole('region', { name: 'About you' }).locator('img')).toHaveJSProperty('complete', true);

  await press(page, 'Change email');
  const next = user.email.replace('ada.', 'ada.new.');
  await page.getByLabel('New email').fill(next);
  await pressProven(page, 'Send me a code', user.password);
  const rightCode = await codeFor(next);
  expectError(page, /400 POST .*profile\/email\/confirm/);
  await typeWrongCode(page, page.getByLabel('6-digit code'), rightCode);
  await page.keyboard.type(rightCode);
  await expect(page.getByText('Your email address has been changed.', { exact: false })).toBeVisible();
  await readMail(user.email, /Your account has a new email address/);
  await ask('POST', '/api/login', { body: { email: next, password: user.password } });
});

test('a customer with a second factor signs in with the app’s code, or with a recovery code', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await press(page, 'Turn on');
  await pressProven(page.getByRole('dialog'), 'Continue', user.password);
  const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' });
  const secret = ((await dialog.locator('bdi').textContent()) ?? '').replaceAll(' ', '');
  await expectGoodInEveryAppearance(page, 'second-factor-setup');
  expectError(page, /400 POST .*second-factor\/confirm/);
  await typeWrongCode(page, dialog.getByLabel('Code from the app'), digitsOf(secret));
  await page.keyboard.type(digitsOf(secret));
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await press(codes, 'I’ve saved them');
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const lentPage = await visitor('/login');
  expectError(lentPage, /403|400/);
  await fill(lentPage, { Email: user.email, Password: user.password });
  await press(lentPage, 'Sign In');
  const code = lentPage.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  // The sixth digit sends it: the button may be gone already.
  await code.fill('000000');
  await expect(lentPage.getByText(/That code isn’t right/).first()).toBeVisible();
  // The password is never stored, so a reload asks for both again.
  await lentPage.reload();
  await fill(lentPage, { Email: user.email, Password: user.password });
  await press(lentPage, 'Sign In');
  await expect(code).toBeFocused();
  // A code counts once, and the next one is valid before its time and after it, independent of the time that the test
  // took so far.
  await code.fill(inArabicDigits(digitsOf(secret, 1)));
  await lentPage.waitForURL(/\/dashboard/);

  await expect(ask('POST', '/api/login', { body: { ...user, code: recoveryCode } })).resolves.toHaveProperty('token');
});

test('a customer changes the password and sees the other devices signed out', async () => {
  const user = await aCustomer();
  const { token } = await ask<{ token: string }>('POST', '/api/login', { body: user });
  const page = await as(user, '/profile?tab=security');
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await press(devices, /^Sign out Unknown browser/);
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(ask('GET', '/api/auth/user', { token })).rejects.toThrow(/401/);

  const laterSession = await ask<{ token: string }>('POST', '/api/login', { body: user });
  const thirdPage = await as({ ...user, token: laterSession.token }, '/transactions');
  await expect(thirdPage.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
  const part = page.getByRole('region', { name: 'Password' });
  const password = 'nine quiet harbours 58';
  await fill(part, { 'Current password': user.password, 'New password': password, 'Confirm password': password });
  await press(part, 'Change password');
  await expect(part.getByText(/^Your password has been changed/)).toBeVisible();
  await ask('POST', '/api/login', { body: { email: user.email, password } });
  expectError(thirdPage, /401/);
  await thirdPage.reload();
  await expect(thirdPage.getByText('You were signed out because your password was changed')).toBeVisible();
  await expect(thirdPage.getByRole('main').getByRole('link').first()).toHaveText('Sign In');
});

test('a customer downloads all their data and closes the account', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await press(page, 'Download my data');
  const copy = page.getByRole('dialog', { name: 'Download my data' });
  const downloadPromise = page.waitForEvent('download');
  await pressProven(copy, 'Download my data', user.password);
  await expect(copy).toBeHidden();
  expect((await downloadPromise).suggestedFilename()).toBe('my-data.json');
  await press(page, 'Close account');
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await expectGoodInEveryAppearance(page, 'close-account');
  await pressProven(dialog, 'Close account', user.password);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(ask('POST', '/api/login', { body: user })).rejects.toThrow(/401/);
});
