import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { clientDir } from '#server/env/paths.ts';
import { shellText } from '#server/ssr/pages.ts';
import { press } from './harness/controls.ts';
import { expectError, hydrated, openPage } from './harness/page.ts';
import { aCustomer, as, ask, visitor } from './harness/users.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
type Lock = { packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean }> };

const urlOf = (path: string) => new URL(path, inject('productUrl')).href;
const languageOf = (page: Page) => page.locator('html').getAttribute('lang');

/** A page as a search engine gets it, which runs no scripts. */
async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(urlOf(path), { headers: { Accept: 'text/html', ...headers } });
  const html = await answer.text();
  const find = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    path,
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

test('a search engine reads every public page without a script, and excludes the others', async () => {
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
  const listed = { status: 200, isForSearch: true };
  const unlisted = { isForSearch: false, canonical: undefined };
  for (const [path, h1] of Object.entries(open)) {
    const page = await read(path);
    expect(page).toMatchObject({ ...listed, path, h1, language: 'en', preview: page.title, canonical: urlOf(path) });
    // The policy of pages allows no styles of elements.
    expect(page.html).not.toMatch(/<[^>]* style="/);
  }
  const article = await read(articles);
  expect(article.html).toContain('"@type":"BlogPosting"');
  expect(article.html).toContain('<meta property="og:type" content="article"/>');
  for (const path of ['/login', '/register']) expect(await read(path)).toMatchObject({ ...listed, path });
  for (const path of ['/dashboard', '/sell', '/admin/users', '/receipt/x', '/newsletter/confirm'])
    expect(await read(path)).toMatchObject({ ...unlisted, path, status: 200 });
  for (const path of ['/nowhere', '/sell/nowhere', `/blog/${unknownId}`, '/blog/no-id'])
    expect(await read(path)).toMatchObject({ ...unlisted, path, status: 404 });
  // The browser renders a search, and neither page is sent for the other.
  expect((await read('/blog?q=network')).h1).toBeUndefined();
  expect(await read('/blog')).toMatchObject({ h1: 'Blog', isForSearch: true });
  expect((await read('/a"><script>alert(1)</script>')).html).not.toContain('<script>alert');
});

test('a visitor without scripts sees today’s price in the browser’s language', async () => {
  const text = (await read('/')).html.replaceAll(/<script.*?<\/script>|<[^>]*>/gs, '');
  expect(text).toMatch(/1\sBTC = [\d,.]+\sUSD/);
  for (const title of ['Why Choose Landfall', 'Live Crypto Rates', 'How It Works']) expect(text).toContain(title);
  const french = await read('/', { 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.8' });
  expect(french.language).toBe('fr');
  expect(french.html).toMatch(/sous 24\sheures/);
  const spanish = await read('/', { 'Accept-Language': 'tlh,es;q=0.5' });
  expect(spanish.language).toBe('es');
  for (const text of ['<noscript>Landfall necesita JavaScript', 'en un máximo de 24 horas'])
    expect(spanish.html).toContain(text);
  for (const [chosen, language] of Object.entries({ pt: 'pt', xx: 'fr' }))
    expect(await read('/', { 'Accept-Language': 'fr', Cookie: `selectedLanguage=${chosen}` })).toMatchObject({
      language,
    });
  expect((await read('/', { 'Accept-Language': '' })).language).toBe('en');
});

test('a visitor finds the licence of every shipped package', async () => {
  const path = '/THIRD_PARTY_NOTICES.txt';
  expect((await read('/contact')).html).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>Open-source licenses<`));
  const answer = await fetch(urlOf(path));
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  const listed = new Set(text.split('\n').map((line) => line.split(': ', 1)[0]));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const production = Object.entries(packages).filter(([at, { dev, devOptional }]) => at && !dev && !devOptional);
  const inTheBrowser = 'react react-dom i18next workbox-routing @fontsource-variable/geologica tailwindcss'.split(' ');
  const expected = [
    ...production.map(([at, { version }]) => `${at.slice(at.lastIndexOf('node_modules/') + 13)} ${version}`),
    ...inTheBrowser.map((name) => `${name} ${packages[`node_modules/${name}`]?.version}`),
  ];
  expect(expected.length).toBeGreaterThan(100);
  expect(expected.filter((title) => !listed.has(title))).toEqual([]);
  expect(text).toContain('Permission is hereby granted, free of charge');
});

test('a page is hydrated in the browser’s language, and a changed language applies to all of it', async () => {
  const page = await visitor('/', { locale: 'es' });
  expect(await languageOf(page)).toBe('es');
  await press(page, /: Español$/);
  await press(page, 'Deutsch');
  await page.getByRole('button', { name: /: Deutsch$/ }).waitFor();
  await page.getByRole('heading', { name: 'So funktioniert' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Cómo funciona' }).count()).toBe(0);
  await page.reload();
  expect(await languageOf(page)).toBe('de');
});

test('an article is hydrated unchanged, with its headings, lists and tables', async () => {
  const posts = await ask<{ id: string; title: string }[]>('GET', '/api/blog-posts');
  const richest = posts.filter(({ title }) => /^(Your first sale|One reference)/.test(title));
  expect(richest).toHaveLength(2);
  const page = await openPage();
  for (const { id, title } of richest) {
    await page.goto(`/blog/${id}`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
  }
});

test('a visitor sees one title and one description of a page, also after opening another one', async () => {
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

test('a visitor who leaves before the page is hydrated sees only the title of the next page', async () => {
  const page = await openPage();
  // React works in tasks that it posts to itself: each waits for the test, and is short however fast the machine is. No
  // time passes but what they take: after five seconds React would no longer do its work in parts.
  await page.addInitScript(`{
    const now = performance.now.bind(performance);
    const began = now();
    let passed = 0;
    let isStopped = true;
    performance.now = () => isStopped ? began + (passed += 2) : Math.max(began + passed, now());
    const { prototype } = MessagePort;
    const post = prototype.postMessage;
    const held = [];
    prototype.postMessage = function (message) { held.push(() => post.call(this, message)); };
    globalThis.runAllTasks = () => {
      isStopped = false;
      prototype.postMessage = post;
      for (const task of held) task();
    };
    globalThis.isHydrated = (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactProps$'));
    const { port1, port2 } = new MessageChannel();
    // Clicks it in the turn in which it is hydrated; returns whether another element is hydrated by then.
    globalThis.clickOnceHydrated = async (selector, other) => {
      while (!isHydrated(selector)) {
        held.shift()?.();
        // Comes after the task.
        await new Promise((done) => { port1.onmessage = done; post.call(port2, null); });
      }
      const isOtherHydrated = isHydrated(other);
      document.querySelector(selector).click();
      return isOtherHydrated;
    };
  }`);
  await page.evaluate((address) => location.assign(address), urlOf('/contact'));
  await page.waitForURL('**/contact');
  const link = 'footer a[href="/privacy-policy"]';
  expect(await page.evaluate(`clickOnceHydrated('${link}', 'h1')`)).toBe(false);
  await page.evaluate('runAllTasks()');
  await expect.poll(() => page.locator('h1').textContent()).toBe('Privacy Policy');
  await hydrated(page);
  expect(await page.locator('title').evaluateAll((titles) => titles.map((title) => title.textContent))).toEqual([
    'Privacy Policy · Landfall',
  ]);
  expect(await page.locator('meta[name="description"]').count()).toBeLessThan(2);
});

test('a visitor who gets an empty page from a busy server sees the page', async () => {
  const page = await openPage({ locale: 'de' });
  const shell = shellText(readFileSync(join(clientDir, 'index.html'), 'utf8'), true);
  await page.route(urlOf('/'), async (route) => {
    await route.fulfill({ response: await route.fetch(), body: shell });
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('region')
    .getByText(/^1\sBTC = /)
    .waitFor();
  expect(await languageOf(page)).toBe('de');
  expect(await page.locator('#initial-data').count()).toBe(0);
});

test('a customer’s home shows their data from the first frame on, also after the session ended', async () => {
  const user = await aCustomer();
  const page = await as(user, '/');
  await page.getByRole('link', { name: 'Sell Crypto Now' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false);

  await page.goto('about:blank');
  await ask('POST', '/api/logout', { token: user.token });
  expectError(page, /401/);
  await page.goto('/contact');
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Subscribe' }).waitFor();
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

/** Number of controls that React has not hydrated yet. */
const unhydrated = () =>
  [...document.querySelectorAll('#root :is(a, button, input, select)')].filter(
    (control) => !Object.keys(control).some((key) => key.startsWith('__reactProps$')),
  ).length;

test('a visitor’s page asks for new rates only after it is hydrated with the old ones', async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.route('**/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"dataUpdatedAt":\d+/g, '"dataUpdatedAt":1');
    await route.fulfill({ response, body });
  });
  const unhydratedCounts: number[] = [];
  await page.route('**/api/crypto-assets', async (route) => {
    unhydratedCounts.push(await page.evaluate(unhydrated));
    await route.continue();
  });
  await page.goto('/');
  await expect.poll(() => unhydratedCounts).toEqual([0]);
});
