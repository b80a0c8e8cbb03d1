import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { expectText, press } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const finalId = t('orders.admin:field.finalId');
const amount = '$371.88\u00a0USD';
const [approve, paid] = [t('orders.admin:approve', { amount }), t('orders.admin:paid', { amount })];

/** An order under way, as this member opens it. */
async function openOrder(changes: Partial<AdminOrder>, as = anAdmin()) {
  const order = anAdminOrder({ status: 'processing', ...changes });
  const server = await renderAdmin(`/admin/transactions?tx=${order.id}`, orderBook(order, anAdminOrder()).answers, as);
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
  await screen.findByRole('region', { name: t('orders.admin:slip.title') });
  return server;
}

test('a member who decides nothing is asked for no evidence of a payout', async () => {
  await openOrder({}, anAdmin('payer'));
  await expectText(t('admin.common:notPermitted.action'));
  expect(screen.queryByLabelText(finalId)).toBeNull();
});

test('an order that was approved is not approved again: paid by hand, it is recorded', async () => {
  await openOrder({ stage: 'approved' });
  await screen.findByRole('button', { name: paid });
  expect(screen.queryByRole('button', { name: approve })).toBeNull();
  await expectText(t('orders.admin:stage.approved'));
});

test('an order in a batch is left to the batch', async () => {
  await openOrder({ stage: 'batched' });
  await expectText(t('orders.admin:stage.batched'));
  for (const name of [approve, paid, t('orders.admin:reject')])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByLabelText(finalId)).toBeNull();
});

test('an approval that a rule holds back says that it waits for a second person, and that nothing has changed', async () => {
  const shot = { filename: 'a', originalName: 'a.png', type: 'image/png', size: 1, uploadDate: '2026-03-12T14:02:00Z' };
  const evidence = { adminNotes: 'Paid', adminTransactionId: 'WIRE/1', adminPayoutScreenshots: [shot] };
  const server = await openOrder(evidence);
  const waits = Response.json({ approvalId: '1' }, { status: 202 });
  server.answer({ 'PATCH /api/admin/transactions/:id/status': waits, 'GET /api/admin/approvals': [] });
  await press(approve);
  await expectText(t('admin.common:waitsTitle'));
  await expectText(new RegExp(t('common:error.waitsForSecond')));
});
