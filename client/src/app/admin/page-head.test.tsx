import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListFiatCurrencies } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { press, resizeWindow } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const currencies = {
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

test('an administrator with a phone has the main action in the head, and the others in its menu', async () => {
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
