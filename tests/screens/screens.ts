import type { Page } from 'playwright';
import { extractText, getDocumentProxy } from 'unpdf';
import type { DemoServer, Who } from './demo-server.ts';
import * as walk from './interactions.ts';

/** One thing to check: a screen of routes.ts, in one of its states. */
export interface ScreenState {
  name: string;
  /** The line of routes.ts it belongs to; `*` is the address that does not exist. */
  route: string;
  /** Its path in the demonstration; by default the route itself. */
  path?: string;
  who: Who;
  /** Interacts with the opened page until the state to be shown is reached. */
  reach?: (page: Page) => Promise<unknown>;
}

/** Addresses of things that are different in every demonstration. */
export interface Places {
  article: string;
  order: string;
  receipt: string;
}

/** Finds an article, a completed order and the code on its receipt. */
export async function findPlaces({ url, ask, tokenOf }: DemoServer): Promise<Places> {
  const [post] = await ask<{ id: string }[]>('/api/blog-posts', 'visitor');
  const orders = await ask<{ id: string; status: string }[]>('/api/transactions?status=completed', 'customer');
  const order = orders.find(({ status }) => status === 'completed');
  if (!post || !order) throw new Error('The demonstration has no article or no completed order');
  const headers = { Authorization: `Bearer ${await tokenOf('customer')}` };
  const response = await fetch(`${url}/api/transactions/${order.id}/receipt`, { headers });
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  // A code that is longer than its line is set on two.
  const code = /\/receipt\/([\w\s-]{43,46})/.exec(text)?.[1]?.replaceAll(/\s/g, '').slice(0, 43) ?? '';
  return { article: post.id, order: order.id, receipt: code };
}

const forVisitors = ({ article, receipt }: Places): readonly ScreenState[] => [
  { name: 'landing', route: '/', who: 'visitor' },
  { name: 'login', route: '/login', who: 'visitor' },
  { name: 'login-refused', route: '/login', who: 'visitor', reach: walk.sendNothing },
  { name: 'register', route: '/register', who: 'visitor' },
  { name: 'register-refused', route: '/register', who: 'visitor', reach: walk.sendNothing },
  { name: 'verify-code', route: '/verify-otp', path: '/verify-otp?email=ada@customers.test', who: 'visitor' },
  { name: 'forgot-password', route: '/forgot-password', who: 'visitor' },
  {
    name: 'reset-password',
    route: '/reset-password',
    path: '/reset-password?token=x',
    who: 'visitor',
  },
  { name: 'invitation-unknown', route: '/invitation/:token', path: '/invitation/unknown', who: 'visitor' },
  { name: 'second-factor', route: '/second-factor', who: 'visitor' },
  { name: 'keep-second-factor', route: '/keep-second-factor', path: '/keep-second-factor?token=x', who: 'visitor' },
  { name: 'sign-out', route: '/sign-out', who: 'visitor' },
  { name: 'receipt', route: '/receipt/:code', path: `/receipt/${receipt}`, who: 'visitor' },
  { name: 'receipt-unknown', route: '/receipt/:code', path: '/receipt/unknown', who: 'visitor' },
  { name: 'blog', route: '/blog', who: 'visitor' },
  { name: 'blog-nothing-found', route: '/blog', path: '/blog?q=zzzz', who: 'visitor' },
  { name: 'article', route: '/blog/:id', path: `/blog/${article}`, who: 'visitor' },
  { name: 'newsletter-confirm', route: '/newsletter/confirm', path: '/newsletter/confirm?token=x', who: 'visitor' },
  {
    name: 'newsletter-leave',
    route: '/newsletter/unsubscribe',
    path: '/newsletter/unsubscribe?token=x',
    who: 'visitor',
  },
  { name: 'contact', route: '/contact', who: 'visitor' },
  { name: 'privacy', route: '/privacy-policy', who: 'visitor' },
  { name: 'terms', route: '/terms-of-service', who: 'visitor' },
  { name: 'not-found', route: '*', path: '/no-such-page', who: 'visitor' },
  { name: 'wall', route: '/dashboard', who: 'visitor' },
  { name: 'support-chat', route: '/contact', who: 'visitor', reach: walk.openSupport },
  { name: 'assistant', route: '/contact', who: 'visitor', reach: walk.openAssistant },
  { name: 'admin-login', route: '/admin/login', who: 'visitor' },
  { name: 'admin-gate', route: '/admin', who: 'visitor' },
  { name: 'admin-unknown', route: '/admin/*', path: '/admin/no-such-page', who: 'visitor' },
];

const forCustomers = ({ order }: Places): readonly ScreenState[] => [
  { name: 'dashboard', route: '/dashboard', who: 'customer' },
  { name: 'dashboard-none', route: '/dashboard', who: 'customer', reach: walk.findNoCoin },
  { name: 'sell-select', route: '/sell', who: 'customer', reach: walk.seeCoins },
  { name: 'sell-amount', route: '/sell', path: '/sell?crypto=bitcoin', who: 'customer', reach: walk.typeAmount },
  { name: 'sell-payment', route: '/sell', path: '/sell?crypto=bitcoin', who: 'customer', reach: walk.fillAccount },
  {
    name: 'sell-deposit',
    route: '/sell',
    path: '/sell?crypto=bitcoin',
    who: 'customer',
    reach: walk.insertHeldRateRow,
  },
  { name: 'sell-proof', route: '/sell', who: 'customer', reach: walk.openProof },
  { name: 'exchange-terms', route: '/fiat-exchange', who: 'customer', reach: walk.startExchange },
  { name: 'exchange-bank', route: '/fiat-exchange', who: 'customer', reach: walk.fillExchangeBank },
  { name: 'exchange-pay', route: '/fiat-exchange', who: 'customer', reach: walk.chooseExchangeMethod },
  { name: 'transactions', route: '/transactions', who: 'customer' },
  { name: 'transactions-none', route: '/transactions', path: '/transactions?q=zzzz', who: 'customer' },
  { name: 'transactions-empty', route: '/transactions', who: 'newcomer' },
  {
    name: 'order',
    route: '/transactions',
    path: `/transactions?tx=${order}`,
    who: 'customer',
    reach: walk.expectDialog,
  },
  {
    name: 'order-missing',
    route: '/transactions',
    path: '/transactions?tx=00000000-0000-4000-8000-000000000000',
    who: 'customer',
    reach: walk.expectDialog,
  },
  { name: 'export', route: '/transactions', who: 'customer', reach: walk.openExport },
  { name: 'kyc-approved', route: '/kyc', who: 'customer' },
  { name: 'kyc-form', route: '/kyc', who: 'newcomer' },
  { name: 'kyc-refused', route: '/kyc', who: 'newcomer', reach: walk.sendNothing },
  { name: 'profile', route: '/profile', who: 'customer' },
  { name: 'profile-verification', route: '/profile', path: '/profile?tab=verification', who: 'customer' },
  { name: 'profile-security', route: '/profile', path: '/profile?tab=security', who: 'customer' },
  { name: 'profile-payout', route: '/profile', path: '/profile?tab=payout', who: 'customer' },
];

const tab = (id: string): ScreenState => ({
  name: `admin-${id}`,
  route: '/admin/dashboard',
  path: `/admin/dashboard?tab=${id}`,
  who: 'admin',
});

const forAdmin: readonly ScreenState[] = [
  ...['overview', 'users', 'fiat-exchange', 'fiat-currencies', 'payment-methods', 'wallets', 'blog'].map(tab),
  { name: 'admin-review', route: '/admin/transactions', who: 'admin', reach: walk.openFirst },
  { name: 'admin-review-tab', route: '/admin/dashboard', path: '/admin/dashboard?tab=transactions', who: 'admin' },
  { name: 'admin-kyc', route: '/admin/kyc', who: 'admin', reach: walk.openFirst },
  { name: 'admin-kyc-tab', route: '/admin/dashboard', path: '/admin/dashboard?tab=kyc', who: 'admin' },
  { name: 'admin-audit-log', route: '/admin/audit-log', who: 'admin' },
  { name: 'admin-users-page', route: '/admin/users', who: 'admin' },
  { name: 'admin-person', route: '/admin/users', who: 'admin', reach: walk.openUser },
  { name: 'admin-team', route: '/admin/team', who: 'admin' },
  { name: 'admin-approvals', route: '/admin/approvals', who: 'admin' },
  { name: 'admin-wallets-page', route: '/admin/wallets', who: 'admin' },
  { name: 'admin-wallet-change', route: '/admin/wallets/:cryptoId', path: '/admin/wallets/bitcoin', who: 'admin' },
  { name: 'admin-settings', route: '/admin/settings', who: 'admin' },
  { name: 'admin-account', route: '/admin/account', who: 'admin' },
  { name: 'admin-sell-quotes', route: '/admin/sell-quotes', who: 'admin' },
  { name: 'admin-prices', route: '/admin/prices', who: 'admin' },
  { name: 'admin-held-rates', route: '/admin/held-rates', who: 'admin' },
  { name: 'admin-chat', route: '/admin/agent-chat', who: 'admin', reach: walk.openRoom },
  {
    name: 'admin-post',
    route: '/admin/dashboard',
    path: '/admin/dashboard?tab=blog',
    who: 'admin',
    reach: walk.openPost,
  },
  { name: 'admin-command', route: '/admin/settings', who: 'admin', reach: walk.openCommand },
];

/** Every screen, as seen by visitors, customers and admins. */
export const screensOf = (places: Places): readonly ScreenState[] => [
  ...forVisitors(places),
  ...forCustomers(places),
  ...forAdmin,
];
