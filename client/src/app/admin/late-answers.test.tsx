import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { approvalView } from '#shared/approvals/approvals.contract.ts';
import { adminListBlogPosts } from '#shared/blog/blog.contract.ts';
import { adminListExchangeRates } from '#shared/fiat-exchange/fiat-exchange.contract.ts';
import { newsletterStats, sendingView } from '#shared/newsletter/newsletter.contract.ts';
import { deskAccountView } from '#shared/payouts/payouts.accounts.contract.ts';
import { statementView } from '#shared/payouts/payouts.statements.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { memberView } from '#shared/team/team.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import type { Answers } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const rate = {
  ...blankOf(adminListExchangeRates.response.element),
  id: crypto.randomUUID(),
  fromCurrency: 'USD',
  toCurrency: 'NGN',
  marketPercent: null,
  expiresAt: null,
  inverseGapPercent: null,
};
const order = anAdminOrder({ type: 'sell', stage: 'confirmed' });
const post = { ...blankOf(adminListBlogPosts.response.element), id: crypto.randomUUID(), title: 'Fees' };
const settings = {
  ...settingsDefaults,
  version: '1',
  productVersion: '1.0.0',
  sampleRates: false,
  walletCooloffHours: 0,
};
const running = { ...blankOf(sendingView), title: 'A new coin', total: 1_204, handed: 60 };

/** Holds the answers of these routes back until they are released. */
function held(answers: Answers): { answers: Answers; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const late = Object.entries(answers).map(([route, answer]) => [
    route,
    async () => {
      await released;
      return answer;
    },
  ]);
  // The routes and their answers stay those that the compiler has checked above.
  return { answers: Object.fromEntries(late) as Answers, release: () => release() };
}

interface Late {
  address: string;
  first: Answers;
  late: Answers;
  /** A text of the part that the late answer would move. */
  moved: string;
}

test.each<[screen: string, late: Late]>([
  [
    'team',
    {
      address: '/admin/team',
      first: {},
      late: { 'GET /api/admin/team': [{ ...blankOf(memberView), id: crypto.randomUUID(), status: 'active' }] },
      moved: t('team:rolesTitle'),
    },
  ],
  [
    'exchange rates',
    {
      address: '/admin/fiat-exchange',
      first: { 'GET /api/admin/fiat-currencies': [] },
      late: { 'GET /api/admin/fiat-exchange-rates': [rate] },
      moved: t('fiat-exchange.admin:rates.add'),
    },
  ],
  [
    'statements',
    {
      address: '/admin/statements',
      first: {
        'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), id: crypto.randomUUID() }],
        'GET /api/admin/statements': [{ ...blankOf(statementView), id: crypto.randomUUID(), fileName: 'november.sta' }],
      },
      late: { 'GET /api/admin/statement-lines': [] },
      moved: 'november.sta',
    },
  ],
  [
    'accounts',
    {
      address: '/admin/payouts?tab=accounts',
      first: { 'GET /api/admin/payout-profiles': [] },
      late: { 'GET /api/admin/desk-accounts': [{ ...blankOf(deskAccountView), id: crypto.randomUUID() }] },
      moved: t('payouts.admin:profiles'),
    },
  ],
  [
    'orders in a table',
    {
      address: '/admin/transactions?view=table',
      first: { 'GET /api/admin/transactions': [order] },
      late: { 'GET /api/admin/matching-transactions': { matching: [], left: [] } },
      moved: order.reference,
    },
  ],
  [
    'orders with what arrived',
    {
      address: '/admin/transactions?view=table',
      first: { 'GET /api/admin/transactions': [order] },
      late: { 'GET /api/admin/verdicts': [] },
      moved: order.reference,
    },
  ],
  [
    'conversations',
    {
      address: '/admin/agent-chat',
      first: { 'GET /api/admin/chat-rooms': [] },
      late: { 'GET /api/admin/agent-requests': [] },
      moved: t('chat.admin:noneText'),
    },
  ],
  [
    'approvals',
    {
      address: '/admin/approvals',
      first: { 'GET /api/admin/approvals': [{ ...blankOf(approvalView), kind: 'erase', facts: {} }] },
      late: { 'GET /api/admin/settings': settings },
      moved: t('approvals:kind.erase'),
    },
  ],
])(
  'an administrator sees nothing on the screen of %s that a late answer would move',
  async (_screen, { address, first, late, moved }) => {
    const { answers, release } = held(late);
    const server = await renderAdmin(address, { ...first, ...answers });
    await screen.findAllByRole('heading', { level: 1 });
    // Both objects have no other keys than routes.
    const [firstRoutes, lateRoutes] = [first, late].map((routes) => Object.keys(routes) as (keyof Answers)[]);
    for (const route of firstRoutes ?? []) await waitFor(() => expect(server.sent(route)).not.toEqual([]));
    await waitFor(() => {
      const heldCalls = (lateRoutes ?? []).flatMap((route) => server.sent(route));
      expect(heldCalls).toHaveLength(queryClient.isFetching());
      expect(heldCalls).not.toEqual([]);
    });
    expect(screen.queryAllByText(moved)).toEqual([]);
    release();
    expect(await screen.findAllByText(moved)).not.toEqual([]);
  },
);

test('a writer sees the posts together with the newsletter on its way', async () => {
  const { answers, release } = held({ 'GET /api/admin/newsletter/sendings': [running] });
  await renderAdmin('/admin/blog', {
    'GET /api/admin/blog-posts': [post],
    'GET /api/admin/newsletter': blankOf(newsletterStats.response),
    ...answers,
  });
  const search = await screen.findByLabelText(t('blog.admin:search'));
  const hidesBelow = () => document.querySelector('main [aria-busy=true]');
  expect(hidesBelow()?.compareDocumentPosition(search)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  release();
  await screen.findByRole('list', { name: t('newsletter.admin:running') });
  expect(hidesBelow()).toBeNull();
});

test('a reviewer sees the account of an order together with its warnings', async () => {
  const account = () => screen.getByText(t('orders.admin:bank.none'));
  const book = orderBook(order);
  const { answers, release } = held({ 'GET /api/admin/transactions/:id': order });
  await renderAdmin(`/admin/transactions?tx=${order.id}`, { ...book.answers, ...answers });
  await waitFor(() => expect(account().closest('.opacity-0')).not.toBeNull());
  release();
  await waitFor(() => expect(account().closest('.opacity-0')).toBeNull());
});
