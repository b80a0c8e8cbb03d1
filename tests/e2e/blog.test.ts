import { expect } from 'playwright/test';
import { test } from 'vitest';
import { expectGoodInEveryLook } from './harness/looks.ts';
import { expectTrouble } from './harness/page.ts';
import { visitor } from './harness/people.ts';

test('a visitor finds an article by filter and by search, and reads it beside what a sale pays now', async () => {
  const page = await visitor('/blog');
  await expect(page).toHaveTitle('Blog · Landfall');
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();
  await expectGoodInEveryLook(page, 'blog');
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Security' }).click();
  await expect(page).toHaveURL(/category=security/);
  await expect(page.getByText('1 article', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('no such word');
  await expect(page.getByText('No articles found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all articles' }).click();
  await page.getByRole('searchbox', { name: 'Search articles' }).fill('destination tag');
  await expect(page.getByText('2 articles', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: /The right network/ }).click();
  await expect(page).toHaveTitle('The right network: how to send coins so that they arrive · Landfall');
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'Sell 0.1 BTC' })).toHaveAttribute('href', /\/sell\?crypto=bitcoin/);
  await expect(page.getByRole('list', { name: 'Read next' }).getByRole('link')).toHaveCount(3);
  await expectGoodInEveryLook(page, 'blog-article');
}, 90_000);

test('a visitor who follows the address of an article that is gone is led to the others', async () => {
  const page = await visitor('/blog');
  expectTrouble(page, /404 GET .*blog-posts/);
  await page.goto(new URL('/blog/00000000-0000-4000-8000-000000000000', page.url()).href);
  await expect(page.getByText('This article is not here')).toBeVisible();
  await page.getByRole('link', { name: 'All articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
});
