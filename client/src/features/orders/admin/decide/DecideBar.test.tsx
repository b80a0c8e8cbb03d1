import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAdmin, renderAdmin } from '#tests/components/admin.ts';
import { anAdminOrder, orderBook, type AdminOrder } from '#tests/components/order-book.ts';
import { expectText } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

const finalId = t('orders.admin:field.finalId');
const amount = '$371.88\u00a0USD';
const [approve, paid] = [t('orders.admin:approve', { amount }), t('orders.admin:paid', { amount })];

/** An order under way, as this member opens it. */
async function openOrder(changes: Partial<AdminOrder>, as = anAdmin()) {
  const order = anAdminOrder({ status: 'processing', ...changes });
  await renderAdmin(`/admin/transactions?tx=${order.id}`, orderBook(order, anAdminOrder()).answers, as);
  await screen.findByRole('heading', { name: new RegExp(`${order.reference}$`) });
  await screen.findByRole('region', { name: t('orders.admin:slip.title') });
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
