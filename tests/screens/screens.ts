import { extractText, getDocumentProxy } from 'unpdf';
import { lineStateNames } from '#shared/orders/line/line.states.ts';
import type { OrderStage } from '#shared/orders/orders.stages.ts';
import type { DemoServer, Who } from './demo-server.ts';
import * as walk from './interactions.ts';
import { id as idOfState } from './line-answers.ts';
import { answer, pathOf } from './line-states.ts';
import * as team from './team-answers.ts';

/** One thing to check: a screen of routes.ts, in one of its states. */
export interface ScreenState {
  name: string;
  /** The line of routes.ts it belongs to; `*` is the address that does not exist. */
  route: string;
  /** Its path in the demonstration; by default the route itself. */
  path?: string;
  who: Who;
  /** Answers that the page gets in place of the demonstration's own answers, before it is opened. */
  prepare?: walk.Step;
  /** Interacts with the opened page until the state to be shown is reached. */
  reach?: walk.Step;
}

/** Addresses of things that are different in every demonstration. */
type Places = Awaited<ReturnType<typeof findPlaces>>;

/** Finds an article, a completed order, the code on its receipt, and sales at own addresses that ask for a step. */
export async function findPlaces({ url, ask, tokenOf }: DemoServer) {
  const [post] = await ask<{ id: string }[]>('/api/blog-posts', 'visitor');
  const orders = await ask<{ id: string; status: string; stage: string }[]>(
    '/api/transactions?pageSize=50',
    'customer',
  );
  const order = orders.find(({ status }) => status === 'completed');
  const inStage = (wanted: OrderStage) => orders.find(({ stage }) => stage === wanted)?.id ?? '';
  if (!post || !order) throw new Error('The demonstration has no article or no completed order');
  const headers = { Authorization: `Bearer ${await tokenOf('customer')}` };
  const response = await fetch(`${url}/api/transactions/${order.id}/receipt`, { headers });
  const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(document, { mergePages: true });
  // A code that is longer than its line is set on two.
  const code = /\/receipt\/([\w\s-]{43,46})/.exec(text)?.[1]?.replaceAll(/\s/g, '').slice(0, 43) ?? '';
  const own = {
    short: inStage('short'),
    question: inStage('question'),
    'refund-due': inStage('refund_due'),
    'refund-sent': inStage('refund_sent'),
  };
  return { article: post.id, order: order.id, receipt: code, own };
}

type More = Pick<ScreenState, 'path' | 'prepare' | 'reach'>;
const screenFor = (who: Who) => (name: string, route: string, more?: More) => ({ name, route, who, ...more });
const visitor = screenFor('visitor');
const customer = screenFor('customer');
const newcomer = screenFor('newcomer');
const admin = screenFor('admin');
const beginner = screenFor('beginner');
const unknownOrder = '00000000-0000-4000-8000-000000000000';

const forVisitors = ({ article, receipt }: Places): readonly ScreenState[] => [
  visitor('landing', '/'),
  visitor('login', '/login'),
  visitor('login-refused', '/login', { reach: walk.sendNothing }),
  visitor('register', '/register'),
  visitor('register-refused', '/register', { reach: walk.sendNothing }),
  visitor('verify-code', '/verify-otp', { path: '/verify-otp?email=ada@customers.test' }),
  visitor('forgot-password', '/forgot-password'),
  visitor('reset-password', '/reset-password', { path: '/reset-password?token=x' }),
  visitor('invitation-unknown', '/invitation/:token', { path: '/invitation/unknown' }),
  visitor('second-factor', '/second-factor'),
  visitor('keep-second-factor', '/keep-second-factor', { path: '/keep-second-factor?token=x' }),
  visitor('sign-out', '/sign-out'),
  visitor('receipt', '/receipt/:code', { path: `/receipt/${receipt}` }),
  visitor('receipt-unknown', '/receipt/:code', { path: '/receipt/unknown' }),
  visitor('blog', '/blog'),
  visitor('blog-nothing-found', '/blog', { path: '/blog?q=zzzz' }),
  visitor('article', '/blog/:id', { path: `/blog/${article}` }),
  visitor('newsletter-confirm', '/newsletter/confirm', { path: '/newsletter/confirm?token=x' }),
  visitor('newsletter-leave', '/newsletter/unsubscribe', { path: '/newsletter/unsubscribe?token=x' }),
  visitor('contact', '/contact'),
  visitor('privacy', '/privacy-policy'),
  visitor('terms', '/terms-of-service'),
  visitor('not-found', '*', { path: '/no-such-page' }),
  visitor('wall', '/dashboard'),
  visitor('support-chat', '/contact', { reach: walk.openSupport }),
  visitor('assistant', '/contact', { reach: walk.openAssistant }),
  visitor('admin-login', '/admin/login'),
  visitor('admin-gate', '/admin'),
  visitor('admin-unknown', '/admin/*', { path: '/admin/no-such-page' }),
];

/** Each state of an order's line of money, as docs/SCREENS.md lists them. */
const lines: readonly ScreenState[] = lineStateNames.map((state) => {
  const path = pathOf(state);
  return customer(`state-${state.replaceAll('_', '-')}`, path.slice(0, path.indexOf('?')), {
    path,
    prepare: (page) => answer(page, state),
    reach: walk.seeState(state),
  });
});

const forCustomers = ({ order, own }: Places): readonly ScreenState[] => [
  ...['dashboard', 'transactions', 'profile', 'refunds'].map((id) => customer(id, `/${id}`)),
  customer('order-account', '/transactions/:id/account', {
    path: `/transactions/${idOfState}/account`,
    prepare: (page) => answer(page, 'account'),
    reach: walk.seeState('account'),
  }),
  customer('dashboard-none', '/dashboard', { reach: walk.findNoCoin }),
  customer('sell-select', '/sell', { reach: walk.seeCoins }),
  customer('sell-amount', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.typeAmount }),
  customer('sell-payment', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.fillAccount }),
  customer('sell-deposit', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.insertHeldRateRow }),
  customer('sell-proof', '/sell', { reach: walk.openProof }),
  customer('exchange-terms', '/fiat-exchange', { reach: walk.startExchange }),
  customer('exchange-bank', '/fiat-exchange', { reach: walk.fillExchangeBank }),
  customer('exchange-pay', '/fiat-exchange', { reach: walk.chooseExchangeMethod }),
  customer('transactions-none', '/transactions', { path: '/transactions?q=zzzz' }),
  newcomer('transactions-empty', '/transactions'),
  customer('order', '/transactions', { path: `/transactions?tx=${order}`, reach: walk.expectDialog }),
  ...Object.entries(own).map(([id, at]) =>
    customer(`order-${id}`, '/transactions', { path: `/transactions?tx=${at}`, reach: walk.expectDialog }),
  ),
  ...lines,
  customer('order-missing', '/transactions', { path: `/transactions?tx=${unknownOrder}`, reach: walk.expectDialog }),
  customer('export', '/transactions', { reach: walk.openExport }),
  customer('kyc-approved', '/kyc'),
  newcomer('kyc-form', '/kyc'),
  newcomer('kyc-refused', '/kyc', { reach: walk.sendNothing }),
  ...['verification', 'security', 'payout'].map((id) =>
    customer(`profile-${id}`, '/profile', { path: `/profile?tab=${id}` }),
  ),
];

const tab = (id: string) => admin(`admin-${id}`, '/admin/dashboard', { path: `/admin/dashboard?tab=${id}` });

/** Pages of the administration that are shown as they open. */
const pages =
  'unmatched refunds statements payouts audit-log team approvals settings account sell-quotes prices fiat-exchange fiat-currencies held-rates wallets deposit-sources payment-methods books';

/** Parts of a page that have an address. */
const partsOf = (page: string, ...ids: string[]) =>
  ids.map((id) => admin(`admin-${page}-${id}`, `/admin/${page}`, { path: `/admin/${page}?tab=${id}` }));

/** The overview of an empty product. */
const firstHour: readonly ScreenState[] = [
  beginner('admin-first-hour', '/admin/dashboard', { reach: walk.seeGuide }),
  beginner('admin-first-hour-samples', '/admin/dashboard', {
    reach: walk.openStep('Enter your addresses and accounts'),
  }),
  beginner('admin-first-hour-test-order', '/admin/dashboard', { reach: walk.openStep('Decide on a test order') }),
];

/** States of the screens of money, most of them with answers of their own. */
const moneyStates: readonly ScreenState[] = [
  admin('admin-payouts-groups', '/admin/payouts', { prepare: team.groupPayouts }),
  admin('admin-payouts-released', '/admin/payouts', {
    path: '/admin/payouts?tab=release',
    prepare: team.releaseBatches,
  }),
  admin('admin-statements-dropped', '/admin/transactions', { reach: walk.dropStatement }),
  admin('admin-books-month', '/admin/books', {
    path: '/admin/books?tab=months&month=2026-10',
    prepare: team.answerMonths,
  }),
  admin('admin-prices-paused', '/admin/prices', { prepare: team.answerPause }),
  admin('admin-offers', '/admin/offers'),
  admin('admin-offer', '/admin/offers', { reach: walk.openOffer }),
  admin('admin-counter-sale', '/admin/offers', { reach: walk.openCounterSale }),
  admin('admin-payment-methods-samples', '/admin/payment-methods', { reach: walk.openSamples }),
];

const forAdmin = ({ own }: Places): readonly ScreenState[] => [
  ...['overview', 'users', 'blog'].map(tab),
  ...pages.split(' ').map((id) => admin(`admin-${id}`, `/admin/${id}`)),
  admin('admin-review', '/admin/transactions', { reach: walk.openFirst }),
  ...(['short', 'question'] as const).map((id) =>
    admin(`admin-review-${id}`, '/admin/transactions', {
      path: `/admin/transactions?tx=${own[id]}`,
      reach: walk.seeOrder,
    }),
  ),
  ...partsOf('payouts', 'release', 'sent', 'returned', 'accounts'),
  admin('admin-payouts-confirm', '/admin/payouts', { path: '/admin/payouts?tab=release', reach: walk.openRelease }),
  admin('admin-statements-preview', '/admin/statements', { reach: walk.previewStatement }),
  admin('admin-statements-left', '/admin/statements', { path: '/admin/statements?state=unmatched' }),
  admin('admin-deposit-sources-new', '/admin/deposit-sources', { reach: walk.openNewSource }),
  ...partsOf('settings', 'texts', 'mails', 'setup'),
  ...firstHour,
  admin('admin-review-tab', '/admin/dashboard', { path: '/admin/dashboard?tab=transactions' }),
  admin('admin-kyc', '/admin/kyc', { reach: walk.openFirst }),
  admin('admin-kyc-tab', '/admin/dashboard', { path: '/admin/dashboard?tab=kyc' }),
  admin('admin-users-page', '/admin/users'),
  admin('admin-person', '/admin/users', { path: '/admin/users?q=Oluwaseun', reach: walk.openUser }),
  admin('admin-user-new', '/admin/users', { reach: walk.openNewCustomer }),
  admin('admin-imports', '/admin/imports'),
  admin('admin-import', '/admin/imports', { reach: walk.openImport }),
  admin('admin-wallet-change', '/admin/wallets/:cryptoId', { path: '/admin/wallets/bitcoin' }),
  admin('admin-chat', '/admin/agent-chat', { reach: walk.openRoom }),
  admin('admin-post', '/admin/dashboard', { path: '/admin/dashboard?tab=blog', reach: walk.openPost }),
  ...partsOf('books', 'journal', 'profit', 'reconciliation', 'months'),
  admin('admin-books-entry', '/admin/books', { reach: walk.openManualEntry }),
  admin('admin-command', '/admin/settings', { reach: walk.openCommand }),
  ...moneyStates,
];

/** Every screen, as seen by visitors, customers and admins. */
export const screensOf = (places: Places): readonly ScreenState[] => [
  ...forVisitors(places),
  ...forCustomers(places),
  ...forAdmin(places),
];
