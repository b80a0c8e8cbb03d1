import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { previewBlogPost } from '#shared/blog/blog.contract.ts';
import { listPositions } from '#shared/books/books.contract.ts';
import { periodView } from '#shared/books/books.periods.contract.ts';
import { newsletterStats } from '#shared/newsletter/newsletter.contract.ts';
import { setupGuide } from '#shared/overview/overview.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, field, press, resizeWindow } from '#tests/components/screen.tsx';
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

const emptyBook = {
  'GET /api/admin/books/reconciliation': { accounts: [], coins: [] },
  'GET /api/admin/books/positions': [],
  'GET /api/admin/books/journal': [],
  'GET /api/admin/books/profit': [],
  'GET /api/admin/books/periods': [],
  'GET /api/admin/desk-accounts': [],
};

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
    t('kyc.admin:empty.none'),
    t('kyc.admin:empty.toLimit'),
    '/admin/settings?section=rules',
  ],
  [
    'balance to reconcile',
    'books?tab=reconciliation',
    emptyBook,
    t('books.admin:none.accounts'),
    t('books.admin:reconciliation.import'),
    '/admin/statements',
  ],
  [
    'held rate',
    'held-rates',
    { 'GET /api/admin/held-rates': [] },
    t('rates.admin:noneText'),
    t('admin:prices'),
    '/admin/prices',
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
  const links = within(screen.getByRole('main')).getAllByRole('link', { name: label });
  expect(links.at(-1)?.getAttribute('href')).toBe(to);
});

test.each(making)('an administrator without any %s makes the first in its place', async (...list) => {
  const [, path, answers, line, label] = list;
  await expectBare(path, answers, line);
  await press(new RegExp(`^${label}`));
  await waitFor(() =>
    expect(screen.queryByRole('dialog') !== null || !document.body.textContent?.includes(line)).toBe(true),
  );
});

test('an administrator without a rate of a pair is led to the form below', async () => {
  await renderAdmin('/admin/fiat-exchange', {
    'GET /api/admin/fiat-exchange-rates': [],
    'GET /api/admin/fiat-currencies': [],
  });
  await expectText(t('fiat-exchange.admin:rates.noneText'));
  fireEvent.click(screen.getByRole('link', { name: t('fiat-exchange.admin:rates.addTitle') }));
  expect(location.hash).toBe('#add-rate');
});

test.each(['positions', 'journal', 'profit', 'months'])(
  'an administrator whose book is empty enters the first entry by hand from the tab of %s',
  async (tab) => {
    await expectBare(`books?tab=${tab}`, emptyBook, t('books.admin:none.entriesText'));
    // The head's menu has the same button.
    const [, button] = screen.getAllByRole('button', { name: t('books.admin:manual.button') });
    if (button) fireEvent.click(button);
    expect(await dialogOf(t('books.admin:manual.title'))).toBeDefined();
  },
);

test('an administrator without any coin asks the server for them again', async () => {
  const wallets = 'GET /api/admin/wallets';
  const server = await renderAdmin('/admin/wallets', { [wallets]: [], 'GET /api/admin/chains': [] });
  await expectText(t('wallets.admin:noneText'));
  await press(t('common:action.tryAgain'));
  await waitFor(() => expect(server.sent(wallets)).toHaveLength(2));
});

test.each([
  ['journal&q=B-0000&kind=cost', 'admin.common:empty.search', 'admin.common:empty.clearSearch'],
  ['journal&kind=cost', 'admin.common:empty.filtered', 'admin.common:filters.clear'],
] as const)('an administrator whose filter %s leaves out every entry clears it', async (tab, line, clear) => {
  await renderAdmin(`/admin/books?tab=${tab}`, emptyBook);
  await expectText(t(line, { q: 'B-0000' }));
  await press(t(clear));
  await expectText(t('books.admin:none.entriesText'));
});

const position = {
  ...blankOf(listPositions.response.element),
  unit: 'bitcoin',
  coins: '1',
  arrived: '0',
  held: '0',
  refund: '0',
  owed: '0',
  attempt: '0',
  position: '1',
};

test('an administrator whose day is before the first entry clears it', async () => {
  await renderAdmin('/admin/books', {
    ...emptyBook,
    'GET /api/admin/books/positions': ({ query }) => ((query as { at?: string }).at ? [] : [position]),
  });
  await press(t('books.admin:positions.otherDay'));
  const day = await field(new RegExp(`^${t('books.admin:positions.at')}`));
  fireEvent.change(day, { target: { value: '2020-01-01' } });
  await expectText(t('admin.common:empty.filtered'));
  await press(t('admin.common:filters.clear'));
  await waitFor(() => expect(day.value).toBe(''));
});

test('an administrator whose month earned nothing reads the profit of the year', async () => {
  const server = await renderAdmin('/admin/books?tab=profit', {
    ...emptyBook,
    'GET /api/admin/books/periods': [blankOf(periodView)],
  });
  await expectText(t('books.admin:profit.none'));
  const year = String(new Date().getFullYear());
  await press(t('books.admin:profit.of', { period: year }));
  await waitFor(() =>
    expect(server.sent('GET /api/admin/books/profit').at(-1)?.query).toMatchObject({ from: `${year}-01-01` }),
  );
});

test.each([
  ['books', t('books.admin:title'), 'journal', 5],
  ['settings?tab=mails', t('settings.admin:title'), 'setup', 4],
] as const)('an administrator on a phone chooses the part of %s in one field beside its name', async (...head) => {
  const [path, label, to, parts] = head;
  resizeWindow({ width: 360, height: 740 });
  await renderAdmin(`/admin/${path}`, {
    ...emptyBook,
    'GET /api/admin/mail-texts/:language': [],
    'GET /api/admin/setup': blankOf(setupGuide.response),
  });
  const tabs = await screen.findByRole('combobox', { name: label });
  expect(tabs.querySelectorAll('option')).toHaveLength(parts);
  expect(tabs.closest('header')?.querySelector('h1')?.textContent).toBe(label);
  fireEvent.change(tabs, { target: { value: to } });
  await expectAddress(new RegExp(`tab=${to}`));
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

test('an administrator on a phone chooses the tab of the dashboard in one field', async () => {
  resizeWindow({ width: 360, height: 740 });
  const server = await renderAdmin('/admin/dashboard?tab=kyc', { 'GET /api/admin/kyc-requests': [] });
  const tabs = await screen.findByRole('combobox', { name: t('admin:dashboard') });
  expect(tabs.querySelectorAll('option')).toHaveLength(9);
  server.answer(noPost);
  fireEvent.change(tabs, { target: { value: 'blog' } });
  await expectAddress(/tab=blog/);
  await expectText(t('blog.admin:noneText'));
});
