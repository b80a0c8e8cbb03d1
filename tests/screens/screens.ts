import { lineStateNames } from '#shared/orders/line/line.states.ts';
import * as ofContents from './content-states.ts';
import type { Who } from './demo-server.ts';
import * as walk from './interactions.ts';
import { id as idOfState } from './line-answers.ts';
import { answer, pathOf } from './line-states.ts';
import * as ofLists from './list-answers.ts';
import { answerAlone, answerChangedRate, answerTaken, answerWrongCode } from './more-answers.ts';
import type { Places } from './places.ts';
import * as ofMoney from './team-answers.ts';
import { withApprovals, withInvitation, withPauses } from './team-states.ts';

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

type More = Pick<ScreenState, 'path' | 'prepare' | 'reach'>;
const screenFor = (who: Who) => (name: string, route: string, more?: More) => ({ name, route, who, ...more });
const visitor = screenFor('visitor');
const customer = screenFor('customer');
const newcomer = screenFor('newcomer');
const admin = screenFor('admin');
const reviewer = screenFor('reviewer');
const payer = screenFor('payer');
const support = screenFor('support');
const beginner = screenFor('beginner');
const unknownOrder = '00000000-0000-4000-8000-000000000000';

const forVisitors = ({ article, receipt, offer }: Places): readonly ScreenState[] => [
  visitor('landing', '/'),
  visitor('login', '/login'),
  visitor('login-refused', '/login', { reach: walk.sendNothing }),
  visitor('register', '/register'),
  visitor('register-refused', '/register', { reach: walk.sendNothing }),
  visitor('verify-code', '/verify-otp', { path: '/verify-otp?email=ada@customers.test' }),
  visitor('verify-code-refused', '/verify-otp', {
    path: '/verify-otp?email=ada@customers.test',
    reach: walk.typeWrongCode,
  }),
  visitor('forgot-password', '/forgot-password'),
  visitor('reset-password', '/reset-password', { path: '/reset-password?token=x' }),
  visitor('invitation-unknown', '/invitation/:token', { path: '/invitation/unknown' }),
  visitor('second-factor', '/second-factor'),
  visitor('keep-second-factor', '/keep-second-factor', { path: '/keep-second-factor?token=x' }),
  visitor('sign-out', '/sign-out'),
  visitor('receipt', '/receipt/:code', { path: `/receipt/${receipt}` }),
  visitor('receipt-unknown', '/receipt/:code', { path: '/receipt/unknown' }),
  visitor('offer', '/o/:code', { path: `/o/${offer}` }),
  visitor('offer-over', '/o/:code', { path: '/o/unknown' }),
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

/** States of an order that ask for something, refuse or end. */
const stepsOfLines: readonly ScreenState[] = [
  customer('sell-cancel', '/sell', {
    path: pathOf('waiting'),
    prepare: (page) => answer(page, 'waiting'),
    reach: walk.askToCancel,
  }),
  customer('sell-changed-rate', '/sell', { prepare: answerChangedRate, reach: walk.meetChangedRate }),
  customer('order-submitted', '/transactions', {
    path: `${pathOf('photo')}&new`,
    prepare: (page) => answer(page, 'photo'),
    reach: walk.seeSuccess,
  }),
  customer('order-send-back', '/transactions', {
    path: pathOf('short'),
    prepare: (page) => answer(page, 'short'),
    reach: walk.askToSendBack,
  }),
  customer('order-cancel', '/transactions', {
    path: pathOf('proof'),
    prepare: (page) => answer(page, 'proof'),
    reach: walk.askToCancelExchange,
  }),
  customer('order-code-refused', '/transactions', {
    path: pathOf('refund_code'),
    prepare: answerWrongCode,
    reach: walk.typeWrongCode,
  }),
  customer('exchange-proof', '/fiat-exchange', {
    path: `/fiat-exchange?order=${idOfState}`,
    prepare: (page) => answer(page, 'proof'),
    reach: walk.expectProof,
  }),
];

const forCustomers = ({ order, own, offer }: Places): readonly ScreenState[] => [
  ...['dashboard', 'transactions', 'profile', 'refunds'].map((id) => customer(id, `/${id}`)),
  customer('order-account', '/transactions/:id/account', {
    path: `/transactions/${idOfState}/account`,
    prepare: (page) => answer(page, 'account'),
    reach: walk.seeState('account'),
  }),
  customer('dashboard-none', '/dashboard', { reach: walk.findNoCoin }),
  newcomer('dashboard-empty', '/dashboard'),
  customer('dashboard-one', '/dashboard', { prepare: (page) => answerAlone(page, 'checked') }),
  customer('sell-select', '/sell', { reach: walk.seeCoins }),
  customer('sell-amount', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.typeAmount }),
  newcomer('sell-over-limit', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.typeTooMuch }),
  customer('sell-payment', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.fillAccount }),
  customer('sell-deposit', '/sell', { path: '/sell?crypto=bitcoin', reach: walk.insertHeldRateRow }),
  customer('sell-proof', '/sell', { reach: walk.openProof }),
  customer('exchange-terms', '/fiat-exchange', { reach: walk.startExchange }),
  customer('exchange-bank', '/fiat-exchange', { reach: walk.fillExchangeBank }),
  customer('exchange-pay', '/fiat-exchange', { reach: walk.chooseExchangeMethod }),
  customer('transactions-offline', '/transactions', { reach: walk.goOffline }),
  customer('transactions-none', '/transactions', { path: '/transactions?q=zzzz' }),
  newcomer('transactions-empty', '/transactions'),
  customer('order', '/transactions', { path: `/transactions?tx=${order}`, reach: walk.expectDialog }),
  ...Object.entries(own).map(([id, at]) =>
    customer(`order-${id}`, '/transactions', { path: `/transactions?tx=${at}`, reach: walk.expectDialog }),
  ),
  ...lines,
  ...stepsOfLines,
  customer('offer-open', '/o/:code', { path: `/o/${offer}` }),
  customer('offer-taken', '/o/:code', { path: `/o/${offer}`, prepare: answerTaken, reach: walk.seeTakenOffer }),
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
  admin('admin-payouts-groups', '/admin/payouts', { prepare: ofMoney.groupPayouts }),
  admin('admin-payouts-released', '/admin/payouts', {
    path: '/admin/payouts?tab=release',
    prepare: ofMoney.releaseBatches,
  }),
  admin('admin-statements-dropped', '/admin/transactions', { reach: walk.dropStatement }),
  admin('admin-books-month', '/admin/books', {
    path: '/admin/books?tab=months&month=2026-10',
    prepare: ofMoney.answerMonths,
  }),
  admin('admin-prices-paused', '/admin/prices', { prepare: ofMoney.answerPause }),
  admin('admin-offers', '/admin/offers'),
  admin('admin-offer', '/admin/offers', { reach: walk.openOffer }),
  admin('admin-counter-sale', '/admin/offers', { reach: walk.openCounterSale }),
  admin('admin-payment-methods-samples', '/admin/payment-methods', { reach: walk.openSamples }),
];

/** The screens of money without a row, and with many of long names. */
const moneyLists: readonly ScreenState[] = [
  admin('admin-payouts-empty', '/admin/payouts', { prepare: ofLists.withoutRows(/\/api\/admin\/payouts\?/) }),
  admin('admin-refunds-empty', '/admin/refunds', { prepare: ofLists.withoutRows(/\/api\/admin\/refunds\?/) }),
  admin('admin-unmatched-empty', '/admin/unmatched', { prepare: ofLists.withoutRows(/\/api\/admin\/unmatched\?/) }),
  admin('admin-offers-empty', '/admin/offers', { prepare: ofLists.withoutRows(/\/api\/admin\/offers\?/) }),
  admin('admin-statements-empty', '/admin/statements', {
    prepare: ofLists.withoutRows(/\/api\/admin\/statements\?/),
  }),
  admin('admin-refunds-long', '/admin/refunds', { prepare: ofLists.manyRefunds }),
  admin('admin-unmatched-long', '/admin/unmatched', { prepare: ofLists.manyUnmatched }),
  admin('admin-offers-long', '/admin/offers', { prepare: ofLists.manyOffers }),
  admin('admin-statements-long', '/admin/statements', { prepare: ofLists.manyLines }),
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
  ...moneyLists,
];

/** States of the team's screens beyond how they open, and what its other roles see. */
const forTeam = ({ own, team }: Places): readonly ScreenState[] => [
  admin('admin-queue', '/admin/transactions', { path: '/admin/transactions?view=table' }),
  admin('admin-approve-all', '/admin/transactions', {
    path: '/admin/transactions?view=table&approve=1',
    reach: walk.expectDialog,
  }),
  admin('admin-reject-coins', '/admin/transactions', {
    path: `/admin/transactions?tx=${team.matching}`,
    reach: walk.openRejection,
  }),
  admin('admin-review-returned', '/admin/transactions', {
    path: `/admin/transactions?show=all&tx=${team.returned}`,
    reach: walk.seeOrder,
  }),
  admin('admin-approvals-open', '/admin/approvals', { prepare: withApprovals(own.question) }),
  admin('admin-overview-paused', '/admin/dashboard', { prepare: withPauses, reach: walk.seePause }),
  admin('admin-command-typed', '/admin/settings', { reach: walk.typeCommand('ltc') }),
  admin('admin-invite', '/admin/team', { path: '/admin/team?invite=1', reach: walk.expectDialog }),
  visitor('invitation', '/invitation/:token', { path: '/invitation/open', prepare: withInvitation }),
  reviewer('reviewer-overview', '/admin/dashboard'),
  reviewer('reviewer-queue', '/admin/transactions'),
  payer('payer-payouts', '/admin/payouts', { path: '/admin/payouts?tab=release' }),
  payer('payer-queue', '/admin/transactions'),
  support('support-overview', '/admin/dashboard'),
  support('support-order', '/admin/transactions', {
    path: `/admin/transactions?tx=${own.question}`,
    reach: walk.seeOrder,
  }),
  support('support-no-right', '/admin/books'),
];

/** States of the screens about people and contents: the newsletter, what is decided, and lists that are empty. */
const contentStates: readonly ScreenState[] = [
  admin('admin-blog-send', '/admin/dashboard', {
    path: '/admin/dashboard?tab=blog&status=published',
    reach: walk.openSending,
  }),
  admin('admin-blog-sending', '/admin/dashboard', {
    path: '/admin/dashboard?tab=blog&status=published',
    prepare: ofContents.withSendings,
  }),
  admin('admin-approvals-decided', '/admin/approvals', { prepare: ofContents.withDecided }),
  admin('admin-queue-empty', '/admin/transactions', {
    path: '/admin/transactions?view=table',
    prepare: ofContents.withNothing('transactions'),
  }),
  admin('admin-users-empty', '/admin/users', { path: '/admin/users?q=nobody' }),
  admin('admin-kyc-empty', '/admin/kyc', { prepare: ofContents.withNothing('kyc-requests') }),
  admin('admin-chat-empty', '/admin/agent-chat', { prepare: ofContents.withNothing('chat-rooms') }),
  admin('admin-audit-log-empty', '/admin/audit-log', { path: '/admin/audit-log?q=nothing' }),
];

/** Every screen, as seen by visitors, customers and admins. */
export const screensOf = (places: Places): readonly ScreenState[] => [
  ...forVisitors(places),
  ...forCustomers(places),
  ...forAdmin(places),
  ...forTeam(places),
  ...contentStates,
];
