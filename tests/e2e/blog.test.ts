import { expect as check, test } from 'vitest';
import { aProof } from '#tests/factories/sales.ts';
import { expectGoodInEveryAppearance } from './harness/appearances.ts';
import { expect } from './harness/expect.ts';
import { expectError } from './harness/page.ts';
import { admin, ask, visitor } from './harness/users.ts';

test('a visitor finds an article by filter and by search, and reads it beside what a sale pays now', async () => {
  const page = await visitor('/blog');
  await expect(page).toHaveTitle('Blog · Landfall');
  await expect(page.getByRole('heading', { name: 'Featured Articles' })).toBeVisible();

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
  await expect(page.getByRole('link', { name: 'Sell 0.02 BTC' })).toHaveAttribute('href', /\/sell\?crypto=bitcoin/);
  await expect(page.getByRole('list', { name: 'Read next' }).getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('heading', { level: 1 }).locator('[lang=en]')).toBeVisible();
}, 90_000);

test('the administrator writes a post, sees it as readers will, publishes it, and loses nothing on the way', async () => {
  const { user, page } = await admin('/admin/dashboard?tab=blog');
  await expect(page.getByRole('row', { name: /Your first sale/ })).toBeVisible();

  await page.getByRole('button', { name: 'New post' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeInViewport({ ratio: 0.5 });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Title and content are required').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Quokkas are paid too');
  await page.getByRole('textbox', { name: 'Tags' }).fill('animals, , fees');
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Company News');
  const text = '## Why\n\nThe fee is {{standardFee}}. <script>alert(1)</script><img src=x onerror=alert(1)>**Bold.**';
  await page.getByRole('textbox', { name: 'Content' }).fill(text);
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('The fee is 5%.')).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible();
  check(await preview.innerHTML()).not.toMatch(/<script|onerror|alert/);
  await expectGoodInEveryAppearance(page, 'admin-blog-editor');

  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('landfall-draft:blog-new')));
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/what you typed until .* and did not save/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Quokkas are paid too');
  await page
    .getByLabel('Upload a picture')
    .setInputFiles({ name: 'quokka.png', mimeType: 'image/png', buffer: aProof() });
  await expect(page.getByRole('img', { name: 'The featured image' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Blog post published successfully').first()).toBeVisible();
  await expect(page).toHaveURL(/post=[0-9a-f-]{36}/);

  const reader = await visitor('/blog?q=quokka');
  await reader.getByRole('link', { name: 'Quokkas are paid too' }).first().click();
  await expect(reader.getByText('The fee is 5%.')).toBeVisible();
  await expect(reader.locator('article img').first()).toHaveJSProperty('complete', true);

  const id = new URL(page.url()).searchParams.get('post');
  const body = { title: 'Quokkas are paid twice', language: 'de' };
  await ask('PUT', `/api/admin/blog-posts/${id}`, { token: user.token, body });
  expectError(page, /409 PUT .*blog-posts/);
  await page.getByRole('textbox', { name: 'Title' }).fill('Quokkas are paid thrice');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/was changed somewhere else/)).toBeVisible();
  await page.getByRole('button', { name: 'Load it again' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Quokkas are paid twice');
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('de');

  await page.getByRole('button', { name: 'All posts' }).click();
  await page.getByRole('button', { name: 'Unpublish Quokkas are paid twice' }).click();
  await expect(page.getByRole('row', { name: /Quokkas are paid twice/ })).toContainText('Draft');
  await page.getByRole('button', { name: 'Delete Quokkas are paid twice' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByRole('row', { name: /Quokkas/ })).toBeHidden();
}, 120_000);
