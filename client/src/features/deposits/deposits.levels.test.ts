import { expect, test } from 'vitest';
import { adminGetOrder } from '#shared/orders/admin/orders.admin.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import { isOnProof } from './deposits.levels.ts';

const order = blankOf(adminGetOrder.response);
const file = blankOf(adminGetOrder.response.shape.paymentProofFiles.element);
const paidOrder: Parameters<typeof isOnProof>[0] = {
  ...order,
  status: 'completed',
  stage: 'closed',
  paymentProofFiles: [file],
};
const notFound = { code: 'not_found', params: {} };

test('an order that was paid on its proof does not wait for coins', () => {
  expect(isOnProof(paidOrder, [notFound])).toBe(true);
  expect(isOnProof({ ...paidOrder, status: 'processing', stage: 'approved' }, [notFound])).toBe(true);
});

test('an order shows after its payout that a reorganisation removed its coins', () => {
  for (const reason of ['reorganised', 'replaced'])
    expect(isOnProof(paidOrder, [{ code: 'not_found', params: { cause: reason } }])).toBe(false);
  expect(isOnProof(paidOrder, [notFound, { code: 'failed', params: {} }])).toBe(false);
});

test('a refunded, open or unproven order does not count as decided on its proof', () => {
  expect(isOnProof({ ...paidOrder, status: 'rejected' }, [notFound])).toBe(false);
  expect(isOnProof({ ...paidOrder, status: 'pending', stage: 'by_hand' }, [notFound])).toBe(false);
  expect(isOnProof({ ...paidOrder, paymentProofFiles: [] }, [notFound])).toBe(false);
});
