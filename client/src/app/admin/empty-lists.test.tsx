import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { previewBlogPost } from '#shared/blog/blog.contract.ts';
import { newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { expectText, press, resizeWindow } from '#tests/components/screen.tsx';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const expectAddress = (part: RegExp) => waitFor(() => expect(location.search).toMatch(part));

const noPost = {
  'GET /api/admin/blog-posts': [],
  'GET /api/admin/newsletter': blankOf(newsletterStats.response),
  'GET /api/admin/newsletter/sendings': [],
  'POST /api/admin/blog-preview': blankOf(previewBlogPost.response),
};
const nothingDue = {
  'GET /api/admin/desk-accounts': [],
  'GET /api/admin/payout-profiles': [],
  'GET /api/admin/payouts/figures': { currencies: [] },
  'GET /api/admin/payout-batches': [],
};
const noRoom = { 'GET /api/admin/chat-rooms': [], 'GET /api/admin/agent-requests': [] };
const noTransfer = { 'GET /api/admin/unmatched': [], 'GET /api/admin/unmatched/sums': [] };

type List = [what: string, path: string, answers: Answers, line: string, act: string];

const leading: [...List, to: string][] = [
  [
    'refund',
    'refunds',
    { 'GET /api/admin/refunds': [], 'GET /api/admin/chains': [] },
    t('refunds.admin:list.noneText'),
    t('refunds.admin:list.toUnmatched'),
    '/admin/unmatched',
  ],
  [
    'payout',
    'payouts',
    { ...nothingDue, 'GET /api/admin/payouts': [] },
    t('payouts.admin:none.due'),
    t('payouts.admin:none.toDecide'),
    '/admin/transactions',
  ],
  [
    'batch',
    'payouts?tab=release',
    nothingDue,
    t('payouts.admin:none.release'),
    t('payouts.admin:none.toDue'),
    '/admin/payouts?tab=due',
  ],
  ['conversation', 'agent-chat', noRoom, t('chat.admin:noneText'), t('chat.admin:toCustomers'), '/admin/users'],
  [
    'identity check',
    'kyc',
    { 'GET /api/admin/kyc-requests': [] },
    t('kyc.admin:empty.text'),
    t('kyc.admin:empty.toLimit'),
    '/admin/settings?section=rules',
  ],
];

const making: List[] = [
  ['offer', 'offers', { 'GET /api/admin/offers': [] }, t('offers.admin:list.noneText'), t('offers.admin:new')],
  ['user', 'users', { 'GET /api/admin/users': [] }, t('users.admin:noneText'), t('users.admin:new.open')],
  ['post', 'dashboard?tab=blog', noPost, t('blog.admin:noneText'), t('blog.admin:create')],
];

/** Finds the line of a list without rows, and no search that can be used. */
async function expectBare(path: string, answers: Answers, line: string): Promise<void> {
  await renderAdmin(`/admin/${path}`, answers);
  await expectText(line);
  for (const search of document.querySelectorAll('main [type=search]'))
    await waitFor(() => expect(search.closest('[data-bare]')).not.toBeNull());
}

test.each(leading)('an administrator without any %s is led to where it comes from', async (...list) => {
  const [, path, answers, line, label, to] = list;
  await expectBare(path, answers, line);
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(to);
});

test.each(making)('an administrator without any %s makes the first in its place', async (...list) => {
  const [, path, answers, line, label] = list;
  await expectBare(path, answers, line);
  await press(new RegExp(`^${label}`));
  await waitFor(() =>
    expect(screen.queryByRole('dialog') !== null || !document.body.textContent?.includes(line)).toBe(true),
  );
});

test('an administrator with no open transfer is led to those that were decided', async () => {
  await expectBare('unmatched', noTransfer, t('settlements.admin:unmatched.list.noneText'));
  await press(t('settlements.admin:unmatched.toDecided'));
  await expectAddress(/state=done/);
  await expectText(t('admin.common:empty.filtered'));
});

test('an administrator whose filter leaves out every refund clears it', async () => {
  await renderAdmin('/admin/refunds?state=sent', { 'GET /api/admin/refunds': [], 'GET /api/admin/chains': [] });
  await expectText(t('admin.common:empty.filtered'));
  expect(document.querySelector('[data-bare]')).toBeNull();
  await press(t('admin.common:filters.clear'));
  await expectText(t('refunds.admin:list.noneText'));
});

test('an administrator on a phone chooses the tab of the dashboard in one field, and logs out beside it', async () => {
  resizeWindow({ width: 360, height: 740 });
  const server = await renderAdmin('/admin/dashboard?tab=kyc', { 'GET /api/admin/kyc-requests': [] });
  const tabs = await screen.findByRole('combobox', { name: t('admin:dashboard') });
  expect(tabs.querySelectorAll('option')).toHaveLength(9);
  server.answer({ ...noPost, 'POST /api/logout': { message: '' } });
  fireEvent.change(tabs, { target: { value: 'blog' } });
  await expectAddress(/tab=blog/);
  await expectText(t('blog.admin:noneText'));
  await press(t('admin:logout'));
  await waitFor(() => expect(location.pathname).toBe('/admin/login'));
});
