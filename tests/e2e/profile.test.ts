import { Secret, TOTP } from 'otpauth';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, button, fill, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { codeFor, readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, as, ask, customer, visitor } from './harness/users.ts';

const digitsOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

test('a customer changes names, phone and picture, then the address, which counts once the code sent there is entered, and saves an account', async () => {
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
  await page.getByLabel('Your password').fill(user.password);
  await press(page, 'Send me a code');
  await page.getByLabel('6-digit code').fill(await codeFor(next));
  await expect(page.getByText('Your email address has been changed.', { exact: false })).toBeVisible();
  await readMail(user.email, /Your account has a new email address/);
  await ask('POST', '/api/login', { body: { email: next, password: user.password } });

  // Before the first sale.
  await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Accounts' }).click();
  await expect(page.getByRole('heading', { name: 'No saved payout accounts' })).toBeVisible();
  await press(page, 'Add an account');
  const dialog = page.getByRole('dialog', { name: 'Add an account' });
  await expectGoodInEveryAppearance(page, 'payout-account-add');
  await fill(dialog, { Bank: 'Bank of Lagos', 'Account number': '0123884421' });
  await press(dialog, 'Save account');
  await expect(page.getByRole('listitem').filter({ hasText: 'Bank of Lagos •••• 4421' })).toBeVisible();
});

test('a customer with a second factor signs in with the code of the app, and with a recovery code when the phone is lost', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await press(page, 'Turn on');
  await page.getByRole('dialog').getByLabel('Your password').fill(user.password);
  await press(page, 'Continue');
  const dialog = page.getByRole('dialog', { name: 'Connect your authenticator app' });
  const secret = ((await dialog.locator('bdi').textContent()) ?? '').replaceAll(' ', '');
  await expectGoodInEveryAppearance(page, 'second-factor-setup');
  await dialog.getByLabel('Code from the app').fill(digitsOf(secret, -1));
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await press(codes, 'I’ve saved them');
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const lent = await visitor('/login');
  expectError(lent, /403|400/);
  await fill(lent, { Email: user.email, Password: user.password });
  await press(lent, 'Sign In');
  const code = lent.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await code.fill('000000');
  await press(lent, 'Sign In');
  await expect(lent.getByText(/That code isn’t right/).first()).toBeVisible();
  await code.fill(digitsOf(secret));
  await press(lent, 'Sign In');
  await lent.waitForURL(/\/dashboard/);

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

  const later = await ask<{ token: string }>('POST', '/api/login', { body: user });
  const third = await as({ ...user, token: later.token }, '/transactions');
  await expect(third.getByRole('heading', { name: 'Transactions', exact: true })).toBeVisible();
  const part = page.getByRole('region', { name: 'Password' });
  const password = 'nine quiet harbours 58';
  await fill(part, { 'Your password': user.password, 'New password': password, 'Confirm password': password });
  await press(part, 'Change password');
  await expect(part.getByText(/^Your password has been changed/)).toBeVisible();
  await ask('POST', '/api/login', { body: { email: user.email, password } });
  expectError(third, /401/);
  await third.reload();
  await expect(third.getByText('You were signed out because your password was changed')).toBeVisible();
  await expect(third.getByRole('main').getByRole('link').first()).toHaveText('Sign In');
});

test('a customer takes a copy of everything along and leaves for good', async () => {
  const { user, page } = await customer('/profile?tab=security');
  await press(page, 'Download my data');
  const copy = page.getByRole('dialog', { name: 'Download my data' });
  await copy.getByLabel('Your password').fill(user.password);
  const coming = page.waitForEvent('download');
  await press(copy, 'Download my data');
  await expect(copy).toBeHidden();
  expect((await coming).suggestedFilename()).toBe('my-data.json');
  await press(page, 'Close account');
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await dialog.getByLabel('Your password').fill(user.password);
  await expectGoodInEveryAppearance(page, 'close-account');
  await press(dialog, 'Close account', true);
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(ask('POST', '/api/login', { body: user })).rejects.toThrow(/401/);
});
