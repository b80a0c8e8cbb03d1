import { expect, test } from 'vitest';
import { z } from 'zod';
import { cancelRefund } from '#shared/refunds/refunds.contract.ts';
import { callOf, seenValues, type ApprovalRequest } from './four-eyes.ts';

const id = '7b0d2e0c-6a39-4d1f-9f0e-3f5a1c8f2b11';

test('a developer stores the call of an endpoint with the input of its own contract only', () => {
  const body = { reason: 'The customer asked.', version: 1 };
  expect(callOf(cancelRefund, { params: { id }, body }).name).toBe('POST /api/admin/refunds/:id/cancel');
  // @ts-expect-error: the contract wants a reason.
  callOf(cancelRefund, { params: { id }, body: { version: 1 } });
  // @ts-expect-error: the path names a refund.
  callOf(cancelRefund, { params: {}, body });
});

test('a developer stores values with a request by the schema that reads them', () => {
  const rate = seenValues(z.object({ rate: z.string() }));
  const request = (seen: ApprovalRequest['seen']) => seen;
  expect(request(rate.stored({ rate: '1.5' }))?.values).toEqual({ rate: '1.5' });
  // @ts-expect-error: the schema reads a text.
  rate.stored({ rate: 1.5 });
  // @ts-expect-error: no schema reads them.
  request({ rate: '1.5' });
});
