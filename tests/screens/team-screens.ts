// The screens of the team, each state by its name.
import * as ofContents from './content-states.ts';
import * as walk from './interactions.ts';
import * as ofLists from './list-answers.ts';
import type { Places } from './places.ts';
import { admin, beginner, payer, reviewer, support, visitor, type ScreenState } from './screen-state.ts';
import * as ofMoney from './team-answers.ts';
import { withApprovals, withInvitation, withPauses } from './team-states.ts';

/** Pages of the administration that are shown as they open. */
const pages =
  'unmatched refunds statements payouts audit-log team approvals settings account sell-quotes prices ' +
  'fiat-exchange fiat-currencies held-rates wallets deposit-sources payment-methods books users blog';

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

/** States of the money screens, most of them with answers of their own. */
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

/** The money screens without a row, and with many rows of long names. */
const moneyLists: readonly ScreenState[] = [
  admin('admin-payouts-empty', '/admin/payouts', { prepare: ofLists.noneDue }),
  admin('admin-refunds-empty', '/admin/refunds', { prepare: ofLists.withoutRows(/\/api\/admin\/refunds\?/) }),
  admin('admin-unmatched-empty', '/admin/unmatched', { prepare: ofLists.noneUnmatched }),
  admin('admin-offers-empty', '/admin/offers', { prepare: ofLists.withoutRows(/\/api\/admin\/offers\?/) }),
  admin('admin-statements-empty', '/admin/statements', {
    prepare: ofLists.withoutRows(/\/api\/admin\/statements\?/, /\/api\/admin\/statement-lines\?/),
  }),
  admin('admin-payouts-long', '/admin/payouts', { prepare: ofLists.manyPayouts }),
  admin('admin-payouts-asked', '/admin/payouts', {
    path: '/admin/payouts?tab=returned',
    prepare: ofLists.latePayouts,
  }),
  admin('admin-refunds-asked', '/admin/refunds', { prepare: ofLists.lateRefunds }),
  admin('admin-refunds-long', '/admin/refunds', { prepare: ofLists.manyRefunds }),
  admin('admin-unmatched-long', '/admin/unmatched', { prepare: ofLists.manyUnmatched }),
  admin('admin-offers-long', '/admin/offers', { prepare: ofLists.manyOffers }),
  admin('admin-statements-long', '/admin/statements', { prepare: ofLists.manyLines }),
];

const forAdmin = ({ own }: Places): readonly ScreenState[] => [
  admin('admin-overview', '/admin/dashboard'),
  admin('admin-users-tab-page', '/admin/dashboard', { path: '/admin/dashboard?tab=users' }),
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
  admin('admin-person', '/admin/users', { path: '/admin/users?q=Oluwaseun', reach: walk.openUser }),
  admin('admin-user-new', '/admin/users', { reach: walk.openNewCustomer }),
  admin('admin-imports', '/admin/imports'),
  admin('admin-import', '/admin/imports', { reach: walk.openImport }),
  admin('admin-wallet-change', '/admin/wallets/:cryptoId', { path: '/admin/wallets/bitcoin' }),
  admin('admin-chat', '/admin/agent-chat', { reach: walk.openRoom }),
  admin('admin-post', '/admin/blog', { reach: walk.openPost }),
  ...partsOf('books', 'journal', 'profit', 'reconciliation', 'months'),
  admin('admin-books-entry', '/admin/books', { reach: walk.openManualEntry }),
  admin('admin-command', '/admin/settings', { reach: walk.openCommand }),
  ...moneyStates,
  ...moneyLists,
];

/** States of the team's screens beyond their initial one, and the views of its other roles. */
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

/** States of the screens about users and contents: the newsletter, decided requests, and empty lists. */
const contentStates: readonly ScreenState[] = [
  admin('admin-blog-send', '/admin/blog', {
    path: '/admin/blog?status=published',
    reach: walk.openSending,
  }),
  admin('admin-blog-sending', '/admin/blog', {
    path: '/admin/blog?status=published',
    prepare: ofContents.withSendings,
  }),
  admin('admin-approvals-decided', '/admin/approvals', { prepare: ofContents.withDecidedRequests }),
  admin('admin-queue-empty', '/admin/transactions', {
    path: '/admin/transactions?view=table',
    prepare: ofContents.withEmptyQueue,
  }),
  admin('admin-queue-long', '/admin/transactions', {
    path: '/admin/transactions?view=table',
    prepare: ofLists.manyOrders,
  }),
  admin('admin-users-long', '/admin/users', { prepare: ofLists.manyUsers }),
  admin('admin-imports-long', '/admin/imports', { prepare: ofLists.manyImports }),
  admin('admin-users-empty', '/admin/users', { path: '/admin/users?q=nobody' }),
  admin('admin-kyc-empty', '/admin/kyc', { prepare: ofContents.withNothing('kyc-requests') }),
  admin('admin-chat-empty', '/admin/agent-chat', { prepare: ofContents.withNothing('chat-rooms') }),
  admin('admin-audit-log-empty', '/admin/audit-log', { path: '/admin/audit-log?q=nothing' }),
];

/** Every screen of the administration, and the views of its roles. */
export const teamScreens = (places: Places): readonly ScreenState[] => [
  ...forAdmin(places),
  ...forTeam(places),
  ...contentStates,
];
