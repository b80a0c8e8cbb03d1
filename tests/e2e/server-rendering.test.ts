import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { clientDir } from '#server/env/paths.ts';
import { shellText } from '#server/ssr/pages.ts';
import { expectError, hydrated, openPage } from './harness/page.ts';
import { aCustomer, as, ask, visitor } from './harness/users.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** A page as a search engine gets it, which runs no scripts. */
async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(path, inject('productUrl')), { headers: { Accept: 'text/html', ...headers } });
  const html = await answer.text();
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    status: answer.status,
    html,
    title: find(/<title>([^<]*)<\/title>/),
    h1: find(/<h1[^>]*>(.*?)<\/h1>/)?.replace(/<[^>]*>/g, ''),
    language: find(/<html lang="([^"]*)"/),
    canonical: find(/<link rel="canonical" href="([^"]*)"/),
    preview: find(/<meta property="og:title" content="([^"]*)"/),
    isForSearch: !html.includes('content="noindex"'),
  };
}

test('a search engine reads every public page without a script, and is told to leave the others alone', async () => {
  const [post] = await ask<{ id: string; title: string; excerpt: string }[]>('GET', '/api/blog-posts');
  if (!post) throw new Error('nothing is published');
  const articles = `/blog/${post.id}`;
  const open: Record<string, string> = {
    '/': 'Turn crypto into cash in your bank',
    '/blog': 'Blog',
    '/contact': 'Contact Us',
    '/privacy-policy': 'Privacy Policy',
    '/terms-of-service': 'Terms of Service',
    [articles]: post.title,
  };
  for (const [path, h1] of Object.entries(open)) {
    const page = await read(path);
    expect({ path, ...page }).toMatchObject({
      path,
      status: 200,
      h1,
      isForSearch: true,
      language: 'en',
      preview: page.title,
    });
    expect(page.canonical).toBe(new URL(path, inject('productUrl')).href);
    // The policy of pages allows no styles of elements.
    expect(page.html).not.toMatch(/<[^>]* style="/);
  }
  const article = await read(articles);
  expect(article.html).toContain('"@type":"BlogPosting"');
  expect(article.html).toContain('<meta property="og:type" content="article"/>');
  for (const path of ['/login', '/register'])
    expect(await read(path)).toMatchObject({ status: 200, isForSearch: true });
  for (const path of ['/dashboard', '/sell', '/admin/users', '/receipt/x', '/newsletter/confirm']) {
    expect({ path, ...(await read(path)) }).toMatchObject({ status: 200, isForSearch: false, canonical: undefined });
  }
  for (const path of ['/nowhere', '/sell/nowhere', `/blog/${unknownId}`, '/blog/no-id']) {
    expect({ path, ...(await read(path)) }).toMatchObject({ status: 404, isForSearch: false, canonical: undefined });
  }
  // The browser renders a search, and neither page is sent for the other.
  expect((await read('/blog?q=network')).h1).toBeUndefined();
  expect(await read('/blog')).toMatchObject({ h1: 'Blog', isForSearch: true });
  const wrong = await read('/a"><script>alert(1)</script>');
  expect(wrong.html).not.toContain('<script>alert');
});

test('a visitor reads the rendered page in their own language, by the browser’s list or by their choice', async () => {
  expect((await read('/', { 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.8' })).language).toBe('fr');
  const spanish = await read('/', { 'Accept-Language': 'tlh,es;q=0.5' });
  expect(spanish.language).toBe('es');
  expect(spanish.html).toContain('<noscript>Landfall necesita JavaScript');
  expect((await read('/', { 'Accept-Language': 'fr', Cookie: 'selectedLanguage=pt' })).language).toBe('pt');
  expect((await read('/', { 'Accept-Language': 'fr', Cookie: 'selectedLanguage=xx' })).language).toBe('fr');
  expect((await read('/', { 'Accept-Language': '' })).language).toBe('en');
});

test('a page is hydrated as it was rendered in the language of the browser, and in one that was chosen', async () => {
  const page = await visitor('/', { locale: 'es' });
  const language = () => page.locator('html').getAttribute('lang');
  expect(await language()).toBe('es');
  for (const chosen of ['ar', 'ja']) {
    await page.evaluate((value) => {
      localStorage.setItem('selectedLanguage', value);
      document.cookie = `selectedLanguage=${value}; path=/`;
    }, chosen);
    await page.reload();
    expect(await language()).toBe(chosen);
  }
});

test('an article is hydrated as it was rendered, with its headings, lists and tables', async () => {
  const posts = await ask<{ id: string; title: string }[]>('GET', '/api/blog-posts');
  const page = await openPage();
  for (const { id, title } of posts) {
    await page.goto(`/blog/${id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
  }
});

test('a reader who changes the language as soon as the page can be used reads all of it in that language', async () => {
  const page = await visitor('/');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: /: Deutsch$/ }).waitFor();
  await page.getByRole('heading', { name: 'So funktioniert' }).waitFor();
  expect(await page.getByRole('heading', { name: 'How It Works' }).count()).toBe(0);
});

test('a visitor sees one title and one description of a page, also after going on to another one', async () => {
  const page = await visitor('/contact');
  const head = () =>
    page.locator('head').evaluate((element) => ({
      titles: [...element.querySelectorAll('title')].map(({ text }) => text),
      descriptions: element.querySelectorAll('meta[name="description"]').length,
    }));
  expect(await head()).toEqual({ titles: ['Contact Us · Landfall'], descriptions: 1 });
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(async () => (await head()).titles).toEqual(['Privacy Policy · Landfall']);
  await page.goto('/login');
  await expect.poll(async () => (await head()).titles).toEqual(['Sign in to Landfall']);
});

test('a visitor who goes on before the page is hydrated sees the title and description of the next page alone', async () => {
  const page = await openPage();
  // React works in tasks that it posts to itself: each waits for the test.
  await page.addInitScript(`{
    const { prototype } = MessagePort;
    const post = prototype.postMessage;
    const held = [];
    prototype.postMessage = function (message) { held.push(() => post.call(this, message)); };
    globalThis.runTask = () => held.shift()?.();
    globalThis.runAllTasks = () => {
      prototype.postMessage = post;
      for (const task of held) task();
    };
  }`);
  await page.evaluate((address) => location.assign(address), new URL('/contact', inject('productUrl')).href);
  await page.waitForURL('**/contact');
  const isHydrated = (selector: string) =>
    page.locator(selector).evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')));
  const link = 'footer a[href="/privacy-policy"]';
  await expect
    .poll(async () => {
      await page.evaluate('runTask()');
      return isHydrated(link);
    })
    .toBe(true);
  expect(await isHydrated('h1')).toBe(false);
  await page.locator(link).evaluate((element: HTMLElement) => element.click());
  await page.evaluate('runAllTasks()');
  await expect.poll(() => page.locator('h1').textContent()).toBe('Privacy Policy');
  await hydrated(page);
  expect(await page.locator('title').evaluateAll((titles) => titles.map((title) => title.textContent))).toEqual([
    'Privacy Policy · Landfall',
  ]);
  expect(await page.locator('meta[name="description"]').count()).toBeLessThan(2);
});

test('a visitor without scripts sees what a sale pays now, and how the product works', async () => {
  const { html } = await read('/');
  const text = html.replaceAll(/<script.*?<\/script>|<[^>]*>/gs, '');
  expect(text).toMatch(/1\sBTC = [\d,.]+\sUSD/);
  for (const title of ['Why Choose Landfall', 'Live Crypto Rates', 'How It Works']) expect(text).toContain(title);
});

test('a visitor whom the server sends an empty page, because too many are asked for, sees it all the same', async () => {
  const page = await openPage({ locale: 'de' });
  const shell = shellText(readFileSync(join(clientDir, 'index.html'), 'utf8'), true);
  await page.route(new URL('/', inject('productUrl')).href, async (route) => {
    await route.fulfill({ response: await route.fetch(), body: shell });
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('region')
    .getByText(/^1\sBTC = /)
    .waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.locator('#initial-data').count()).toBe(0);
});

test('a customer’s home is theirs from the first picture on: no sign-in is offered', async () => {
  const page = await as(await aCustomer(), '/');
  await page.getByRole('link', { name: 'Sell Crypto Now' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false);
});

test('a rendered page is hydrated as it stands for somebody whose session has ended', async () => {
  const user = await aCustomer();
  await ask('POST', '/api/logout', { token: user.token });
  const page = await as(user, '/contact');
  expectError(page, /401/);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Subscribe' }).waitFor();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});
