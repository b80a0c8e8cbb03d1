import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { codeFor, readMail } from './harness/mail.ts';
import { aPicture } from './harness/orders.ts';
import { expectError } from './harness/page.ts';
import { as, ask, customer, visitor, type TestUser } from './harness/users.ts';

const digitsOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function signIn(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a customer changes names, phone and picture, then the address, which counts once the code sent there is entered, and saves an account', async () => {
  const { user, page } = await customer('/profile');
  await expect(page.getByRole('button', { name: 'Save profile' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Phone number').fill('0803 999 0000');
  await page.getByLabel('First name').fill('Wilhelmina-Konstantina Oluwaseunfunmi');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile Updated', { exact: true })).toBeVisible();
  await expect(page.getByText('Your changes are saved.').first()).toBeVisible();
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: aPicture() });
  await expect(page.getByRole('button', { name: 'Replace picture' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina-Konstantina Oluwaseunfunmi');
  await expect(page.getByLabel('Phone number')).toHaveValue('+2348039990000');
  await expect(page.getByRole('region', { name: 'About you' }).locator('img')).toHaveJSProperty('complete', true);

  await page.getByRole('button', { name: 'Change email' }).click();
  const next = user.email.replace('ada.', 'ada.new.');
  await page.getByLabel('New email').fill(next);
  expectError(page, /401/);
  await page.getByLabel('Your password').fill('not the password');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('That password isn’t right. Please try again.')).toBeVisible();
  await page.getByLabel('Your password').fill(user.password);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('6-digit code').fill(await codeFor(next));
  await expect(page.getByText('Your email address has been changed.', { exact: false })).toBeVisible();
  await readMail(user.email, /Your account has a new email address/);
  await ask('POST', '/api/login', { body: { email: next, password: user.password } });

  // Before the first sale.
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Accounts' }).click();
  await expect(page.getByRole('heading', { name: 'No saved payout accounts' })).toBeVisible();
  await page.getByRole('button', { name: 'Add an account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an account' });
  await expectGoodInEveryAppearance(page, 'payout-account-add');
  await dialog.getByLabel('Bank', { exact: true }).fill('Bank of Lagos');
  await dialog.getByRole('textbox', { name: 'Account number' }).fill('0123884421');
  await dialog.getByRole('button', { name: 'Save account' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bank of Lagos •••• 4421' })).toBeVisible();
});

test('a customer with a second factor signs in with the code of the app, and with a recovery code when the phone is lost', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(user.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' });
  const secret = ((await dialog.locator('bdi').textContent()) ?? '').replaceAll(' ', '');
  await expectGoodInEveryAppearance(page, 'second-factor-setup');
  await dialog.getByLabel('Code from the app').fill(digitsOf(secret, -1));
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const personalData = await visitor('/login');
  expectError(personalData, /403|400/);
  await signIn(personalData, user);
  const code = personalData.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await personalData.getByRole('button', { name: 'Sign In' }).click();
  await expect(personalData.getByText(/That code isn’t right/).first()).toBeVisible();
  await code.fill(digitsOf(secret));
  await personalData.getByRole('button', { name: 'Sign In' }).click();
  await personalData.waitForURL(/\/dashboard/);

  await expect(ask('POST', '/api/login', { body: { ...user, code: recoveryCode } })).resolves.toHaveProperty('token');
});

test('a customer changes the password and sees the other devices signed out', async () => {
  const { user, page } = await customer('/profile?tab=security');
  const { token } = await ask<{ token: string }>('POST', '/api/login', { body: user });
  await page.reload();
  const devices = page.getByRole('region', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Sign out Unknown browser/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(ask('GET', '/api/auth/user', { token })).rejects.toThrow(/401/);

  const later = await ask<{ token: string }>('POST', '/api/login', { body: user });
  const third = await as({ ...user, token: later.token }, '/transactions');
  await expect(third.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
  const part = page.getByRole('region', { name: 'Password' });
  await part.getByLabel('Your password').fill(user.password);
  await part.getByLabel('New password').fill('nine quiet harbours 58');
  await part.getByLabel('Confirm password').fill('nine quiet harbours 58');
  await part.getByRole('button', { name: 'Change password' }).click();
  await expect(part.getByText(/^Your password has been changed/)).toBeVisible();
  await ask('POST', '/api/login', { body: { email: user.email, password: 'nine quiet harbours 58' } });
  expectError(third, /401/);
  await third.reload();
  await expect(third.getByText('You were signed out because your password was changed')).toBeVisible();
  await expect(third.getByRole('main').getByRole('link').first()).toHaveText('Sign In');
});

test('a customer takes a copy of everything along and leaves for good', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const copy = page.getByRole('dialog', { name: 'Download my data' });
  await copy.getByLabel('Your password').fill(user.password);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    copy.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  await expect(copy).toBeHidden();
  expect(download.suggestedFilename()).toBe('my-data.json');
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Your password').fill(user.password);
  await expectGoodInEveryAppearance(page, 'close-account');
  await dialog.getByRole('button', { name: 'Close account', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(ask('POST', '/api/login', { body: { email: user.email, password: user.password } })).rejects.toThrow(
    /401/,
  );
});
