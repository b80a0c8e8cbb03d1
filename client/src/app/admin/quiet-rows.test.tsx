import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminListBlogPosts } from '#shared/blog/blog.contract.ts';
import { adminListFiatCurrencies } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import { memberView } from '#shared/team/team.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectLink, press } from '#tests/components/screen.tsx';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const aPost = (title: string, status: 'draft' | 'published') => ({
  ...blankOf(adminListBlogPosts.response.element),
  id: crypto.randomUUID(),
  title,
  status,
});
const published = aPost('Fees', 'published');
const draft = aPost('Limits', 'draft');
const blog: Answers = {
  'GET /api/admin/blog-posts': [published, draft],
  'GET /api/admin/newsletter': blankOf(newsletterStats.response),
  'GET /api/admin/newsletter/sendings': [],
};
const currencies: Answers = {
  'GET /api/admin/fiat-exchange-rates': [],
  'GET /api/admin/fiat-currencies': [{ ...blankOf(adminListFiatCurrencies.response.element), code: 'HKD' }],
};
const member = { ...blankOf(memberView), id: crypto.randomUUID(), name: 'Mo Diaz', status: 'active' as const };

/** Finds every button of this name, in the rows of the table and in its cards, and if it waits in a menu. */
const areInMenu = async (name: string): Promise<boolean[]> =>
  (await screen.findAllByRole('button', { name })).map((found) => found.closest('[popover]') !== null);

test('an administrator finds the role and the end of a membership in the menu of the row', async () => {
  await renderAdmin('/admin/team', { 'GET /api/admin/team': [member] });
  expect(await areInMenu(t('team:change.label', { name: 'Mo Diaz' }))).not.toContain(false);
  expect(await areInMenu(t('team:leave.end.label', { name: 'Mo Diaz' }))).not.toContain(false);
});

test('an administrator deletes a currency from the menu of its row', async () => {
  await renderAdmin('/admin/dashboard?tab=fiat-currencies', currencies);
  const name = t('fiat-exchange.admin:currencies.delete', { code: 'HKD' });
  expect(await areInMenu(name)).not.toContain(false);
  await press(name);
  await screen.findByText(t('fiat-exchange.admin:currencies.deleteText'));
});

test("an administrator publishes a draft by its button, and withdraws it in the row's menu", async () => {
  await renderAdmin('/admin/dashboard?tab=blog', blog);
  expect(await areInMenu(t('blog.admin:publishName', { title: 'Limits' }))).not.toContain(true);
  expect(await areInMenu(t('blog.admin:unpublishName', { title: 'Fees' }))).not.toContain(false);
  expect(await areInMenu(t('blog.admin:deleteName', { title: 'Fees' }))).not.toContain(false);
  expect(await areInMenu(t('newsletter.admin:label', { title: 'Fees' }))).not.toContain(false);
  await expectLink(t('blog.admin:readName', { title: 'Fees' }), `/blog/${published.id}`);
  await expectLink(t('blog.admin:editName', { title: 'Limits' }), `/admin/dashboard?tab=blog&post=${draft.id}`);
});
