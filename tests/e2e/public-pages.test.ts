import { randomUUID } from 'node:crypto';
import { expect as check, test } from 'vitest';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { aPng, expectVisible, field, heading, press } from './harness/controls.ts';
import { expect } from './harness/expect.ts';
import { readMail } from './harness/mail.ts';
import { expectError, expectNoAxeViolations } from './harness/page.ts';
import { admin, visitor } from './harness/users.ts';

test('a visitor finds an article by filter and search, and reads it beside today’s price', async () => {
  const page = await visitor('/blog');
  await expect(page).toHaveTitle('Blog · Landfall');
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();

  await press(page, 'Security');
  await expect(page).toHaveURL(/category=security/);
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeHidden();
  const search = page.getByRole('searchbox', { name: 'Search articles' });
  await search.fill('no such word');
  await expect(page.getByText('No articles found')).toBeVisible();
  await press(page, 'Show all articles');
  await search.fill('destination tag');
  await expect(page.getByText('2 articles', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: /The right network/ }).click();
  await expect(page).toHaveTitle('The right network: how to send coins so that they arrive · Landfall');
  await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'Sell 0.02 BTC' })).toHaveAttribute('href', /\/sell\?crypto=bitcoin/);
  await expect(page.getByRole('list', { name: 'Read next' }).getByRole('link')).toHaveCount(3);
  await expect(heading(page).locator('[lang=en]')).toBeVisible();
});

test('the administrator writes, previews and publishes a post without losing text', async () => {
  const { page } = await admin('/admin/dashboard?tab=blog');
  await expect(page.getByRole('row', { name: /Your first sale/ })).toBeVisible();

  const title = field(page, 'Title');
  const content = field(page, 'Content');
  await press(page, 'New post');
  await expect(content).toBeInViewport({ ratio: 0.5 });
  await press(page, 'Save draft');
  await expect(page.getByText('Title and content are required').first()).toBeVisible();
  await title.fill('Quokkas are paid too');
  await field(page, /^Tags/).fill('animals, , fees');
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Company News');
  const text = '## Why\n\nThe fee is {{standardFee}}. <script>alert(1)</script><img src=x onerror=alert(1)>**Bold.**';
  await content.fill(text);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expectVisible(preview.getByText('The fee is 5%.'), preview.getByRole('heading', { name: 'Why' }));
  check(await preview.innerHTML()).not.toMatch(/<script|onerror|alert/);
  await expectGoodInEveryAppearance(page, 'admin-blog-editor');

  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('landfall-draft:blog-new')));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/what you typed until .* and did not save/)).toBeVisible();
  await expect(title).toHaveValue('Quokkas are paid too');
  await page.getByLabel('Upload a picture').setInputFiles(aPng('quokka.png'));
  await expect(page.getByRole('img', { name: 'The featured image' })).toBeVisible();
  await press(page, 'Publish', true);
  await expect(page.getByText('Blog post published successfully').first()).toBeVisible();
  await expect(page).toHaveURL(/post=[0-9a-f-]{36}/);

  const reader = await visitor('/blog?q=quokka');
  await reader.getByRole('link', { name: 'Quokkas are paid too' }).first().click();
  await expect(reader.getByText('The fee is 5%.')).toBeVisible();
  await expect(reader.locator('article img').first()).toHaveJSProperty('complete', true);
});

test('a visitor subscribes in the footer, confirms by mail and unsubscribes by one press', async () => {
  const email = `reader.${randomUUID().slice(0, 8)}@readers.test`;
  const page = await visitor('/contact');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  await press(footer, 'Subscribe');
  await expect(footer.getByText('Please enter a valid email address')).toBeVisible();
  await expectGoodInEveryAppearance(page, 'footer-subscribe');
  await footer.getByRole('textbox').fill(email);
  await press(footer, 'Subscribe');
  await expect(footer.getByText(`confirm with the link we’ve sent to ${email}`)).toBeVisible();

  const linkIn = (text: string, path: string) => new RegExp(`http\\S+${path}\\?token=\\S+`).exec(text)?.[0] ?? '';
  const askedMail = await readMail(email, /Please confirm/);
  await page.goto(linkIn(askedMail.text ?? '', '/newsletter/confirm'));
  await press(page, 'Confirm my subscription');
  await expect(page.getByText('You’re subscribed.')).toBeVisible();

  const welcome = await readMail(email, /You are subscribed/);
  const header = (name: string) => welcome.headers.find(({ key }) => key === name)?.value ?? '';
  check(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  check(header('list-unsubscribe')).toMatch(/^<http.*\/api\/unsubscribe\?token=.*>$/);
  await page.goto(linkIn(welcome.text ?? '', '/newsletter/unsubscribe'));
  await press(page.getByRole('main'), 'Unsubscribe');
  await expect(page.getByText('You’re unsubscribed.')).toBeVisible();
});

test('a visitor gets help after an update, an outage and a failed screen', async () => {
  const page = await visitor('/contact');

  // Another build is deployed: the file this page names is gone.
  expectError(page, /404 GET .*\/assets\/PrivacyPage-/);
  expectError(page, /dynamically imported module/);
  await page.route('**/assets/PrivacyPage-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(heading(page)).toHaveText('Privacy Policy');

  expectError(page, /ERR_FAILED GET .*\/api\/blog-posts/);
  await page.route('**/api/blog-posts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/blog?category=guide');
  await expect(page.getByRole('alert')).toContainText('We can’t reach Landfall.');
  await press(page, 'Try Again');
  await expect(page.getByRole('alert')).toBeHidden();

  expectError(page, /console: |page error: /);
  const nonsense = { status: 200, headers: { 'X-Total-Count': '1' }, json: [{ id: 'nothing else' }] };
  await page.route(/\/api\/blog-posts\?.*category=market/, (route) => route.fulfill(nonsense), { times: 1 });
  await page.goto('/blog?category=market'); // The server renders the whole blog, not a part of it.
  await expect(heading(page)).toHaveText('Something went wrong');
  await expectNoAxeViolations(page);
  await press(page, 'Reload the page');
  await expect(heading(page)).toHaveText('Blog');
});

test('an attacker who inserts text into the page gets no markup or script of it', async () => {
  const page = await visitor('/terms-of-service');
  expectError(page, /TrustedHTML|TrustedScriptURL|trusted-types|content security policy: (require-)?trusted-types/i);
  const attempts = await page.evaluate(() => {
    const refusalOf = (attempt: () => unknown): string => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    };
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy: (...all: unknown[]) => unknown };
    };
    return [
      refusalOf(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>')),
      refusalOf(() => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>')),
      refusalOf(() => (document.createElement('script').src = '/evil.js')),
      refusalOf(() => trustedTypes.createPolicy('default', { createHTML: (html: string) => html })),
      refusalOf(() => trustedTypes.createPolicy('another', { createHTML: (html: string) => html })),
    ];
  });
  expect(attempts).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
