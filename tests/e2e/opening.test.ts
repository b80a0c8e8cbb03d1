import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { visitor } from './harness/users.ts';

test('a visitor who opens the address sees Landfall; a newcomer who gets started finds the new account first, and one who signs in the sign-in', async () => {
  const page = await visitor('/');
  await expect(page).toHaveTitle(/Landfall/);
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
