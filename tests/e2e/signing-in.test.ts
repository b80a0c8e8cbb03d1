import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError } from './harness/page.ts';
import { aCustomer, ask, customer, visitor } from './harness/users.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search);
const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));
const refusal = 'Invalid email or password. Please try again.';

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sign in/i })
    .click();
}

test('a visitor of the dashboard is led through /api/login, told of a mistyped password, and back to the dashboard', async () => {
  const user = await aCustomer();
  const page = await visitor('/dashboard');
  await expect(heading(page)).toHaveText('Authentication Required');
  await expect(
    page.getByText('Please log in to access the dashboard and view live cryptocurrency rates.'),
  ).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'Sign In' });
  await expect(link).toHaveAttribute('href', /^\/api\/login/);
  await link.click();
  await page.waitForURL('/login?next=*');
  await expect(page.getByRole('main').getByRole('link', { name: 'Terms of Service' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  expectError(page, /401 POST .*\/api\/login/);
  await signIn(page, { ...user, password: 'not my password' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText(refusal);
  await expectGoodInEveryAppearance(page, 'login-refused');
  await signIn(page, user);
  await page.waitForURL('/dashboard');
});

test('a customer who forgot the password sets a new one by the link in the mail, and every device is signed out', async () => {
  const user = await aCustomer();
  const page = await visitor('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page)).toHaveText('Forgot your password?');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(user.email);
  await page.getByRole('button', { name: 'Email me the link' }).click();
  await expect(page.getByText(`If ${user.email} has an account, we’ve sent a link.`)).toBeVisible();

  const { text = '' } = await readMail(user.email, /reset-password\?token=/);
  const link = /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(text)?.[0] ?? '';
  const { pathname, search } = new URL(link);
  await page.goto(pathname + search);
  await expect.poll(() => pathOf(page), 'the token leaves the address bar').toBe('/reset-password');
  await expectGoodInEveryAppearance(page, 'reset-password');
  const password = 'nine calm lighthouses 12';
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your new password is set, and you’ve been signed out on every device.')).toBeVisible();
  await expect(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('401');
  await ask('POST', '/api/login', { body: { email: user.email, password } });
});

test('a customer signs out in one tab and is signed out in all of them, on the server too', async () => {
  const { user, page } = await customer('/dashboard');
  const other = await page.context().newPage();
  await other.goto('/transactions');
  await expect(heading(other)).toHaveText('Transactions');
  await page.getByRole('button', { name: 'Your account' }).click();
  await expectGoodInEveryAppearance(page, 'account-menu');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('/');
  expect(await tokenIn(page)).toBeNull();
  await expect(heading(other)).toHaveText('Authentication Required');
  await expect(ask('GET', '/api/auth/user', { token: user.token })).rejects.toThrow('401');
});
