import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { approvalView, type ApprovalView } from '#shared/approvals/approvals.contract.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { t } from '#tests/components/texts.ts';

const approval = 'POST /api/admin/approvals/:id/approve';
const settingsWith = (rules: Partial<typeof settingsDefaults.fourEyes>) => ({
  'GET /api/admin/settings': {
    ...settingsDefaults,
    version: '1',
    productVersion: '1.0.0',
    sampleRates: false,
    walletCooloffHours: 0,
    fourEyes: { ...settingsDefaults.fourEyes, ...rules },
  },
});
const noRule = settingsWith({});

/** A payout above the limit, opened by this member from the approvals. */
async function openRequest(changes: Partial<ApprovalView>) {
  const order = anAdminOrder({ status: 'processing' });
  const evidence = { adminTransactionId: 'WIRE/2026/88410275', adminNotes: 'Transfer confirmed, payout sent' };
  const request: ApprovalView = {
    ...blankOf(approvalView),
    subjectId: order.id,
    facts: { payout: '945.25', currency: 'USD', customer: order.userEmail, payee: 'Ada Okafor', ...evidence },
    expiresAt: '2099-01-01T00:00:00.000Z',
    mayDecide: true,
    ...changes,
  };
  const server = await renderAdmin('/admin/approvals', {
    ...orderBook(order).answers,
    ...settingsWith({ payoutOverUsd: 500 }),
    'GET /api/admin/approvals': [request],
  });
  const find = async () => within(await screen.findByRole('article', { name: t('approvals:kind.payout') }));
  return { server, request, find, card: await find() };
}

test('a member who asked for a payout cannot approve it, and can cancel the request', async () => {
  const { card } = await openRequest({ isOwn: true, mayDecide: false });
  await card.findByText(t('approvals:waiting.own'));
  const names = card.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter((name) => /approve|refuse|request/i.test(name))).toEqual([t('approvals:withdraw')]);
});

test('a member never reads that nothing waits above a request that waits', async () => {
  const { server, request, card } = await openRequest({});
  await card.findByText(t('approvals:state.open'));
  expect(screen.queryByText(t('approvals:none'))).toBeNull();
  const decidedRequest: ApprovalView = { ...request, id: crypto.randomUUID(), state: 'refused' };
  server.answer({ 'GET /api/admin/approvals': [request, decidedRequest] });
  await queryClient.invalidateQueries();
  await screen.findByRole('heading', { name: new RegExp(`^${t('approvals:ended')}`) });
  expect(screen.queryByText(t('approvals:none'))).toBeNull();
  server.answer({ 'GET /api/admin/approvals': [decidedRequest] });
  await queryClient.invalidateQueries();
  await screen.findByText(t('approvals:none'));
});

test('a member reads which returned money another member has to approve', async () => {
  const facts = { returns: true, reference: 'LF-7K3M-Q2', payout: '93.02', currency: 'EUR', received: '92.52' };
  const request: ApprovalView = {
    ...blankOf(approvalView),
    kind: 'payout',
    facts,
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
  const answers = { ...noRule, 'GET /api/admin/approvals': [{ ...request, isInvolved: true }] };
  const server = await renderAdmin('/admin/approvals', answers);
  const find = async () => within(await screen.findByRole('article', { name: t('approvals:returned') }));
  (await find()).getByText(t('approvals:waiting.involved'));
  expect((await find()).queryAllByRole('button')).toEqual([]);
  server.answer({ 'GET /api/admin/approvals': [{ ...request, mayDecide: true }], [approval]: request });
  await queryClient.invalidateQueries();
  const label = t('approvals:approveLabel', { what: t('approvals:returned') });
  (await (await find()).findByRole('button', { name: label })).click();
  await waitFor(() => expect(server.sent(approval)).toHaveLength(1));
});

test('a second member reads what a settlement lacks and promised, and approves the sum', async () => {
  // The slip has what was promised, and the account its owner: neither is said again.
  const order = anAdminOrder({ payoutAmount: 59838.6, payoutCurrency: 'NGN' });
  const facts = {
    settlement: 'take',
    received: '50.6 XRP',
    missing: '7.4 XRP',
    rest: '0.6 XRP',
    payout: '52204.02',
    agreed: '59838.6',
    currency: 'NGN',
    payee: 'Ada Okafor',
  };
  const warnedApproval = { ...blankOf(approvalView), kind: 'warned_approval' as const, subjectId: order.id };
  const request: ApprovalView = { ...warnedApproval, facts, expiresAt: '2099-01-01T00:00:00.000Z', mayDecide: true };
  await renderAdmin('/admin/approvals', {
    ...orderBook(order).answers,
    ...settingsWith({ warnedApproval: true }),
    'GET /api/admin/approvals': [request],
  });
  const title = t('approvals:about.settlement', { amount: formatMoneyText('52204.02', 'NGN') });
  const card = within(await screen.findByRole('article', { name: title }));
  for (const text of ['7.4 XRP', '0.6 XRP', /59,838\.60/, t('settlements.admin:action.take')])
    await card.findByText(text);
  expect(card.queryByText(t('approvals:detail.agreed'))).toBeNull();
  const amount = formatMoneyText('52204.02', 'NGN');
  await card.findByText(t('approvals:rule', { rule: t('settings.admin:field.warnedApproval') }));
  const name = t('approvals:approvePayout', { amount, payee: 'Ada Okafor' });
  expect(card.getByRole('button', { name })).toBeTruthy();
});

test('a second member reads payee, sum and evidence of a payout, approves it, and reads who decided', async () => {
  const { server, request, find, card } = await openRequest({});
  for (const detail of ['WIRE/2026/88410275', 'Transfer confirmed, payout sent', 'Ada Okafor', 'ada@customers.test'])
    expect(card.getAllByText(detail)).not.toEqual([]);
  const decidedBy = { id: crypto.randomUUID(), name: 'Nora Diaz' };
  const decidedRequest = { ...request, state: 'approved', decidedBy, decidedAt: '2026-03-01T12:05:00.000Z' } as const;
  server.answer({ [approval]: decidedRequest, 'GET /api/admin/approvals': [decidedRequest] });
  card.getByRole('button', { name: /^Approve \$945\.25\sUSD to Ada Okafor$/ }).click();
  await waitFor(() =>
    expect(server.sent(approval)).toMatchObject([{ path: `/api/admin/approvals/${request.id}/approve` }]),
  );
  await waitFor(async () => expect((await find()).getByText(/^Decided by Nora Diaz/)).toBeTruthy());
  expect((await find()).queryByRole('button', { name: /^Approve/ })).toBeNull();
});

test('an owner on the approvals page sees its entry marked, also without a rule', async () => {
  await renderAdmin('/admin/approvals', { ...noRule, 'GET /api/admin/approvals': [] });
  await screen.findByText(t('approvals:none'));
  await screen.findByText(t('approvals:noRule'));
  const turnOn = screen.getByRole('link', { name: t('approvals:turnOn') });
  expect(turnOn.getAttribute('href')).toBe('/admin/settings?section=fourEyes');
  const name = new RegExp(t('admin:approvals'));
  expect(screen.getAllByRole('link', { name, current: 'page' })).not.toEqual([]);
});

test('an owner without a request reads which actions need a second member', async () => {
  const rules = { payoutOverUsd: 500, booksClose: true };
  await renderAdmin('/admin/approvals', { ...settingsWith(rules), 'GET /api/admin/approvals': [] });
  await screen.findByText(t('approvals:asked'));
  screen.getByText(/^A payout above \$500\.00\sUSD$/);
  screen.getByText(t('settings.admin:field.booksClose'));
  expect(screen.queryByText(t('settings.admin:field.eraseUser'))).toBeNull();
});

test('a second member reads what a new rate means for customers, and approves it by its currencies', async () => {
  const facts = { pair: 'USD-NGN', rateBefore: '1447.9', rate: '1652.4', percent: '14.12' };
  const request: ApprovalView = {
    ...blankOf(approvalView),
    kind: 'rate',
    facts,
    expiresAt: '2099-01-01T00:00:00.000Z',
    mayDecide: true,
  };
  const server = await renderAdmin('/admin/approvals', {
    ...settingsWith({ rateOverPercent: 10 }),
    'GET /api/admin/approvals': [request],
    [approval]: request,
  });
  const card = within(await screen.findByRole('article', { name: t('approvals:kind.rate') }));
  card.getByText(t('approvals:rateEffect.more', { percent: '14.12%', from: 'USD', to: 'NGN' }));
  card.getByRole('button', { name: /^Approve: 1.USD = 1,652\.40.NGN$/ }).click();
  await waitFor(() => expect(server.sent(approval)).toHaveLength(1));
});

test('a second member reads no consequence of a rate that stays the same', async () => {
  const facts = { pair: 'USD-NGN', rateBefore: '1447.9', rate: '1447.9', percent: '0' };
  const request: ApprovalView = { ...blankOf(approvalView), kind: 'rate', facts, mayDecide: true };
  await renderAdmin('/admin/approvals', { ...settingsWith({}), 'GET /api/admin/approvals': [request] });
  const card = within(await screen.findByRole('article', { name: t('approvals:kind.rate') }));
  expect(card.queryByText(/per USD/)).toBeNull();
});

test('an owner finds an ended change of a role by the act, with both roles', async () => {
  const request: ApprovalView = {
    ...blankOf(approvalView),
    kind: 'team',
    state: 'approved',
    facts: { member: 'Tomas Lindqvist', roleBefore: 'payer', role: 'reviewer' },
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
  await renderAdmin('/admin/approvals', { ...noRule, 'GET /api/admin/approvals': [request] });
  const ended = within(await screen.findByRole('article', { name: t('approvals:about.role') }));
  expect(ended.getByText(`${t('team:role.payer')} → ${t('team:role.reviewer')}`)).toBeTruthy();
  screen.getByText(t('approvals:noRule'));
});
