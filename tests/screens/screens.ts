import { lineStateNames } from '#shared/orders/line/line.states.ts';
import * as walk from './interactions.ts';
import { id as idOfState } from './line-answers.ts';
import { answer, pathOf } from './line-states.ts';
import { answerAlone, answerChangedRate, answerTaken, answerWrongCode } from './more-answers.ts';
import type { Places } from './places.ts';
import { customer, newcomer, visitor, type ScreenState } from './screen-state.ts';
import { teamScreens } from './team-screens.ts';

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

/** States of an order that need the customer, refuse or end. */
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
  customer('transactions-offline', '/transactions', { reach: walk.goOffline, isOffline: true }),
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

/** Every screen, as seen by visitors, customers and admins. */
export const screensOf = (places: Places): readonly ScreenState[] => [
  ...forVisitors(places),
  ...forCustomers(places),
  ...teamScreens(places),
];
