import { expect, test } from 'vitest';
import { bodyOf, urlOf } from './call-request.ts';

test('an id from an address cannot leave its place in the path', () => {
  expect(urlOf('/api/files/:filename', { params: { filename: '../admin?x=1' } })).toBe('/api/files/..%2Fadmin%3Fx%3D1');
});

test('filters that are not set are left out of the address, lists are repeated', () => {
  const query = { q: '', page: 2, status: ['pending', 'completed'], type: undefined };
  expect(urlOf('/api/transactions', { query })).toBe('/api/transactions?page=2&status=pending&status=completed');
});

test('an order goes out as the server expects it: terms as JSON text beside the file', () => {
  const proof = new Blob(['x'], { type: 'image/png' });
  const form = { fields: { transactionData: { amount: '0.05' }, note: undefined }, files: { paymentProof: proof } };
  const body = bodyOf({ form }, new Headers());
  if (!(body instanceof FormData)) throw new Error('a form was expected');
  expect([body.get('transactionData'), body.has('note'), body.get('paymentProof')]).toEqual([
    '{"amount":"0.05"}',
    false,
    expect.any(Blob),
  ]);
});

test('a JSON body names its type, a form leaves that to the browser', () => {
  const [json, form] = [new Headers(), new Headers()];
  bodyOf({ body: { a: 1 } }, json);
  bodyOf({ form: { fields: {}, files: {} } }, form);
  expect([json.get('Content-Type'), form.get('Content-Type')]).toEqual(['application/json', null]);
});
