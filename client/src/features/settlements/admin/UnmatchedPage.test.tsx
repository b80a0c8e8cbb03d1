import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '#client/lib/api/query-client.ts';
import { adminRefundView } from '#shared/refunds/refunds.contract.ts';
import { unmatchedView, type UnmatchedView } from '#shared/settlements/unmatched.contract.ts';
import { adminUserView } from '#shared/users/users.admin.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { dialogOf, expectText, fill, pick, press } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

const ada = crypto.randomUUID();
const bea = crypto.randomUUID();
const lease = { reference: 'LF-TEST-01', cryptoId: 'litecoin', userId: ada, userName: 'Ada', userEmail: null };
const aTransfer = (changes: Partial<UnmatchedView> = {}): UnmatchedView => ({
  ...blankOf(unmatchedView),
  id: crypto.randomUUID(),
  chain: 'litecoin',
  cryptoId: 'litecoin',
  amount: 0.3,
  lease: { ...lease, orderId: crypto.randomUUID(), quoteId: crypto.randomUUID(), endedAt: null },
  ...changes,
});
const openQueue = (transfer: UnmatchedView) =>
  renderAdmin('/admin/unmatched', {
    'GET /api/admin/unmatched': [transfer],
    'GET /api/admin/unmatched/sums': [],
    'GET /api/admin/users': [{ ...blankOf(adminUserView), id: bea, name: 'Bea', email: 'bea@customers.test' }],
  });
const text = (key: 'refund' | 'keep' | 'reopen' | 'assign') => t(`settlements.admin:unmatched.${key}`);
const sendBack = t('settlements.admin:unmatched.refundShort');
const reason = t('settlements.admin:reason');
const refundRoute = 'POST /api/admin/unmatched/:id/refund';
const assignRoute = 'POST /api/admin/unmatched/:id/assign';
const retainRoute = 'POST /api/admin/unmatched/:id/keep';

test('a reviewer who sends coins to another customer than the one shown the address is warned', async () => {
  const server = await openQueue(aTransfer());
  await press(sendBack);
  const dialog = await dialogOf(text('refund'));
  expect(dialog.queryByText(t('refunds.admin:finding.other_person'))).toBeNull();
  await pick(t('settlements.admin:unmatched.customer'), 'Bea', /Bea/);
  await expectText(t('refunds.admin:finding.other_person'));
  await fill(reason, 'She showed both accounts.');
  server.answer({ [refundRoute]: blankOf(adminRefundView) });
  dialog.getByRole('button', { name: t('settlements.admin:unmatched.refundDo', { amount: '0.3\u00a0LTC' }) }).click();
  await waitFor(() =>
    expect(server.sent(refundRoute).map(({ body }) => body)).toEqual([
      { userId: bea, reason: 'She showed both accounts.' },
    ]),
  );
});

const orderId = crypto.randomUUID();
const quoteId = crypto.randomUUID();
const aFit = {
  orderId,
  reference: 'LF-TEST-03',
  amount: 0.3,
  createdAt: new Date().toISOString(),
  userId: null,
  userName: null,
};
const ofQuote = { ...lease, orderId: null, quoteId, endedAt: null };
test.each([
  ['the quote whose address they came to', aTransfer({ lease: ofQuote, fits: [] }), { quoteId }],
  ['the sale that they fit', aTransfer({ fits: [aFit] }), { orderId }],
])('a reviewer assigns coins to %s', async (_, transfer, namedOrders) => {
  const server = await openQueue(transfer);
  const { reference } = transfer.fits[0] ?? lease;
  await press(t('settlements.admin:unmatched.assignTo', { reference }));
  const dialog = await dialogOf(text('assign'));
  await fill(reason, 'They told us.');
  server.answer({ [assignRoute]: { orderId } });
  dialog.getByRole('button', { name: text('assign') }).click();
  await waitFor(() =>
    expect(server.sent(assignRoute).map(({ body }) => body)).toEqual([{ ...namedOrders, reason: 'They told us.' }]),
  );
});

test('a reviewer reads how long a transfer without an order has waited', async () => {
  await openQueue(aTransfer({ seenAt: new Date(Date.now() - 2.5 * 3_600_000).toISOString() }));
  await expectText('2 hr');
});

test('a reviewer retains coins with a reason, and reads a refusal in the dialog', async () => {
  const server = await openQueue(aTransfer({ lease: null, valueUsd: null }));
  await expectText(new RegExp(t('settlements.admin:unmatched.noPrice')));
  await press(text('keep'));
  const dialog = await dialogOf(text('keep'));
  await fill(reason, 'Nobody’s.');
  server.answer({ [retainRoute]: new Refused('already_decided', 'transfer_decided') });
  dialog.getByRole('button', { name: text('keep') }).click();
  expect(await dialog.findByText(t('errors:transfer_decided'))).toBeTruthy();
});

test('a reviewer sees the possible sales of a transfer to a shared address, without a button', async () => {
  await openQueue(aTransfer({ lease: null, awaitedBy: { orderId: crypto.randomUUID(), reference: 'LF-TEST-02' } }));
  await expectText(new RegExp(t('settlements.admin:unmatched.awaited', { reference: 'LF-TEST-02' })));
  for (const action of ['assign', 'keep', 'reopen'] as const)
    expect(screen.queryByRole('button', { name: text(action) })).toBeNull();
  expect(screen.queryByRole('button', { name: sendBack })).toBeNull();
});

test('a reviewer may send back the coins of a sale that is over, or assign them', async () => {
  await openQueue(aTransfer({ fits: [], valueUsd: 30 }));
  const menu = await screen.findByRole('button', { name: /^More for/ });
  const list = document.getElementById(menu.getAttribute('popovertarget') ?? '');
  expect(list?.contains(screen.getByRole('button', { name: sendBack }))).toBe(false);
  const assign = screen.getByRole('button', { name: t('settlements.admin:unmatched.assignShort') });
  expect(list?.contains(assign)).toBe(false);
  expect(list?.contains(screen.getByRole('button', { name: text('keep') }))).toBe(true);
  assign.click();
  await dialogOf(text('assign'));
});

test('a reviewer reads the sum of what waits without an order, and of all coins', async () => {
  const none = { claimed: '0', waiting: '0', refunded: '0', kept: '0' };
  const sum = { cryptoId: 'litecoin', arrived: '13', unmatched: '13', ...none };
  await renderAdmin('/admin/unmatched', {
    'GET /api/admin/unmatched': [aTransfer({ valueUsd: 30 }), aTransfer({ amount: 0.4, valueUsd: 40 })],
    'GET /api/admin/unmatched/sums': [sum],
  });
  const sums = '0.7\u00a0LTC ≈ $70.00\u00a0USD';
  await screen.findByText(t('settlements.admin:unmatched.openSum', { number: '2', sums }), {
    normalizer: (shown) => shown,
  });
  const all = await screen.findByRole('table', { name: t('settlements.admin:sum.title') });
  expect(all.closest('details')?.open).toBe(false);
  expect(all.textContent).toContain('13\u00a0LTC');
});

test('a dialog that a colleague’s decision has closed does not open again by itself', async () => {
  const transfer = aTransfer({ lease: null });
  const resolution = {
    kind: 'refund' as const,
    orderId: null,
    refundId: crypto.randomUUID(),
    by: crypto.randomUUID(),
    at: new Date().toISOString(),
    reason: 'Sent back.',
  };
  const server = await openQueue(transfer);
  await press(text('keep'));
  await dialogOf(text('keep'));
  server.answer({ 'GET /api/admin/unmatched': [{ ...transfer, resolution }] });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.answer({ 'GET /api/admin/unmatched': [transfer] });
  await queryClient.invalidateQueries();
  await screen.findByRole('button', { name: text('keep') });
  expect(screen.queryByRole('dialog')).toBeNull();
});
