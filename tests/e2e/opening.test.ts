import { test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { visitor } from './harness/users.ts';

test('a visitor who opens the address sees Landfall in both themes, on a phone and on a computer', async () => {
  const page = await visitor('/');
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible();
  await expect(page).toHaveTitle(/Landfall/);
  await expectGoodInEveryAppearance(page, 'landing');
});

test('a newcomer who gets started finds the new account first, and one who signs in the sign-in', async () => {
  const page = await visitor('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await page.waitForURL('/login');
  const main = page.getByRole('main');
  const topOf = async (role: 'link' | 'button', name: string) =>
    (await main.getByRole(role, { name }).boundingBox())?.y ?? Number.NaN;
  await expect(main.getByRole('link', { name: 'Create account' })).toBeVisible();
  expect(await topOf('link', 'Create account')).toBeLessThan(await topOf('button', 'Sign In'));
  await main.getByRole('link', { name: 'Create account' }).click();
  await page.waitForURL('/register');

  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('/login');
  await expect(main.getByRole('link', { name: 'Create account' })).toBeVisible();
  expect(await topOf('button', 'Sign In')).toBeLessThan(await topOf('link', 'Create account'));
});

test('a visitor on a page that does not exist is told so and finds the way home', async () => {
  const page = await visitor('/no-such-page');
  expectError(page, /404 GET .*\/no-such-page/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  await expect(page.getByText('We can’t find /no-such-page.')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'not-found');
});
