import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminGetBlogPost } from '#shared/blog/blog.contract.ts';
import { adminListFiatCurrencies } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { press, resizeWindow } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const currencies = {
  'GET /api/admin/fiat-exchange-rates': [],
  'GET /api/admin/fiat-currencies': [{ ...blankOf(adminListFiatCurrencies.response.element), code: 'HKD' }],
};
const noPost = {
  'GET /api/admin/blog-posts': [],
  'GET /api/admin/newsletter': blankOf(newsletterStats.response),
  'GET /api/admin/newsletter/sendings': [],
};
const addName = t('fiat-exchange.admin:currencies.add');
const seedName = t('fiat-exchange.admin:currencies.seedOf', { codes: 'USD, PHP, NGN' });
const headOf = (name: string) => screen.getByRole('heading', { level: 1, name }).closest('header');

test('an administrator finds the actions of a tab in the head of its page', async () => {
  resizeWindow({ width: 1280, height: 800 });
  await renderAdmin('/admin/fiat-currencies', currencies);
  const add = await screen.findByRole('button', { name: addName });
  expect(headOf(t('admin:prices'))?.contains(add)).toBe(true);
  expect(headOf(t('admin:prices'))?.contains(await screen.findByRole('button', { name: seedName }))).toBe(true);
});

test('an administrator finds the actions of a dashboard tab beside its sentence', async () => {
  resizeWindow({ width: 1280, height: 800 });
  await renderAdmin('/admin/dashboard?tab=fiat-currencies', currencies);
  const add = await screen.findByRole('button', { name: addName });
  expect(headOf(t('admin:dashboard'))?.contains(add)).toBe(false);
});

test('an administrator on a phone finds the main action beside the menu of others', async () => {
  resizeWindow({ width: 360, height: 740 });
  await renderAdmin('/admin/fiat-currencies', currencies);
  const add = await screen.findByRole('button', { name: addName });
  expect(headOf(t('admin:prices'))?.contains(add)).toBe(true);
  const seed = await screen.findByRole('button', { name: seedName });
  expect(seed.closest('[popover]')).not.toBeNull();
  await press(seedName);
  await screen.findByRole('dialog');
});

test.each([
  ['by the rail under its own name', '/admin/blog', t('common:nav.blog')],
  ['in the dashboard under that of the dashboard', '/admin/dashboard?tab=blog', t('admin:dashboard')],
])('an administrator who opens the blog %s reads one title', async (_entrance, path, name) => {
  await renderAdmin(path, noPost);
  await screen.findByText(t('blog.admin:noneText'));
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([name]);
});

test('a writer reads one title above a post, and goes back to the searched list', async () => {
  const post = { ...blankOf(adminGetBlogPost.response), id: crypto.randomUUID(), status: 'published' as const };
  await renderAdmin(`/admin/blog?q=fees&post=${post.id}`, {
    ...noPost,
    'GET /api/admin/blog-posts/:id': post,
    'POST /api/admin/blog-preview': { html: '', minutes: 1, variables: {} },
  });
  const head = await waitFor(() => headOf(t('blog.admin:editTitle')));
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await waitFor(() => expect(head?.textContent).toContain(t('blog.admin:read')));
  fireEvent.click(within(head ?? document.body).getByRole('link', { name: t('common:nav.blog') }));
  await waitFor(() => expect(headOf(t('common:nav.blog'))).not.toBeNull());
  expect(location.search).toBe('?q=fees');
});
