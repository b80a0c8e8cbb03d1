import { test } from 'vitest';
import { expect } from './harness/expect.ts';
import { expectError, expectNoAxeViolations } from './harness/page.ts';
import { visitor } from './harness/users.ts';

test('a visitor meets a deploy, a server that is away and a screen that breaks, and is helped on each time', async () => {
  const page = await visitor('/contact');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Contact Us');

  // Another build is deployed: the file this page names is gone.
  expectError(page, /404 GET .*\/assets\/PrivacyPage-/);
  expectError(page, /dynamically imported module/);
  await page.route('**/assets/PrivacyPage-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(heading).toHaveText('Privacy Policy');

  expectError(page, /ERR_FAILED GET .*\/api\/blog-posts/);
  await page.route('**/api/blog-posts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/blog?category=guide');
  await expect(page.getByRole('alert')).toContainText('We can’t reach Landfall.');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();

  expectError(page, /console: |page error: /);
  const nonsense = { status: 200, headers: { 'X-Total-Count': '1' }, json: [{ id: 'nothing else' }] };
  await page.route(/\/api\/blog-posts\?.*category=market/, (route) => route.fulfill(nonsense), { times: 1 });
  await page.goto('/blog?category=market'); // The server renders the whole blog, not a part of it.
  await expect(heading).toHaveText('Something went wrong');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await expect(heading).toHaveText('Blog');
});
