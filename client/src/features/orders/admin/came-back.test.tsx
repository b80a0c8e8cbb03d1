import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fileForReview } from '#shared/files/files.contract.ts';
import { orderCustomerView } from '#shared/orders/orders.review.ts';
import { payoutProgress } from '#shared/orders/orders.settlement.ts';
import { payoutView } from '#shared/payouts/payouts.contract.ts';
import { renderAdmin } from '#tests/components/admin.ts';
import { blankOf } from '#tests/components/blank.ts';
import { anAdminOrder, orderBook } from '#tests/components/order-book.ts';
import { expectText, press, resizeWindow } from '#tests/components/screen.tsx';
import { Refused } from '#tests/components/server.ts';
import { t } from '#tests/components/texts.ts';

test('a reviewer sees the account that returned money struck out', async () => {
  const account = { method: 'bank', accountName: 'Ada Okafor', bankName: 'Elbe', accountNumber: '0123884422' } as const;
  const at = '2026-11-20T12:00:00.000Z';
  const back = { state: 'returned', at, endToEndId: null, mayChangeDetails: false, returnedBecause: null } as const;
  const customer = { ...blankOf(orderCustomerView), lastPayout: { ...account, at } };
  const order = anAdminOrder({
    status: 'completed',
    stage: 'returned',
    paymentDetails: account,
    payout: back,
    customer,
  });
  await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/payouts': [],
  });
  const [number] = await screen.findAllByText('0123884422');
  expect(number?.closest('s')).not.toBeNull();
  await expectText(/^Came back on 20 Nov 2026/);
  expect(screen.queryByText(/^Same account as the last payout/)).toBeNull();
});

test('a reviewer reads the sum owed for an order whose money came back, and asks for another account', async () => {
  const order = anAdminOrder({ status: 'completed', stage: 'returned', payoutCurrency: 'USD' });
  const payout = {
    ...blankOf(payoutView),
    state: 'returned' as const,
    order: { ...blankOf(payoutView).order, id: order.id, reference: order.reference, stage: 'returned' as const },
  };
  const server = await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/payouts': [payout],
    'POST /api/admin/payouts/:id/ask': payout,
  });
  await expectText(t('orders.admin:slip.owed'));
  await expectText(t('payouts.admin:notAsked'));
  expect(screen.queryByText(t('errors:order_decided', { status: 'completed' }))).toBeNull();
  const action = t('payouts.admin:action.ask');
  await press(t('payouts.admin:actionOf', { action, reference: order.reference }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }));
  await waitFor(() => expect(server.sent('POST /api/admin/payouts/:id/ask')).toHaveLength(1));
});

test('a reviewer on a phone reads why money came back, and opens the old proof by a button', async () => {
  const order = anAdminOrder({
    status: 'completed',
    stage: 'details_needed',
    payout: { ...blankOf(payoutProgress), state: 'returned' },
    paymentProofFiles: [
      { ...blankOf(fileForReview), filename: 'proof.jpg', originalName: 'proof.jpg', type: 'image/jpeg' },
    ],
  });
  resizeWindow({ width: 360, height: 740 });
  await renderAdmin(`/admin/transactions?show=all&tx=${order.id}`, {
    ...orderBook(order).answers,
    'GET /api/admin/payouts': [],
    'GET /api/files/:filename': new Refused('not_found', 'file_not_found'),
  });
  await expectText(t('payouts.admin:onlyCustomer'));
  expect(screen.queryByText('proof.jpg')).toBeNull();
  await press(t('orders.admin:showProof'));
  await screen.findAllByText('proof.jpg');
});
